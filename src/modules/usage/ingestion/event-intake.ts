import { Injectable } from '@nestjs/common';
import { ConflictError, ValidationFailedError, type FieldError } from '../../../platform/errors/app-error';
import { isObject } from '../../../platform/http/field-rules';
import { toBatchResponse, type EventBatchDto } from '../event-batch.dto';
import { MAX_BATCH, toEventResponse, type EventDto } from '../usage-event.dto';
import { readEvent } from './event-body';
import { takenMessage, type EventInput } from './event-input';
import { IngestionService, type AuthorizedOutcome, type IngestionOptions } from './ingestion.service';

export interface IntakeAnswer<Body> {
  status: number;
  body: Body;
}

/**
 * Serves both ingestion routes, from a parsed body to a response (docs/billing-rules.md).
 */
@Injectable()
export class EventIntake {
  constructor(private readonly ingestion: IngestionService) {}

  /**
   * Stores one event.
   *
   * @throws ValidationFailedError; ConflictError for a known transaction ID with different content.
   */
  async one(
    organizationId: string,
    body: unknown,
    options: IngestionOptions = {},
  ): Promise<IntakeAnswer<EventDto>> {
    const input = readEvent(body ?? {});
    if (Array.isArray(input)) throw bodyError(input);
    const [outcome] = await this.ingestion.ingest(organizationId, [input], options);
    if (outcome === undefined) throw new Error('Ingestion returned no outcome for an event');
    if (outcome.status === 'conflict' || (outcome.status === 'rejected' && outcome.isTaken)) {
      throw new ConflictError(takenMessage('transaction_id', input.transactionId));
    }
    if (outcome.status === 'rejected') throw new ValidationFailedError(outcome.errors);
    return { status: outcome.status === 'accepted' ? 201 : 200, body: toEventResponse(outcome.event) };
  }

  /**
   * Stores the valid events of a batch, even if others are invalid.
   *
   * @throws ValidationFailedError unless the body is a batch.
   */
  async batch(
    organizationId: string,
    body: unknown,
    options: IngestionOptions = {},
  ): Promise<IntakeAnswer<EventBatchDto>> {
    const entries = entriesOf(body ?? {});
    const read = entries.map((entry, index) => readEvent(entry, `events.${index}.`));
    const inputs = read.filter((it): it is EventInput => !Array.isArray(it));
    const outcomes = inputs.length === 0 ? [] : await this.ingestion.ingest(organizationId, inputs, options);
    let next = 0;
    const results = read.map((it, index) => ({
      transactionId: transactionIdOf(entries[index]),
      outcome: Array.isArray(it)
        ? ({ status: 'rejected', errors: it, isTaken: false } satisfies AuthorizedOutcome)
        : atPath(outcomes[next++], `events.${index}.`),
    }));
    const answer = toBatchResponse(results);
    return { status: answer.rejected === 0 ? 201 : 207, body: answer };
  }
}

function entriesOf(body: unknown): unknown[] {
  if (!isObject(body)) throw bodyError([notAnObject()]);
  const problems: FieldError[] = Object.keys(body)
    .filter((name) => name !== 'events')
    .map((field) => ({ field, code: 'unknown_field', message: `"${field}" is not a field.` }));
  const { events } = body;
  const problem = listProblem(events);
  if (problem !== null) problems.push(problem);
  if (problems.length > 0) throw new ValidationFailedError(problems);
  return events as unknown[];
}

function listProblem(events: unknown): FieldError | null {
  const wrong = (code: string, message: string): FieldError => ({ field: 'events', code, message });
  if (events === undefined) return wrong('required', 'events is required.');
  if (!Array.isArray(events)) return wrong('invalid_type', 'events must be a list.');
  if (events.length === 0) return wrong('too_short', 'events must have at least 1 entry.');
  if (events.length > MAX_BATCH) return wrong('too_long', `events must have at most ${MAX_BATCH} entries.`);
  return null;
}

function transactionIdOf(entry: unknown): string | null {
  const id = isObject(entry) ? entry.transaction_id : null;
  return typeof id === 'string' ? id : null;
}

/** Returns the outcome with the paths of its errors prefixed by the position in the batch. */
function atPath(outcome: AuthorizedOutcome | undefined, at: string): AuthorizedOutcome {
  if (outcome === undefined) throw new Error('Ingestion returned no outcome for an event');
  if (outcome.status !== 'rejected') return outcome;
  const errors = outcome.errors.map((it) => ({
    ...it,
    field: at + it.field,
    message: it.message.replace(it.field, () => at + it.field),
  }));
  return { ...outcome, errors };
}

function bodyError(problems: FieldError[]): ValidationFailedError {
  return new ValidationFailedError(problems.map((it) => (it.field === '' ? notAnObject() : it)));
}

function notAnObject(): FieldError {
  return { field: 'body', code: 'invalid_type', message: 'The body must be a JSON object.' };
}
