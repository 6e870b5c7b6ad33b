import { ApiError, BillingClientError } from '@billing-service/sdk';

/** Exit codes of every command. */
export const EXIT = { done: 0, failed: 1, usage: 2 } as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** The command line is invalid, or no user is logged in. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** The command could not do its work, for a reason that its message explains. */
export class CommandError extends Error {
  override name = 'CommandError';
}

export const LOGIN_HINT = 'Run "billing login", or set BILLING_API_KEY and BILLING_URL in the environment.';

/** An error as the user sees it; the JSON form has the same fields. */
export interface Failure {
  code: string;
  message: string;
  status?: number;
  errors?: { field: string; message: string }[];
  request_id?: string;
  hint?: string;
}

/** Returns the exit code of an error. A refused API key counts as not logged in. */
export function exitCodeOf(error: unknown): ExitCode {
  if (error instanceof UsageError) return EXIT.usage;
  return error instanceof ApiError && error.status === 401 ? EXIT.usage : EXIT.failed;
}

/** Describes an error. Errors of the service keep its words and the ID of the request. */
export function failureOf(error: unknown): Failure {
  if (error instanceof ApiError) return apiFailure(error);
  if (error instanceof BillingClientError) return { code: 'no_response', message: error.message };
  if (error instanceof UsageError) return { code: 'usage', message: error.message };
  if (error instanceof CommandError || isSystemError(error))
    return { code: 'failed', message: error.message };
  // A defect of this program: its stack is the only way to find it.
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { code: 'internal', message: text };
}

/** Writes an error as lines of text. */
export function failureText(failure: Failure): string {
  const lines = [`Error: ${failure.message}`];
  for (const { field, message } of failure.errors ?? []) lines.push(`  ${field}: ${message}`);
  if (failure.request_id !== undefined) lines.push(`Request ID: ${failure.request_id}`);
  if (failure.hint !== undefined) lines.push(failure.hint);
  return lines.join('\n');
}

function apiFailure(error: ApiError): Failure {
  return {
    code: error.code,
    message: error.message,
    status: error.status,
    ...(error.errors.length === 0
      ? {}
      : { errors: error.errors.map(({ field, message }) => ({ field, message })) }),
    ...(error.requestId === null ? {} : { request_id: error.requestId }),
    ...(error.status === 401 ? { hint: LOGIN_HINT } : {}),
  };
}

/** Returns whether the operating system refused an operation: such errors, e.g. ENOENT, name the file. */
function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}
