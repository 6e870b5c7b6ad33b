import { isLongerThan } from '../../../platform/domain/characters';
import type { FieldError } from '../../../platform/errors/app-error';
import {
  INSTANT_RULE,
  isObject,
  isStorableJson,
  isStorableText,
  parseInstant,
} from '../../../platform/http/field-rules';
import { hasField } from '../../../platform/http/response-class';
import { EventDto } from '../usage-event.dto';
import type { EventInput } from './event-input';

/** Maximum length of a text; must agree with the decorators in usage-event.dto.ts. */
const MAX_TEXT = 255;

const FIELDS = new Set([
  'transaction_id',
  'code',
  'timestamp',
  'properties',
  'external_subscription_id',
  'external_customer_id',
]);

/**
 * Validates and reads one event. Written by hand instead of with decorators, because validation is a considerable part
 * of the work on this route. Reports the same errors as CreateEventDto.
 *
 * @param at path of the event in the body, ending in a dot; empty for the body itself.
 */
export function readEvent(body: unknown, at = ''): EventInput | FieldError[] {
  if (!isObject(body)) return [wrong(at.slice(0, -1), 'invalid_type', 'must be an object')];
  const reader = new EventReader(body, at);
  const input: EventInput = {
    transactionId: reader.text('transaction_id') ?? '',
    code: reader.text('code') ?? '',
    timestamp: reader.timestamp(),
    properties: reader.properties(),
    externalSubscriptionId: reader.text('external_subscription_id', true),
    externalCustomerId: reader.text('external_customer_id', true),
  };
  reader.refuseUnknown();
  if (body.external_subscription_id === undefined && body.external_customer_id === undefined) {
    const message = 'is required unless external_customer_id is given';
    reader.problems.push(wrong(`${at}external_subscription_id`, 'required', message));
  }
  return reader.problems.length > 0 ? reader.problems : input;
}

class EventReader {
  readonly problems: FieldError[] = [];

  constructor(
    private readonly body: Record<string, unknown>,
    private readonly at: string,
  ) {}

  text(name: string, optional = false): string | null {
    const value = this.body[name];
    if (value === undefined && optional) return null;
    const problem = value === undefined ? (['required', 'is required'] as const) : textProblem(value);
    if (problem === null) return value as string;
    this.problems.push(wrong(this.at + name, ...problem));
    return null;
  }

  timestamp(): Date | null {
    const value = this.body.timestamp;
    if (value === undefined) return null;
    const instant = parseInstant(value);
    if (instant === null) this.problems.push(wrong(`${this.at}timestamp`, 'invalid_format', INSTANT_RULE));
    return instant;
  }

  properties(): Record<string, unknown> {
    const value = this.body.properties;
    if (value === undefined) return {};
    const problem = isObject(value)
      ? storageProblem(value)
      : (['invalid_type', 'must be an object'] as const);
    if (problem === null) return value as Record<string, unknown>;
    this.problems.push(wrong(`${this.at}properties`, ...problem));
    return {};
  }

  refuseUnknown(): void {
    for (const name of Object.keys(this.body)) {
      if (FIELDS.has(name)) continue;
      const field = this.at + name;
      this.problems.push(
        hasField(EventDto, [name])
          ? { field, code: 'read_only', message: `"${field}" cannot be set.` }
          : { field, code: 'unknown_field', message: `"${field}" is not a field.` },
      );
    }
  }
}

type Problem = readonly [code: string, message: string];

function textProblem(value: unknown): Problem | null {
  if (typeof value !== 'string') return ['invalid_type', 'must be a string'];
  if (!isStorableText(value)) {
    return ['invalid_value', 'must not contain NUL characters or broken surrogate pairs'];
  }
  if (isLongerThan(value, MAX_TEXT)) return ['too_long', `must be at most ${MAX_TEXT} characters long`];
  if (value === '') return ['too_short', 'must be at least 1 character long'];
  return value.trim() === '' ? ['too_short', 'must not be blank'] : null;
}

function storageProblem(value: object): Problem | null {
  if (isStorableJson(value)) return null;
  return ['invalid_value', 'must not contain NUL characters or broken surrogate pairs'];
}

function wrong(field: string, code: string, message: string): FieldError {
  return { field, code, message: `${field} ${message}.` };
}
