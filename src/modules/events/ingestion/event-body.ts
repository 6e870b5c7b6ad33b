import type { FieldError } from '../../../platform/errors/app-error';
import { isObject } from '../../../platform/http/field-rules';
import { EVENT_FIELDS, FieldProblem, MAX_BATCH, type EventField } from './event-fields';
import type { UsageEventInput } from './received-event';

const NAMES = new Set(Object.values(EVENT_FIELDS).map((it) => it.name));
const REQUIRED = new FieldProblem('required', 'is required');
const NOT_AN_OBJECT = new FieldProblem('invalid_type', 'must be an object');
const NO_SUBSCRIPTION = new FieldProblem('required', 'is required unless external_customer_id is given');

/**
 * Reads one event from a body.
 *
 * @param at path of the event in the body, ending in a dot; empty for the body itself.
 */
export function readEvent(body: unknown, at = ''): UsageEventInput | FieldError[] {
  if (!isObject(body)) return [fieldError(at.slice(0, -1), NOT_AN_OBJECT)];
  const reader = new EventReader(body, at);
  const { transactionId, code, timestamp, properties, externalSubscriptionId, externalCustomerId } =
    EVENT_FIELDS;
  const input: UsageEventInput = {
    transactionId: reader.read(transactionId) ?? '',
    code: reader.read(code) ?? '',
    timestamp: reader.read(timestamp),
    properties: reader.read(properties) ?? {},
    externalSubscriptionId: reader.read(externalSubscriptionId),
    externalCustomerId: reader.read(externalCustomerId),
  };
  reader.refuseUnknown();
  if (body.external_subscription_id === undefined && body.external_customer_id === undefined) {
    reader.refuse(externalSubscriptionId.name, NO_SUBSCRIPTION);
  }
  return reader.problems.length > 0 ? reader.problems : input;
}

class EventReader {
  readonly problems: FieldError[] = [];

  constructor(
    private readonly body: Record<string, unknown>,
    private readonly at: string,
  ) {}

  /** Returns the value of a field; null if it is absent or refused. */
  read<T>(field: EventField<T>): T | null {
    const value = this.body[field.name];
    if (value === undefined) {
      if (!field.optional) this.refuse(field.name, REQUIRED);
      return null;
    }
    const parsed = field.parse(value);
    if (!(parsed instanceof FieldProblem)) return parsed;
    this.refuse(field.name, parsed);
    return null;
  }

  refuse(name: string, problem: FieldProblem): void {
    this.problems.push(fieldError(this.at + name, problem));
  }

  refuseUnknown(): void {
    for (const name of Object.keys(this.body)) {
      if (!NAMES.has(name)) this.problems.push(unknownField(this.at + name));
    }
  }
}

/** Returns the entries of the body of a batch, not read yet, or what is wrong with the body. */
export function readBatch(body: unknown): { entries: unknown[] } | FieldError[] {
  if (!isObject(body)) return [fieldError('', NOT_AN_OBJECT)];
  const { events, ...others } = body;
  const problems = Object.keys(others).map(unknownField);
  const problem = listProblem(events);
  if (problem !== null) problems.push(fieldError('events', problem));
  return problems.length > 0 ? problems : { entries: events as unknown[] };
}

function listProblem(events: unknown): FieldProblem | null {
  if (events === undefined) return REQUIRED;
  if (!Array.isArray(events)) return new FieldProblem('invalid_type', 'must be a list');
  if (events.length === 0) return new FieldProblem('too_short', 'must have at least 1 entry');
  if (events.length > MAX_BATCH) {
    return new FieldProblem('too_long', `must have at most ${MAX_BATCH} entries`);
  }
  return null;
}

function unknownField(field: string): FieldError {
  return { field, code: 'unknown_field', message: `"${field}" is not a known field.` };
}

function fieldError(field: string, { code, message }: FieldProblem): FieldError {
  if (field === '') return { field: 'body', code, message: 'The body must be a JSON object.' };
  return { field, code, message: `${field} ${message}.` };
}
