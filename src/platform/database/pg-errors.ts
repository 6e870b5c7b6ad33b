import {
  ConflictError,
  ServiceUnavailableError,
  ValidationFailedError,
  type AppError,
} from '../errors/app-error';

/** What PostgreSQL and its driver tell of a failure. */
interface DatabaseFailure {
  code?: string | undefined;
  constraint?: string | undefined;
  message: string;
}

/** SQLSTATE classes and codes that pass: connection, resources, shutdown, disk full, lock and statement timeouts. */
const UNAVAILABLE = /^(08|53|57P0[123]|57014|55P03|58030|40001|40P01|25006|XX00[012])/;
const SOCKET =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ENOSPC)$/;
const DRIVER =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Client was closed|not queryable|Cannot use a pool after calling end|Driver not Connected|Connection ended unexpectedly/i;

/** SQLSTATE classes of values that PostgreSQL does not take, or not beside what it has. */
const REFUSED_VALUES = /^2[23]/;

const RETRYABLE = new Set(['40001', '40P01']);

/** Unique constraints whose violation is a race that the work itself settles when it runs again. */
const retryableConstraints = new Set<string>();

/** The work that loses a race for this unique constraint finds the winner's row when it runs again. */
export function registerRetryableConstraint(constraint: string): void {
  retryableConstraints.add(constraint);
}

/**
 * Unique constraint -> the sentence that tells which value is taken. A module registers its constraints once
 * (see `registerUniqueConstraint`), so that a race lost in the database reads like a check.
 */
const uniqueConstraints = new Map<string, string>();

/** Names the answer that a violation of this unique constraint gets: 409 with this sentence. */
export function registerUniqueConstraint(constraint: string, message: string): void {
  uniqueConstraints.set(constraint, message);
}

function failureOf(error: unknown): DatabaseFailure | null {
  if (!(error instanceof Error)) return null;
  const driver = (error as { driverError?: unknown }).driverError;
  const source = (driver instanceof Error ? driver : error) as Error & {
    code?: unknown;
    constraint?: unknown;
  };
  return {
    message: source.message,
    code: typeof source.code === 'string' ? source.code : undefined,
    constraint: typeof source.constraint === 'string' ? source.constraint : undefined,
  };
}

/** True when the database refuses the values, not the moment: sent again as they are, they are likely to be refused. */
export function isRefusedForValues(error: unknown): boolean {
  return REFUSED_VALUES.test(failureOf(error)?.code ?? '');
}

/** True when the failed transaction may simply be run again: deadlock, serialization failure, a lost race. */
export function isRetryableConflict(error: unknown): boolean {
  const failure = failureOf(error);
  if (failure?.code === '23505') return retryableConstraints.has(failure.constraint ?? '');
  return RETRYABLE.has(failure?.code ?? '');
}

/** True unless PostgreSQL itself named the failure by a SQLSTATE: the connection may have become unusable. */
export function isConnectionLost(error: unknown): boolean {
  return !/^[0-9A-Z]{5}$/.test(String((error as { code?: unknown } | null)?.code));
}

/** True when the database is away, starting, full or too busy: the caller may try again. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const failure = failureOf(error);
  if (failure === null) return false;
  if (failure.code !== undefined && (UNAVAILABLE.test(failure.code) || SOCKET.test(failure.code)))
    return true;
  const inner = (error as { errors?: unknown }).errors; // AggregateError of a dual-stack connect
  return DRIVER.test(failure.message) || (Array.isArray(inner) && inner.some(isDatabaseUnavailable));
}

/** The error a caller is told about for a database failure, or null when it is not one that is understood. */
export function toAppError(error: unknown): AppError | null {
  const failure = failureOf(error);
  if (failure?.code === '23505') {
    const known = uniqueConstraints.get(failure.constraint ?? '');
    return new ConflictError(known ?? 'A value that must be unique is taken.');
  }
  if (failure?.code === '22021' || failure?.code === '22P05') {
    return ValidationFailedError.of(
      'body',
      'invalid_value',
      'Text must not contain characters that cannot be stored.',
    );
  }
  return isDatabaseUnavailable(error) ? new ServiceUnavailableError() : null;
}
