import { BillingError, ProblemError } from '@billing-service/sdk';
import { CommanderError } from 'commander';

export const FAILED = 1;
export const WRONG_USE = 2;

/** The command was used in a wrong way; the message says what is right. */
export class UsageError extends Error {}

/** The command failed; the message says why. */
export class CommandError extends Error {}

/** Returns 0 (help was asked for), 1 (failed) or 2 (wrong use, or no login). */
export function exitCodeOf(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : WRONG_USE;
  const isLogin = ProblemError.is(error, 'unauthorized');
  return isLogin || error instanceof UsageError ? WRONG_USE : FAILED;
}

/** Prints an error to stderr, one of the API in its own words; as JSON with `--json`. */
export function report(error: unknown, asJson: boolean): void {
  if (error instanceof CommanderError && (!asJson || error.exitCode === 0)) return; // commander has printed it
  const text = asJson ? JSON.stringify({ error: problemOf(error) }) : textOf(error);
  process.stderr.write(`${text}\n`);
}

function problemOf(error: unknown): object {
  if (error instanceof ProblemError) return error.problem;
  return { detail: error instanceof Error ? error.message : String(error) };
}

function textOf(error: unknown): string {
  if (error instanceof ProblemError) {
    const fields = error.errors.map(({ field, message }) => `  ${field}: ${message}`);
    const hint = error.code === 'unauthorized' ? ['Log in with: billing login'] : [];
    return [error.message, ...fields, ...hint].join('\n');
  }
  const isExpected =
    error instanceof BillingError || error instanceof UsageError || error instanceof CommandError;
  if (isExpected) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
