import type Stripe from 'stripe';
import type { Answer } from '../core/http';
import { Refusal } from '../core/dialect';

/** How Stripe words its errors. */
const DOCS = 'https://stripe.com/docs/error-codes';

export function invalid(message: string, code?: string, param?: string): Refusal {
  const error = { message, type: 'invalid_request_error', ...(param === undefined ? {} : { param }) };
  return new Refusal(400, {
    error: code === undefined ? error : { code, doc_url: `${DOCS}/${code.replaceAll('_', '-')}`, ...error },
  });
}

export const missing = (what: string, id: string, param = 'id'): Refusal =>
  new Refusal(404, {
    error: {
      code: 'resource_missing',
      doc_url: `${DOCS}/resource-missing`,
      message: `No such ${what}: '${id}'`,
      param,
      type: 'invalid_request_error',
    },
  });

export const unauthorized = (message: string): Refusal =>
  new Refusal(401, { error: { message, type: 'invalid_request_error' } });

export const idempotencyMismatch = (key: string): Refusal =>
  new Refusal(400, {
    error: {
      message:
        'Keys for idempotent requests can only be used with the same parameters they were first used with. ' +
        `Try using a key other than '${key}' if you meant to execute a different request.`,
      type: 'idempotency_error',
    },
  });

const MESSAGES: Readonly<Record<string, string>> = {
  authentication_required: 'Your card was declined. This transaction requires authentication.',
  insufficient_funds: 'Your card has insufficient funds.',
  expired_card: 'Your card has expired.',
  incorrect_cvc: "Your card's security code is incorrect.",
  processing_error: 'An error occurred while processing your card. Try again in a little bit.',
};

/** Codes that are a code of their own; any other decline is `card_declined` with a decline code. */
const OWN_CODES = new Set(['authentication_required', 'expired_card', 'incorrect_cvc', 'processing_error']);

export function paymentError(declineCode: string): Stripe.PaymentIntent.LastPaymentError {
  const code = OWN_CODES.has(declineCode) ? declineCode : 'card_declined';
  const decline = code === 'card_declined' || code === 'authentication_required';
  return {
    type: 'card_error',
    code,
    doc_url: `${DOCS}/${code.replaceAll('_', '-')}`,
    message: MESSAGES[declineCode] ?? 'Your card was declined.',
    ...(decline ? { decline_code: declineCode } : {}),
  };
}

const answer = (status: number, error: object): Answer => ({ status, body: { error } });

export const ERRORS = {
  notFound: answer(404, {
    message:
      'Unrecognized request URL. Please see https://stripe.com/docs or we can help at https://support.stripe.com/.',
    type: 'invalid_request_error',
  }),
  rateLimit: answer(429, {
    code: 'rate_limit',
    message: 'Request rate limit exceeded.',
    type: 'invalid_request_error',
  }),
  internal: answer(500, { message: 'An unknown error occurred', type: 'api_error' }),
  unavailable: answer(503, { message: 'Stripe is temporarily unavailable.', type: 'api_error' }),
};
