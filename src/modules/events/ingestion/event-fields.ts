import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { maxLength } from 'class-validator';
import {
  UNSTORABLE,
  isObject,
  isStorableJson,
  isStorableText,
  parseInstant,
} from '../../../platform/http/field-rules';

/** Maximum number of events of one batch (docs/billing-rules.md#usage-events). */
export const MAX_BATCH = 1000;
const MAX_TEXT = 255;

/** Why a value is refused. */
export class FieldProblem {
  constructor(
    readonly code: string,
    /** The end of the sentence that begins with the path of the field. */
    readonly message: string,
  ) {}
}

interface FieldAbout {
  description: string;
  example: unknown;
  optional?: boolean;
}

/**
 * One field of the body of an event, both documented and read by this definition. Hand-written because class-validator
 * takes most of the time of a batch (docs/decisions.md#ingestion-path).
 */
export interface EventField<T> {
  readonly name: string;
  readonly optional: boolean;
  readonly about: { description: string; example: unknown };
  readonly schema: ApiPropertyOptions;
  /** Returns the value, or why it is refused. */
  parse(value: unknown): T | FieldProblem;
}

function eventField<T>(
  name: string,
  { optional = false, ...about }: FieldAbout,
  schema: ApiPropertyOptions,
  parse: EventField<T>['parse'],
): EventField<T> {
  return { name, optional, about, schema, parse };
}

function textField(name: string, about: FieldAbout): EventField<string> {
  return eventField(name, about, { type: String, minLength: 1, maxLength: MAX_TEXT }, (value) => {
    if (typeof value !== 'string') return new FieldProblem('invalid_type', 'must be a string');
    if (!isStorableText(value)) return new FieldProblem('invalid_value', UNSTORABLE);
    if (value.length > MAX_TEXT && !maxLength(value, MAX_TEXT)) {
      return new FieldProblem('too_long', `must be at most ${MAX_TEXT} characters long`);
    }
    if (value === '') return new FieldProblem('too_short', 'must not be empty');
    return value.trim() === '' ? new FieldProblem('too_short', 'must not be blank') : value;
  });
}

function instantField(name: string, about: FieldAbout): EventField<Date> {
  const schema = { anyOf: [{ type: 'string', format: 'date-time' }, { type: 'string' }, { type: 'number' }] };
  const message =
    'must be an RFC 3339 date-time, e.g. "2026-01-31T12:00:00Z", or Unix seconds, e.g. 1769860800.5';
  return eventField(
    name,
    about,
    schema,
    (value) => parseInstant(value) ?? new FieldProblem('invalid_format', message),
  );
}

function objectField(name: string, about: FieldAbout): EventField<Record<string, unknown>> {
  const schema = { type: 'object', additionalProperties: true, default: {} } as const;
  return eventField<Record<string, unknown>>(name, about, schema, (value) => {
    if (!isObject(value)) return new FieldProblem('invalid_type', 'must be an object');
    return isStorableJson(value) ? value : new FieldProblem('invalid_value', UNSTORABLE);
  });
}

/** The fields of the body of an event. */
export const EVENT_FIELDS = {
  transactionId: textField('transaction_id', {
    description:
      'Your own ID of the event. A request with a known transaction_id refers to the stored event, however old it is',
    example: 'evt_2026_000042',
  }),
  code: textField('code', { description: 'Code of the billable metric', example: 'storage_gb' }),
  timestamp: instantField('timestamp', {
    description:
      'When the event happened: RFC 3339 or Unix seconds; the time of arrival by default. Not before the start of the subscription and at most 5 minutes in the future',
    example: '2026-01-15T10:30:00.000Z',
    optional: true,
  }),
  properties: objectField('properties', {
    description:
      'Details of the event. If the metric has a `field_name`, the property of that name is the value, preferably a decimal string, with at most 15 digits before and 15 after the decimal point. For unique_count, `operation_type` is `add` (default) or `remove`',
    example: { gb: '12.5' },
    optional: true,
  }),
  externalSubscriptionId: textField('external_subscription_id', {
    description: 'Your own ID of the subscription. Required unless external_customer_id is given',
    example: 'sub_1042',
    optional: true,
  }),
  externalCustomerId: textField('external_customer_id', {
    description:
      'Your own ID of the customer. Without external_subscription_id it means the only active subscription of the customer',
    example: 'cust_1042',
    optional: true,
  }),
};

/** Documents a field of a request. */
export function Documented({ schema, about, optional }: EventField<unknown>): PropertyDecorator {
  return ApiProperty({ ...schema, ...about, required: !optional, nullable: false } as ApiPropertyOptions);
}
