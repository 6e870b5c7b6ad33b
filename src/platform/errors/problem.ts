import { HttpException } from '@nestjs/common';
import { toAppError } from '../database/pg-errors';
import { AmountOutOfRangeError } from '../domain/money';
import { UnreadableSecretError } from '../secrets/secret-box';
import {
  AppError,
  ERROR_CODES,
  InvalidStateError,
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
}

export const PROBLEM_JSON = 'application/problem+json';

/** Code and message for errors that Express, its body parser or Nest throws, by status. */
export const BY_STATUS: Readonly<Record<number, [ErrorCode, string]>> = {
  400: ['malformed_json', 'The request could not be read.'],
  404: ['not_found', 'There is no route at this path.'],
  413: ['payload_too_large', 'The body is larger than 1 MiB.'],
  415: ['unsupported_media_type', 'The Content-Encoding or charset of the body is not supported.'],
  503: ['service_unavailable', 'The service is not ready. Try again shortly.'],
};

/** Returns the problem to send for a thrown value. An unexpected error becomes a 500 without details. */
export function toProblem(error: unknown, requestId: string): Problem {
  const known = knownOf(error);
  if (known !== null) {
    const problem = problemOf(known.code, known.message, requestId);
    return known.errors.length > 0 ? { ...problem, errors: known.errors } : problem;
  }
  const [code, detail] = BY_STATUS[statusOf(error)] ?? [
    'internal_error',
    'Something went wrong on our side. Include the request_id when you report it.',
  ];
  return problemOf(code, detail, requestId);
}

/** Start of the message with which Express's router rejects a path. Nest wraps the error in its own exception. */
const UNDECODABLE = 'Failed to decode param';

function knownOf(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  // The sum of amounts may exceed the range even if each of them is within it.
  if (error instanceof AmountOutOfRangeError) {
    return new InvalidStateError(
      'An amount in the response would exceed 2^53-1, the largest amount that the API supports.',
    );
  }
  if (error instanceof UnreadableSecretError) {
    return new InvalidStateError(
      'A stored secret cannot be decrypted: it was encrypted with a different ENCRYPTION_KEY. Rotate the signing secret. If you sent an Idempotency-Key, check whether the request was carried out and use a new key.',
    );
  }
  if (error instanceof HttpException && error.message.startsWith(UNDECODABLE)) {
    return ValidationFailedError.of('path', 'invalid_format', 'The path is not valid percent-encoded UTF-8.');
  }
  return toAppError(error);
}

/** `detail` is a sentence for the caller. */
export function problemOf(code: ErrorCode, detail: string, requestId: string): Problem {
  const { status, title } = ERROR_CODES[code];
  return { type: `urn:billing:error:${code}`, title, status, detail, code, request_id: requestId };
}

function statusOf(error: unknown): number {
  if (error instanceof HttpException) return error.getStatus();
  const status = (error as { status?: unknown } | null)?.status; // Express throws errors of the http-errors package
  return typeof status === 'number' ? status : 500;
}
