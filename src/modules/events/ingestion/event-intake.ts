import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/database/transactions';
import { ConflictError, ValidationFailedError } from '../../../platform/errors/app-error';
import { isObject } from '../../../platform/http/field-rules';
import {
  toBatchResponse,
  toEventResponse,
  TRANSACTION_ID_TAKEN,
  type UsageEventBatchDto,
  type UsageEventDto,
} from '../event.dto';
import { readBatch, readEvent } from './event-body';
import { IngestionService } from './ingestion.service';
import type { UsageEventInput } from './received-event';
import type { EventOutcome } from './store-events';

/** A response with its status. */
export interface IntakeResponse<Body> {
  status: number;
  body: Body;
}

/**
 * Serves both ingestion routes from a parsed body to a response (docs/billing-rules.md#usage-events). `keyHash` is that
 * of an API key to check in the transaction that stores the events.
 */
@Injectable()
export class EventIntake {
  constructor(private readonly ingestion: IngestionService) {}

  /** @throws ValidationFailedError; ConflictError for a known transaction id with different content. */
  async one(
    caller: Caller,
    body: unknown,
    keyHash: string | null = null,
  ): Promise<IntakeResponse<UsageEventDto>> {
    const input = readEvent(body ?? {});
    if (Array.isArray(input)) throw new ValidationFailedError(input);
    const [outcome] = await this.ingestion.ingest(caller, [input], keyHash);
    if (outcome === undefined || outcome.status === 'rejected') {
      throw new ValidationFailedError(outcome?.errors ?? []);
    }
    if (outcome.status === 'conflict') {
      throw new ConflictError(TRANSACTION_ID_TAKEN);
    }
    return { status: outcome.status === 'accepted' ? 201 : 200, body: toEventResponse(outcome.event) };
  }

  /** Stores the valid events of a batch, whatever the others are. @throws ValidationFailedError unless the body is a batch. */
  async batch(
    caller: Caller,
    body: unknown,
    keyHash: string | null = null,
  ): Promise<IntakeResponse<UsageEventBatchDto>> {
    const batch = readBatch(body ?? {});
    if (Array.isArray(batch)) throw new ValidationFailedError(batch);
    const { entries } = batch;
    const read = entries.map((entry, index) => readEvent(entry, pathOf(index)));
    const inputs = read.filter((it): it is UsageEventInput => !Array.isArray(it));
    const outcomes = inputs.length === 0 ? [] : await this.ingestion.ingest(caller, inputs, keyHash);
    let next = 0;
    const results = read.map((it, index) => ({
      transactionId: transactionIdOf(entries[index]),
      outcome: Array.isArray(it)
        ? ({ status: 'rejected', errors: it } satisfies EventOutcome)
        : withPath(outcomes[next++], pathOf(index)),
    }));
    const response = toBatchResponse(results);
    return { status: response.rejected === 0 ? 201 : 207, body: response };
  }
}

const pathOf = (index: number): string => `events.${index}.`;

function transactionIdOf(entry: unknown): string | null {
  const id = isObject(entry) ? entry.transaction_id : null;
  return typeof id === 'string' ? id : null;
}

/** Prefixes the fields of errors with the path of their event in the batch. */
function withPath(outcome: EventOutcome | undefined, at: string): EventOutcome {
  if (outcome === undefined) throw new Error('An event has no outcome');
  if (outcome.status !== 'rejected') return outcome;
  const errors = outcome.errors.map((it) => ({
    ...it,
    field: at + it.field,
    message: it.message.replace(it.field, () => at + it.field),
  }));
  return { status: 'rejected', errors };
}
