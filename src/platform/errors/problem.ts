import { HttpException } from '@nestjs/common';
import { toAppError } from '../database/pg-errors';
import { AmountOutOfRangeError } from '../domain/money';
import { UnreadableSecretError } from '../secrets/secret-box';
import {
  AppError,
  ERROR_CODES,
  InvalidStateError,
  ServiceUnavailableError,
  ValidationFailedError,
  type ErrorCode,
  type FieldError,
} from './app-error';

/** Body of every error response: RFC 9457, `application/problem+json`. */
export interface Problem {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: string;
  request_id: string;
  errors?: readonly FieldError[];
  /** Base URL of the cell that serves the organization, for `organization_moved`. */
  location?: string;
}

/** A request with the same Idempotency-Key was refused before. Replays that response byte for byte. */
export class ReplayedProblemError extends Error {
  constructor(readonly problem: Problem) {
    super(problem.detail);
  }
}

/** Media type of error responses. */
export const PROBLEM_JSON = 'application/problem+json';

/** Code and message for errors of Express and its body parser, by status. */
export const BY_STATUS: Readonly<Record<number, [ErrorCode, string]>> = {
  400: ['malformed_json', 'The request could not be read.'],
  404: ['not_found', 'There is no resource at this path.'],
  413: ['payload_too_large', 'The body is larger than 1 MiB.'],
  415: ['unsupported_media_type', 'The encoding of the body is not supported.'],
  503: ['service_unavailable', 'The service is not ready. Retry shortly.'],
};

/** Returns the problem for any thrown value. An unexpected error becomes a 500 without details. */
export function toProblem(error: unknown, requestId: string): Problem {
  if (error instanceof ReplayedProblemError) return error.problem;
  const known = knownOf(error);
  if (known !== null) {
    return {
      ...problemOf(known.code, known.message, requestId),
      ...(known.errors.length > 0 ? { errors: known.errors } : {}),
      ...(known.location === null ? {} : { location: known.location }),
    };
  }
  const [code, detail] = BY_STATUS[statusOf(error)] ?? [
    'internal_error',
    'An unexpected error occurred. Include the request_id when you report it.',
  ];
  return problemOf(code, detail, requestId);
}

/** Message of the router, which Nest wraps in an exception of its own. */
const UNDECODABLE = 'Failed to decode param';

function knownOf(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  // Each amount may be in range although their sum is not.
  if (error instanceof AmountOutOfRangeError) {
    return new InvalidStateError('The resulting amount exceeds the maximum of 2^53-1.');
  }
  if (error instanceof UnreadableSecretError) {
    return new ServiceUnavailableError(
      'The service cannot process this request at the moment. Retry later; if it still fails, report the request_id to the operator.',
    );
  }
  if (error instanceof HttpException && error.message.startsWith(UNDECODABLE)) {
    return ValidationFailedError.of('path', 'invalid_format', 'The path is not valid percent-encoded UTF-8.');
  }
  return toAppError(error);
}

/** Builds a problem from a code and a sentence. */
export function problemOf(code: ErrorCode, detail: string, requestId: string): Problem {
  const { status, title } = ERROR_CODES[code];
  return { type: `urn:billing:error:${code}`, title, status, detail, code, request_id: requestId };
}

function statusOf(error: unknown): number {
  if (error instanceof HttpException) return error.getStatus();
  const status = (error as { status?: unknown } | null)?.status; // http-errors, from Express
  return typeof status === 'number' ? status : 500;
}
