import { AnswerField } from '../../platform/http/fields';
import { takenMessage } from './ingestion/event-input';
import type { AuthorizedOutcome } from './ingestion/ingestion.service';

export class EventErrorDto {
  @AnswerField({ description: 'Dotted path of the field', type: String, example: 'events.3.properties.gb' })
  field!: string;

  @AnswerField({ description: 'Stable error code, in snake_case', type: String, example: 'invalid_value' })
  code!: string;

  @AnswerField({
    description: 'Error message, as a full sentence',
    type: String,
    example: 'events.3.properties.gb must be a number, preferably a decimal string, e.g. "0.25".',
  })
  message!: string;
}

export class EventResultDto {
  @AnswerField({
    description: 'As sent; null if not a string',
    example: 'evt_2026_000042',
    type: String,
    nullable: true,
  })
  transaction_id!: string | null;

  @AnswerField({
    description:
      '`accepted`: stored now; `duplicate`: already stored with the same content; `conflict`: its `transaction_id` was used before with different content; `rejected`: invalid by itself. `errors` has the reasons of the last two',
    type: String,
    enum: ['accepted', 'duplicate', 'conflict', 'rejected'],
    example: 'accepted',
  })
  status!: string;

  @AnswerField({
    format: 'uuid',
    type: String,
    description: 'ID of the stored event with this `transaction_id`; absent if rejected',
    required: false,
    example: '0199a3c4-5b7e-7e11-9d2a-4b6c8e0f1a2b',
  })
  id?: string;

  @AnswerField({
    description: 'Errors by field; present only if the event was rejected or in conflict',
    type: [EventErrorDto],
    required: false,
  })
  errors?: EventErrorDto[];
}

export class EventBatchDto {
  @AnswerField({ description: 'Number of events that this request stored', type: 'integer', example: 1 })
  ingested!: number;

  @AnswerField({
    description: 'Number of events that were already stored with the same content',
    type: 'integer',
    example: 0,
  })
  duplicates!: number;

  @AnswerField({
    description: 'Number of events that were rejected or in conflict',
    type: 'integer',
    example: 0,
  })
  rejected!: number;

  @AnswerField({ description: 'One result per event, in the order of the request', type: [EventResultDto] })
  results!: EventResultDto[];
}

/** @param results the outcome of each event, with its transaction ID if that is a string. */
export function toBatchResponse(
  results: readonly { transactionId: string | null; outcome: AuthorizedOutcome }[],
): EventBatchDto {
  const count = { accepted: 0, duplicate: 0, conflict: 0, rejected: 0 };
  const shown = results.map(({ transactionId, outcome }, index): EventResultDto => {
    const { status } = outcome;
    count[status]++;
    if (outcome.status === 'rejected')
      return { transaction_id: transactionId, status, errors: outcome.errors };
    const stored = { transaction_id: transactionId, status, id: outcome.event.id };
    if (outcome.status !== 'conflict') return stored;
    const field = `events.${index}.transaction_id`;
    const message = takenMessage(field, outcome.event.transactionId);
    return { ...stored, errors: [{ field, code: 'conflict', message }] };
  });
  return {
    ingested: count.accepted,
    duplicates: count.duplicate,
    rejected: count.rejected + count.conflict,
    results: shown,
  };
}
