import 'reflect-metadata';
import { setTimeout as sleep } from 'node:timers/promises';
import { readEnvFile } from '../bootstrap/env-file';
import { loadConfig } from '../platform/config/config';
import { configureLogger } from '../platform/observability/logger';
import { checkAll, identityOf, type Compared } from './organization-move/checks';
import { assertSameTarget, beginMove, moveOf, recordStop, runningMove } from './organization-move/move';
import { readOptions, type Options } from './organization-move/options';
import { Progress } from './organization-move/progress';
import { MoveRefusal } from './organization-move/refusal';
import { withoutTriggers } from './organization-move/rows';
import { abort, run } from './organization-move/run';
import { Side } from './organization-move/side';

const progress = new Progress(process.stdout);
/** A command that was killed holds its lock until PostgreSQL has noticed. */
const LOCK_TRIES = 50;
const LOCK_POLL_MS = 100;

/** Moves an organization to another cell, or goes on with a move (docs/scaling.md#moving-an-organization). */
async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  readEnvFile();
  const config = loadConfig();
  configureLogger({ ...config.log, level: 'error' });
  const url = options.from ?? config.database.migrationUrl ?? config.database.url;
  if (url === null) {
    throw new MoveRefusal(
      'There is no source.',
      'Set MIGRATION_DATABASE_URL or DATABASE_URL to the database of this cell, or give --from.',
    );
  }
  const source = await Side.open('source', url);
  try {
    await withTarget(options, source);
  } catch (error) {
    await recordStop(source, options.organizationId, (error as Error).message).catch(() => undefined);
    throw error;
  } finally {
    await source.close();
  }
}

async function withTarget(options: Options, source: Side): Promise<void> {
  const target = await Side.open('target', options.to);
  try {
    const compared = { source, target, organizationId: options.organizationId };
    if (options.check) await check(compared);
    else await move(options, compared);
  } finally {
    await target.close();
  }
}

/** Prints every check. @throws MoveRefusal if one fails. */
async function check(compared: Compared): Promise<void> {
  const checks = await checkAll(compared);
  const failed = checks.filter((it) => it.refusal !== null);
  for (const { name, refusal } of checks) {
    progress.line(
      refusal === null ? `ok      ${name}` : `refused ${name}: ${refusal.problem} ${refusal.remedy}`,
    );
  }
  if (failed.length > 0) {
    throw new MoveRefusal(
      `The organization cannot be moved: ${failed.length} of ${checks.length} checks failed.`,
      '',
    );
  }
}

async function move(options: Options, compared: Compared): Promise<void> {
  const { source, target, organizationId } = compared;
  await only(source, organizationId);
  let record = await runningMove(source, organizationId);
  if (options.abort && record === null) {
    throw new MoveRefusal('No move of this organization is in progress.', 'There is nothing to abort.');
  }
  if (record === null) {
    await check(compared);
    record = await beginMove(source, target, organizationId, options.at ?? (await addressOf(target)));
  } else {
    await assertSameTarget(record, target);
    progress.line(`Going on after: ${record.step}`);
  }
  await withoutTriggers(source);
  await withoutTriggers(target);
  const moving = await moveOf({ source, target, organizationId }, record, progress);
  if (options.abort) {
    await abort(moving, record.step);
    progress.line('Aborted: the source is as it was.');
    return;
  }
  if (record.movedTo === null)
    progress.line('Neither --at nor CELL_URL of the target: 421 will name no new place.');
  await run(moving, record.step);
  progress.line(
    `Moved to ${await identityOf(target)}. Add its exceptions to the proxy: docker/cells/exceptions.sql.`,
  );
}

/** Returns the base URL that the processes of the target have told. */
async function addressOf(target: Side): Promise<string | null> {
  return (await target.rows<{ url: string | null }>('SELECT url FROM cell'))[0]?.url ?? null;
}

/** One command at a time moves an organization. @throws MoveRefusal */
async function only(source: Side, organizationId: string): Promise<void> {
  for (let tries = 0; tries < LOCK_TRIES; tries++) {
    const { locked } = await source.row<{ locked: boolean }>(
      'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS locked',
      [`move-command:${organizationId}`],
    );
    if (locked) return;
    await sleep(LOCK_POLL_MS);
  }
  throw new MoveRefusal('Another command moves this organization.', 'Wait until it has ended.');
}

main().then(
  () => process.exit(0),
  (error: unknown) => {
    progress.line('');
    process.stderr.write(
      `${error instanceof MoveRefusal ? error.message : String((error as Error).stack)}\n`,
    );
    process.exit(1);
  },
);
