/** What a move lacks; null: nothing. */
export type Finding = { readonly problem: string; readonly remedy: string } | null;

/** Why a move cannot begin or go on, and what to do about it. The message is for the operator. */
export class MoveRefusal extends Error {
  constructor(
    problem: string,
    readonly remedy: string,
  ) {
    super(`${problem} ${remedy}`);
  }
}
