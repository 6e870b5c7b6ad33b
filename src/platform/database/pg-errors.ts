import { QueryRunnerAlreadyReleasedError, QueryRunnerProviderAlreadyReleasedError } from 'typeorm';
import { OrganizationArrivingError, OrganizationMovedError } from '../cells/cell-errors';
import {
  ConflictError,
  ServiceUnavailableError,
  ValidationFailedError,
  type AppError,
} from '../errors/app-error';
import { isLocalShortage } from '../errors/local-shortage';

/** What PostgreSQL and its driver report about a failure. */
interface DatabaseFailure {
  code?: string | undefined;
  constraint?: string | undefined;
  detail?: string | undefined;
  message: string;
}

/** Transient SQLSTATE classes and codes: connection, resources, shutdown, disk full, lock and statement timeouts. */
const UNAVAILABLE = /^(08|53|57P0[1235]|57014|55P03|58030|40001|40P01|25006|25P03|XX00[012])/;
const SOCKET =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ENOSPC)$/;
const DRIVER =
  /Connection terminated|timeout expired|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Client was closed|not queryable|Cannot use a pool after calling end|Driver not Connected|Connection ended unexpectedly/i;

/** Read-only, disk full, input or output error. */
const WRITE_REFUSED = /^(25006|53100|58030|ENOSPC)$/;

/** SQLSTATE of every statement after the one that aborted the transaction. */
const ABORTED = '25P02';

/** Codes that a single statement may cause: statement and lock timeouts, deadlocks, serialization failures. */
const STATEMENT = /^(57014|55P03|40001|40P01)$/;

/** Lock timeouts and deadlocks. */
const LOCK = /^(55P03|40P01)$/;

/** SQLSTATE classes of invalid values and violated constraints. */
const REFUSED_VALUES = /^2[23]/;

const RETRYABLE = new Set(['40001', '40P01']);

/** Unique constraints and foreign keys whose violation is a lost race that a retry resolves. */
const retryableConstraints = new Set<string>();

/** Declares that work which violates this constraint can be retried: it then finds what the winner left. */
export function registerRetryableConstraint(constraint: string): void {
  retryableConstraints.add(constraint);
}

/** Unique constraint -> the sentence that says which value is taken. */
const uniqueConstraints = new Map<string, string>();

/** Declares that a violation of this unique constraint is reported as 409 with this sentence. */
export function registerUniqueConstraint(constraint: string, message: string): void {
  uniqueConstraints.set(constraint, message);
}

function failureOf(error: unknown): DatabaseFailure | null {
  if (!(error instanceof Error)) return null;
  const driver = (error as { driverError?: unknown }).driverError;
  const source = (driver instanceof Error ? driver : error) as Error & {
    code?: unknown;
    constraint?: unknown;
    detail?: unknown;
  };
  return {
    message: source.message,
    code: typeof source.code === 'string' ? source.code : undefined,
    constraint: typeof source.constraint === 'string' ? source.constraint : undefined,
    detail: typeof source.detail === 'string' ? source.detail : undefined,
  };
}

/** Whether the database refuses the values, so that retrying with the same values is likely to fail. */
export function isRefusedForValues(error: unknown): boolean {
  return REFUSED_VALUES.test(failureOf(error)?.code ?? '');
}

/** Whether the transaction can be retried: a deadlock, a serialization failure, a lost race. */
export function isRetryableConflict(error: unknown): boolean {
  const failure = failureOf(error);
  if (/^2350[35]$/.test(failure?.code ?? '')) return retryableConstraints.has(failure?.constraint ?? '');
  return RETRYABLE.has(failure?.code ?? '');
}

/** Whether a lock was not granted in time, or the transaction was ended to resolve a deadlock. */
export function isLockFailure(error: unknown): boolean {
  return LOCK.test(failureOf(error)?.code ?? '');
}

/** SQLSTATEs of assert_organization_here(): the organization is arriving in this cell, or has moved to another one. */
const ARRIVING = 'OM001';
const MOVED = 'OM002';

/** Whether the database takes no writes: it is read-only or a standby, or its disk is full or broken. */
export function isWriteRefused(error: unknown): boolean {
  return WRITE_REFUSED.test(failureOf(error)?.code ?? '');
}

/** Whether PostgreSQL refuses the statement only because an earlier one of its transaction has failed. */
export function isAfterFailure(error: unknown): boolean {
  return failureOf(error)?.code === ABORTED;
}

/** Whether the statement may have caused the failure, rather than the database: a timeout or a conflict. */
export function isStatementFailure(error: unknown): boolean {
  const failure = failureOf(error);
  return STATEMENT.test(failure?.code ?? '') || failure?.message === 'Query read timeout';
}

/** Whether the connection may be unusable: PostgreSQL has not reported the failure by a SQLSTATE. */
export function isConnectionLost(error: unknown): boolean {
  return !/^[0-9A-Z]{5}$/.test(String((error as { code?: unknown } | null)?.code));
}

/** Whether the database is unreachable, starting, full or overloaded, so that the caller may retry. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const failure = failureOf(error);
  if (failure === null) return false;
  const { code } = failure;
  if (code !== undefined && (UNAVAILABLE.test(code) || SOCKET.test(code))) return true;
  if (isReleased(error) || isLocalShortage(error)) return true;
  const inner = (error as { errors?: unknown }).errors; // AggregateError of a dual-stack connect
  return DRIVER.test(failure.message) || (Array.isArray(inner) && inner.some(isDatabaseUnavailable));
}

/**
 * Whether others would wait for the database in vain, too. A refused write, a deadlock and a serialization failure are
 * reported at once and say nothing about other requests: a read-only database serves reads.
 */
export function isUnavailableToAll(error: unknown): boolean {
  return isDatabaseUnavailable(error) && !isWriteRefused(error) && !isRetryableConflict(error);
}

/** TypeORM releases the connection of a transaction as soon as it is lost, and then refuses every statement. */
function isReleased(error: unknown): boolean {
  return (
    error instanceof QueryRunnerAlreadyReleasedError ||
    error instanceof QueryRunnerProviderAlreadyReleasedError
  );
}

/** Returns the error to report to the caller for a database failure, or null for an unexpected one. */
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
      'Text must not contain characters that PostgreSQL cannot store.',
    );
  }
  if (failure?.code === ARRIVING) return new OrganizationArrivingError();
  if (failure?.code === MOVED) return new OrganizationMovedError(failure.detail ?? null);
  if (isLocalShortage(error)) {
    return new ServiceUnavailableError('The service is short of file descriptors or memory. Retry shortly.');
  }
  return isDatabaseUnavailable(error) || isAfterFailure(error) ? new ServiceUnavailableError() : null;
}
