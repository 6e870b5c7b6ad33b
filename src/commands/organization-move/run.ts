import { isPastSwitch, MOVE_STEPS, type MoveStep } from '../../platform/cells/move-steps.rules';
import { compareBeforePause, type Remainder } from './comparison';
import { drain } from './drain';
import { recordStep, type Move } from './move';
import { MoveRefusal } from './refusal';
import { awaitCopy, caughtUp, detach, publish, startCopy, subscribe } from './replication';
import { deleteAtSource, removeRows } from './rows';
import { serve, switchOver } from './switch-over';

/** Longest wait for what the source still commits after the switch, such as the end of an attempt. */
const LATE_MS = 5000;

/** What leads to each step. Each may be repeated: it may have been done without being recorded. */
const WORK: Readonly<Record<string, (move: Move) => Promise<void>>> = {
  published: publish,
  subscribed: subscribe,
  copying: startCopy,
  copied: awaitCopy,
  serving: async (move) => {
    await serve(move);
  },
  detached: async (move) => {
    await caughtUp(move, LATE_MS).catch(() => false); // a slot that is gone was dropped by an earlier run
    await detach(move);
  },
  deleted: deleteAtSource,
};

/** Goes on from a step to the end of the move. */
export async function run(move: Move, from: MoveStep): Promise<void> {
  let step = from;
  if (!isPastSwitch(step)) {
    for (const next of upTo('copied', step)) {
      await WORK[next]?.(move);
      await done(move, next);
    }
    step = await cutOver(move);
  }
  for (const next of upTo('deleted', step)) {
    await WORK[next]?.(move);
    await done(move, next);
  }
}

/** The remainder is of this run: a command that was killed compares again. */
async function cutOver(move: Move): Promise<MoveStep> {
  const remainder = await compare(move);
  try {
    await drain(move);
    await done(move, 'leaving');
    const pause = await switchOver(move, remainder);
    move.progress.line(`Switched; writes waited ${pause} ms.`);
    return 'switched';
  } catch (error) {
    if (error instanceof MoveRefusal) await stay(move);
    throw error;
  }
}

async function compare(move: Move): Promise<Remainder> {
  move.progress.line('Comparing');
  const remainder = await compareBeforePause(move);
  await done(move, 'compared');
  return remainder;
}

/** Lets the source go on as before. */
async function stay({ source, organizationId }: Move): Promise<void> {
  await source
    .run(`UPDATE organizations SET cell_state = 'active' WHERE id = $1 AND cell_state = 'leaving'`, [
      organizationId,
    ])
    .catch(() => undefined); // the reason why it stays is the one to report
}

async function done(move: Move, step: MoveStep): Promise<void> {
  await recordStep(move, step);
  move.progress.line(`Done: ${step}`);
}

/** Returns the steps after one, up to another. */
function upTo(last: MoveStep, after: MoveStep): MoveStep[] {
  const steps: readonly MoveStep[] = MOVE_STEPS;
  return steps.slice(steps.indexOf(after) + 1, steps.indexOf(last) + 1);
}

/** Undoes a move before the switch: the source is as it was, the target has nothing of it. @throws MoveRefusal */
export async function abort(move: Move, step: MoveStep): Promise<void> {
  if (isPastSwitch(step)) {
    throw new MoveRefusal(
      'The target serves the organization already.',
      'Run the command without --abort to finish, then move it back.',
    );
  }
  await stay(move);
  await detach(move);
  const { target, organizationId } = move;
  if (
    await target.has(`SELECT 1 FROM organizations WHERE id = $1 AND cell_state = 'arriving'`, [
      organizationId,
    ])
  ) {
    await removeRows(move, target, 'arriving');
  }
  await recordStep(move, 'aborted');
}
