import type { Problem } from '../errors/problem';

/** The first request with this key was refused; the same refusal is given again, byte for byte. */
export class KeptProblemError extends Error {
  constructor(readonly problem: Problem) {
    super(problem.detail);
  }
}
