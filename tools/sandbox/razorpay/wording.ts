import type { Answer } from '../core/http';
import { Refusal } from '../core/dialect';

/** How Razorpay words its errors. */
function answer(status: number, code: string, description: string, field?: string): Answer {
  const error = {
    code,
    description,
    source: 'business',
    step: 'payment_initiation',
    reason: 'input_validation_failed',
    metadata: {},
    ...(field === undefined ? {} : { field }),
  };
  return { status, body: { error } };
}

export function invalid(description: string, field?: string): Refusal {
  const { status, body } = answer(400, 'BAD_REQUEST_ERROR', description, field);
  return new Refusal(status, body);
}

export const missing = (): Refusal => invalid('The id provided does not exist');

export const unauthorized = (): Refusal =>
  new Refusal(401, { error: { code: 'BAD_REQUEST_ERROR', description: 'Authentication failed' } });

export const ERRORS = {
  notFound: answer(404, 'BAD_REQUEST_ERROR', 'The requested URL was not found on the server.'),
  rateLimit: answer(429, 'BAD_REQUEST_ERROR', 'Request failed: too many requests'),
  internal: answer(500, 'SERVER_ERROR', 'The server encountered an error. The incident has been reported.'),
  unavailable: answer(503, 'GATEWAY_ERROR', 'The service is unavailable.'),
};
