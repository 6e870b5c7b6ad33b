/**
 * The steps of a move, in order; a step is recorded when it is done. Each may be done again, because a command that was
 * killed may have done it without recording it (docs/scaling.md#moving-an-organization).
 */
export const MOVE_STEPS = [
  'begun',
  'published',
  'subscribed',
  'copying',
  'copied',
  'compared',
  'leaving',
  'switched',
  'serving',
  'detached',
  'deleted',
] as const;

/** A step that is done, or the end of a move that was aborted. */
export type MoveStep = (typeof MOVE_STEPS)[number] | 'aborted';

/** Returns whether the target has taken over, so that the move can only go on. */
export function isPastSwitch(step: MoveStep): boolean {
  return step !== 'aborted' && MOVE_STEPS.indexOf(step) >= MOVE_STEPS.indexOf('switched');
}
