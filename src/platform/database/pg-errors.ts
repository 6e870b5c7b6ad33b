import {
  ConflictError,
  ServiceUnavailableError,
  ValidationFailedError,
  type AppError,
} from '../errors/app-error';

/** The parts of a database error that this file classifies. `code` is a SQLSTATE or a code of Node. */
interface DatabaseFailure {
  code?: string | undefined;
  constraint?: string | undefined;
  message: string;
}

/** Transient SQLSTATE classes and codes: connection, resources, shutdown, disk full, lock and statement timeouts. */
const UNAVAILABLE = /^(08|53|57P0[123]|57014|55P03|58030|40001|40P01|25006|XX00[012])/;
const SOCKET =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ENOSPC)$/;
const DRIVER =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Client was closed|not queryable|Cannot use a pool after calling end|Driver not Connected|Connection ended unexpectedly/i;

/** SQLSTATE classes of invalid values and violated constraints. */
const REFUSED_VALUES = /^2[23]/;

const RETRYABLE = new Set(['40001', '40P01']);
const LOCK_FAILURES = new Set(['55P03', '40P01']);

/** Unique constraints that a concurrent transaction can violate; a retry resolves the race. */
const retryableConstraints = new Set<string>();

/**
 * Declares that a transaction that violates this constraint is retried. The retry then finds the rows of the
 * transaction that won the race.
 */
export function registerRetryableConstraint(constraint: string): void {
  retryableConstraints.add(constraint);
}

/** Messages that say which value is taken, by unique constraint. */
const uniqueConstraints = new Map<string, string>();

/** Declares that a violation of this unique constraint is reported as 409 with this message. */
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

/** Returns whether the database rejected the values. A retry with the same values is then likely to fail. */
export function isRefusedForValues(error: unknown): boolean {
  return REFUSED_VALUES.test(failureOf(error)?.code ?? '');
}

/**
 * Returns whether the transaction can be retried: after a deadlock, a serialization failure, or a violation of a
 * retryable constraint.
 */
export function isRetryableConflict(error: unknown): boolean {
  const failure = failureOf(error);
  if (failure?.code === '23505') return retryableConstraints.has(failure.constraint ?? '');
  return RETRYABLE.has(failure?.code ?? '');
}

/** Returns whether a transaction gave up waiting for a lock, or was the victim of a deadlock. */
export function isLockFailure(error: unknown): boolean {
  return LOCK_FAILURES.has(failureOf(error)?.code ?? '');
}

/** Returns whether the connection may be unusable. False only if PostgreSQL has reported the error with a SQLSTATE. */
export function isConnectionLost(error: unknown): boolean {
  return !/^[0-9A-Z]{5}$/.test(String((error as { code?: unknown } | null)?.code));
}

/** Returns whether the failure is temporary, because the database is unreachable, starting, full or overloaded. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const failure = failureOf(error);
  if (failure === null) return false;
  if (failure.code !== undefined && (UNAVAILABLE.test(failure.code) || SOCKET.test(failure.code)))
    return true;
  const inner = (error as { errors?: unknown }).errors; // set on the AggregateError of a connection attempt to several addresses
  return DRIVER.test(failure.message) || (Array.isArray(inner) && inner.some(isDatabaseUnavailable));
}

/** Returns the error to report to the caller for a database failure, or null for an unexpected failure. */
export function toAppError(error: unknown): AppError | null {
  const failure = failureOf(error);
  if (failure?.code === '23505') {
    const known = uniqueConstraints.get(failure.constraint ?? '');
    return new ConflictError(known ?? 'Another record has a value that must be unique.');
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
