import type { FieldError } from '../../../platform/errors/app-error';
import { isObject, isStorableText, UNSTORABLE } from '../../../platform/http/field-rules';
import {
  MAX_TEXT_LENGTH,
  amountAt,
  currencyAt,
  isoTimeAt,
  paymentIdAt,
  unlessMalformed,
} from './json-values';
import { MalformedItemError, type Outcome } from './payment-provider';

/** The outcome of each `status` of a `manual` notification. */
export const OUTCOME_OF = new Map<string, Outcome>(
  Object.entries<Outcome>({
    pending: 'processing',
    processing: 'processing',
    succeeded: 'succeeded',
    failed: 'failed',
    canceled: 'canceled',
    refunded: 'refunded',
  }),
);

type Problem = [code: string, rule: string];
type Rule = (value: unknown) => Problem | null;

const must = (isValid: (value: unknown) => boolean, ...problem: Problem): Rule => {
  return (value) => (isValid(value) ? null : problem);
};

/** The rules for values other than null. What identifies something is refused, never shortened or cleaned. */
const RULES: Readonly<Record<string, Rule>> = {
  status: must(
    (it) => typeof it === 'string' && OUTCOME_OF.has(it),
    'invalid_value',
    `must be one of: ${[...OUTCOME_OF.keys()].join(', ')}`,
  ),
  event_id: textProblem,
  event_type: textProblem,
  payment_id: must(
    (it) => unlessMalformed(() => paymentIdAt({ it }, 'it')) !== null,
    'invalid_uuid',
    'must be a UUID',
  ),
  provider_payment_id: textProblem,
  refund_id: textProblem,
  amount: must(
    (it) => isRead(() => amountAt({ it }, 'it')),
    'invalid_type',
    `must be a whole number of minor units from 0 to ${Number.MAX_SAFE_INTEGER}`,
  ),
  currency: must(
    (it) => isRead(() => currencyAt({ it }, 'it')),
    'unknown_currency',
    'must be an ISO 4217 currency code, e.g. "USD"',
  ),
  occurred_at: must(
    (it) => isoTimeAt({ it }, 'it') !== null,
    'invalid_format',
    'must be an RFC 3339 date-time, e.g. "2026-01-31T12:00:00Z"',
  ),
  failure_reason: must((it) => typeof it === 'string', 'invalid_type', 'must be a string'),
};

/**
 * Returns the errors in the body of a `manual` notification (docs/payments.md#manual). A field that is null counts as
 * absent.
 */
export function errorsIn(body: unknown, needsEventId: boolean): FieldError[] {
  const fields = isObject(body) ? body : {};
  const given = (field: string): unknown => fields[field] ?? null;
  const problems: [string, Problem | null][] = Object.entries(RULES).map(([field, rule]) => [
    field,
    given(field) === null ? null : rule(given(field)),
  ]);
  const missing = (field: string, rule: string): void => void problems.push([field, ['required', rule]]);
  if (given('status') === null) missing('status', 'is required');
  if (needsEventId && given('event_id') === null) missing('event_id', 'is required');
  if (given('payment_id') === null && given('provider_payment_id') === null) {
    missing('payment_id', 'or provider_payment_id is required');
  }
  return problems.flatMap(([field, problem]) =>
    problem === null ? [] : [{ field, code: problem[0], message: `${field} ${problem[1]}.` }],
  );
}

function textProblem(value: unknown): Problem | null {
  if (typeof value !== 'string') return ['invalid_type', 'must be a string'];
  if (value === '') return ['too_short', 'must be at least 1 character long'];
  if (value.length > MAX_TEXT_LENGTH) {
    return ['too_long', `must be at most ${MAX_TEXT_LENGTH} characters long`];
  }
  return isStorableText(value) ? null : ['invalid_value', UNSTORABLE];
}

function isRead(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch (error) {
    if (error instanceof MalformedItemError) return false;
    throw error;
  }
}
