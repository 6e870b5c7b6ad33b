import { randomUUID } from 'node:crypto';
import type { Answer } from '../core/http';
import { Refusal } from '../core/dialect';

/** How GoCardless words its errors. */
interface Detail {
  reason?: string;
  field?: string;
  message: string;
  request_pointer?: string;
  links?: Record<string, string>;
}

function answer(status: number, type: string, message: string, errors: readonly Detail[]): Answer {
  const reason = errors[0]?.reason ?? type;
  const error = {
    message,
    documentation_url: `https://developer.gocardless.com/api-reference#${reason}`,
    type,
    request_id: randomUUID(),
    errors,
    code: status,
  };
  return { status, body: { error } };
}

const refusal = (...args: Parameters<typeof answer>): Refusal => {
  const { status, body } = answer(...args);
  return new Refusal(status, body);
};

export const missing = (): Refusal =>
  refusal(404, 'invalid_api_usage', 'Resource not found', [
    { reason: 'resource_not_found', message: 'Resource not found' },
  ]);

export const usage = (status: number, reason: string, message: string): Refusal =>
  refusal(status, 'invalid_api_usage', message, [{ reason, message }]);

export const invalidField = (resource: string, field: string, message: string): Refusal =>
  refusal(422, 'validation_failed', 'Validation failed', [
    { field, message, request_pointer: `/${resource}/${field}` },
  ]);

export const invalidState = (reason: string, message: string): Refusal =>
  refusal(422, 'invalid_state', message, [{ reason, message }]);

export const conflict = (id: string): Answer =>
  answer(409, 'invalid_state', 'A resource has already been created with this idempotency key', [
    {
      reason: 'idempotent_creation_conflict',
      message: 'A resource has already been created with this idempotency key',
      links: { conflicting_resource_id: id },
    },
  ]);

const internal = (status: number, message: string): Answer =>
  answer(status, 'gocardless', message, [{ reason: 'internal_server_error', message }]);

export const ERRORS = {
  notFound: answer(404, 'invalid_api_usage', 'not found', [{ reason: 'not_found', message: 'not found' }]),
  rateLimit: answer(429, 'invalid_api_usage', 'Rate limit exceeded', [
    { reason: 'rate_limit_exceeded', message: 'Rate limit exceeded' },
  ]),
  internal: internal(500, 'An internal error has occurred'),
  unavailable: internal(503, 'Service unavailable'),
};
