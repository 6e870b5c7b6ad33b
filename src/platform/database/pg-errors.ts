import { QueryRunnerAlreadyReleasedError, QueryRunnerProviderAlreadyReleasedError } from 'typeorm';
import {
  ConflictError,
  ServiceUnavailableError,
  ValidationFailedError,
  type AppError,
} from '../errors/app-error';
import { isLocalShortage } from '../errors/local-shortage';

/** The parts of a database error that this file classifies. `code` is a SQLSTATE or a code of Node. */
interface DatabaseFailure {
  code?: string | undefined;
  constraint?: string | undefined;
  /** The system call that failed. */
  syscall?: string | undefined;
  /** The function of PostgreSQL that reported the error. */
  routine?: string | undefined;
  /** `FATAL` and `PANIC` end or refuse the session. */
  severity?: string | undefined;
  message: string;
}

/**
 * SQLSTATE classes and codes of a database that cannot serve now: connection, login, resources, shutdown, disk full,
 * damaged files, conflicts, lock and statement timeouts, read-only.
 */
const UNAVAILABLE = /^(08|28|3D|53|57P0[1-5]|57014|55P03|58|40001|40003|40P01|25006|25P0[34]|XX00[012])/;
/** Codes of Node for a connection that cannot be established or is lost. */
const SOCKET =
  /^(ECONN\w+|EPIPE|ETIMEDOUT|EHOST\w+|ENET\w+|EADDRNOTAVAIL|ENOTFOUND|EAI_\w+|ENOSPC|EPROTO|ERR_STREAM_\w+|ERR_SOCKET_\w+)$/;
/** Messages of errors that pg, pg-pool and TypeORM throw without a code or a class of their own. */
const DRIVER =
  /Connection terminated|timeout expired|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Client was closed|not queryable|Cannot use a pool after calling end|Driver not Connected|Connection ended unexpectedly|server does not support SSL|error establishing an SSL connection|Received unexpected \w+ message from backend/i;

/** Severities of errors that end or refuse a session, whatever their SQLSTATE. */
const FATAL = new Set(['FATAL', 'PANIC']);

/**
 * SQLSTATEs of a missing right, and of a missing table or schema: PostgreSQL reports those in a schema that the user may
 * not use as missing. No migration is pending once the service has started, so the statements themselves are right.
 */
const LACKS_RIGHTS = new Set(['42501', '42P01', '3F000']);

/** SQLSTATEs of a full disk and of an I/O error, and the code of Node. */
const NO_SPACE = new Set(['53100', '58030', 'ENOSPC']);

/** SQLSTATE classes of invalid values and violated constraints. */
const REFUSED_VALUES = /^2[23]/;

/** SQLSTATE of every statement after the one that aborted the transaction. */
const ABORTED = '25P02';

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
  const source = driver instanceof Error ? driver : error;
  const textAt = (key: string): string | undefined => {
    const value: unknown = Reflect.get(source, key);
    return typeof value === 'string' ? value : undefined;
  };
  return {
    message: source.message,
    code: textAt('code'),
    constraint: textAt('constraint'),
    syscall: textAt('syscall'),
    routine: textAt('routine'),
    severity: textAt('severity'),
  };
}

/** Returns whether the database refused a write for lack of space or rights, or because of an I/O error. */
export function isWriteRefused(error: unknown): boolean {
  return NO_SPACE.has(failureOf(error)?.code ?? '') || lacksRights(error);
}

/**
 * Returns whether the database user lacks a right, or the server a right to its files, as on a file system that has
 * become read-only. A row that violates row security has the same SQLSTATE, but is a defect of the service.
 */
export function lacksRights(error: unknown): boolean {
  const failure = failureOf(error);
  return LACKS_RIGHTS.has(failure?.code ?? '') && failure?.routine !== 'ExecWithCheckOptions';
}

/** Returns whether a statement names a table that does not exist, or that the user may not see. */
export function lacksTable(error: unknown): boolean {
  return failureOf(error)?.code === '42P01';
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

/** Returns whether PostgreSQL refuses the statement only because an earlier one of its transaction has failed. */
export function isAfterFailure(error: unknown): boolean {
  return failureOf(error)?.code === ABORTED;
}

/** Returns whether the connection may be unusable. False only if PostgreSQL has reported the error with a SQLSTATE. */
export function isConnectionLost(error: unknown): boolean {
  return !/^[0-9A-Z]{5}$/.test(String((error as { code?: unknown } | null)?.code));
}

/**
 * Returns whether the failure is temporary, because the database is unreachable, starting, full or overloaded, because
 * its user lacks a right, or because this process cannot open another connection.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  const failure = failureOf(error);
  if (failure === null) return false;
  const { code = '', syscall, severity = '' } = failure;
  if (FATAL.has(severity)) return true;
  if (UNAVAILABLE.test(code) || SOCKET.test(code) || syscall === 'connect') return true;
  if (isReleased(error) || isLocalShortage(error) || lacksRights(error)) return true;
  return DRIVER.test(failure.message) || innerErrors(error).some(isDatabaseUnavailable);
}

/** Returns whether TypeORM refuses a statement because it has released the connection, as it does once that is lost. */
function isReleased(error: unknown): boolean {
  return (
    error instanceof QueryRunnerAlreadyReleasedError ||
    error instanceof QueryRunnerProviderAlreadyReleasedError
  );
}

/** Returns the errors of a connection attempt to several addresses. */
function innerErrors(error: unknown): unknown[] {
  const { errors } = error as { errors?: unknown };
  return Array.isArray(errors) ? errors : [];
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
  if (isLocalShortage(error)) {
    return new ServiceUnavailableError('The service is short of file descriptors or memory. Retry shortly.');
  }
  return isDatabaseUnavailable(error) ? new ServiceUnavailableError() : null;
}
