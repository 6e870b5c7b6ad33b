import type { Answer } from '../core/http';
import { Refusal } from '../core/dialect';

/** How Dodo Payments words its errors. */
const answer = (status: number, code: string, message: string): Answer => ({
  status,
  body: { code, message },
});

const refusal = (...args: Parameters<typeof answer>): Refusal => {
  const { status, body } = answer(...args);
  return new Refusal(status, body);
};

export const missing = (id: string): Refusal => refusal(404, 'NOT_FOUND', `${id} does not exist`);
export const invalid = (message: string): Refusal => refusal(422, 'INVALID_REQUEST_BODY', message);
export const refused = (code: string, message: string): Refusal => refusal(400, code, message);
export const unauthorized = (): Refusal => refusal(401, 'UNAUTHORIZED', 'Invalid API key');

export const ERRORS = {
  notFound: answer(404, 'NOT_FOUND', 'No such route'),
  rateLimit: answer(429, 'RATE_LIMITED', 'Too many requests'),
  internal: answer(500, 'INTERNAL_SERVER_ERROR', 'Something went wrong'),
  unavailable: answer(503, 'SERVICE_UNAVAILABLE', 'Service unavailable'),
};
