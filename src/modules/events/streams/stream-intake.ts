import { Injectable } from '@nestjs/common';
import { isUUID } from 'class-validator';
import { OrganizationArrivingError, OrganizationMovedError } from '../../../platform/cells/cell-errors';
import { toAppError } from '../../../platform/database/pg-errors';
import {
  NotFoundError,
  OrganizationSuspendedError,
  ServiceUnavailableError,
  type AppError,
  type FieldError,
} from '../../../platform/errors/app-error';
import { Extensions } from '../../../platform/extensions';
import { logger } from '../../../platform/observability/logger';
import { OrganizationsService } from '../../organizations';
import { TRANSACTION_ID_TAKEN } from '../event.dto';
import { IngestionService } from '../ingestion/ingestion.service';
import type { EventOutcome } from '../ingestion/store-events';
import { batchesOf, byOrganization, type ReadMessage } from './message-events';
import { streamMessages, streamRedeliveries, streamRejections } from './stream-metrics';
import { USAGE_SOURCES, type Rejection, type UsageMessage, type UsageSource } from './usage-source';

/** Organizations at once: half of ingestion's connections, the others are for requests. */
const CONCURRENCY = 4;
/** How long a message waits that met an outage. */
const OUTAGE_DELAY_MS = 1000;
/** A message that fails without an outage is tried again after 2, 4, 8 s and so on, and in the end set aside. */
const FIRST_DELAY_MS = 1000;
const MAX_DELIVERIES = 8;

/** The messages of one fetch. */
interface Round {
  readonly source: UsageSource;
  /** An outage, which the others would meet as well: they are given back without an attempt. */
  failure: unknown;
}

/** Stores the events of a stream's messages and settles each message after the commit (docs/scaling.md#streams). */
@Injectable()
export class StreamIntake {
  constructor(
    private readonly ingestion: IngestionService,
    private readonly organizations: OrganizationsService,
    private readonly extensions: Extensions,
  ) {}

  /** Settles every message. @throws what kept messages from being settled: they come again. */
  async take(source: UsageSource, messages: readonly UsageMessage[]): Promise<void> {
    const round: Round = { source, failure: undefined };
    const again = messages.filter((it) => it.deliveries > 1).length;
    streamRedeliveries.inc({ source: source.name }, again);
    const groups = [...byOrganization(messages)];
    const worker = async (): Promise<void> => {
      for (let group = groups.shift(); group !== undefined; group = groups.shift()) {
        await this.takeGroup(round, ...group);
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, worker));
    if (round.failure !== undefined) throw round.failure as Error;
  }

  private async takeGroup(
    round: Round,
    organizationId: string,
    messages: readonly UsageMessage[],
  ): Promise<void> {
    let refusal: FieldError | null;
    try {
      if (round.failure !== undefined) {
        await this.retryAll(round, messages);
        return;
      }
      refusal = await this.refusalOf(organizationId);
    } catch (error) {
      for (const message of messages) await this.giveBack(round, message, error);
      return;
    }
    if (refusal === null) {
      for (const batch of batchesOf(messages)) await this.store(round, organizationId, batch);
      return;
    }
    for (const message of messages) {
      await this.settle(round, message, [{ body: message.body, errors: [refusal] }]);
    }
  }

  /** Returns why nothing may be stored for the organization. */
  private async refusalOf(organizationId: string): Promise<FieldError | null> {
    const because = ({ code, message }: AppError): FieldError => ({ field: 'organization', code, message });
    if (!isUUID(organizationId)) return because(new NotFoundError('organization'));
    try {
      const { status } = await this.organizations.get({ organizationId });
      return status === 'active' ? null : because(new OrganizationSuspendedError());
    } catch (error) {
      if (error instanceof NotFoundError) return because(error);
      const known = toAppError(error);
      if (known instanceof OrganizationMovedError) return because(known);
      throw error;
    }
  }

  /** If a batch fails for a reason that may lie in one of its messages, each is stored by itself. */
  private async store(round: Round, organizationId: string, batch: readonly ReadMessage[]): Promise<void> {
    const messages = batch.map((it) => it.message);
    if (round.failure !== undefined) return this.retryAll(round, messages);
    const inputs = batch.flatMap((it) => it.events.map(({ input }) => input));
    let outcomes: readonly EventOutcome[] = [];
    try {
      if (inputs.length > 0) outcomes = await this.ingestion.ingest({ organizationId }, inputs);
    } catch (error) {
      if (batch.length > 1 && !isOutage(error)) {
        for (const one of batch) await this.store(round, organizationId, [one]);
      } else {
        for (const message of messages) await this.giveBack(round, message, error);
      }
      return;
    }
    let from = 0;
    for (const { message, events: own, rejections } of batch) {
      const refused = own.flatMap((event, index): Rejection[] => {
        const errors = errorsOf(outcomes[from + index]);
        return errors === null ? [] : [{ body: event.body(), errors }];
      });
      from += own.length;
      await this.settle(round, message, [...rejections, ...refused]);
    }
  }

  private async settle(round: Round, message: UsageMessage, rejections: readonly Rejection[]): Promise<void> {
    const accepted = rejections.length === 0;
    const settled = await this.tell(round, () => (accepted ? message.accept() : message.reject(rejections)));
    if (!settled) return;
    const source = round.source.name;
    streamMessages.inc({ source, outcome: accepted ? 'accepted' : 'rejected' });
    streamRejections.inc({ source }, rejections.length);
  }

  /** After an outage or while the organization arrives, the message comes again; after another failure a few times. */
  private async giveBack(round: Round, message: UsageMessage, error: unknown): Promise<void> {
    if (toAppError(error) instanceof OrganizationArrivingError) {
      return this.retry(round, message, OUTAGE_DELAY_MS);
    }
    if (isOutage(error)) {
      round.failure = error;
      return this.retry(round, message, OUTAGE_DELAY_MS);
    }
    const { deliveries, organizationId } = message;
    const source = round.source.name;
    logger.error(
      { source, organization_id: organizationId, deliveries, err: error },
      'Message of a usage stream failed',
    );
    if (deliveries < MAX_DELIVERIES) return this.retry(round, message, FIRST_DELAY_MS * 2 ** deliveries);
    return this.settle(round, message, [{ body: message.body, errors: [FAILED] }]);
  }

  private async retryAll(round: Round, messages: readonly UsageMessage[]): Promise<void> {
    for (const message of messages) await this.retry(round, message, OUTAGE_DELAY_MS);
  }

  private async retry(round: Round, message: UsageMessage, delayMs: number): Promise<void> {
    const told = await this.tell(round, () => message.retry(delayMs));
    if (told) streamMessages.inc({ source: round.source.name, outcome: 'retried' });
  }

  /** A source that cannot be told hands out the message again. Returns whether it was told. */
  private async tell(round: Round, work: () => void | Promise<void>): Promise<boolean> {
    try {
      await this.extensions.call(USAGE_SOURCES, round.source, work);
      return true;
    } catch (error) {
      round.failure ??= error;
      return false;
    }
  }
}

const FAILED: FieldError = {
  field: 'body',
  code: 'internal_error',
  message: 'The service failed to store the message, every time; its log has the error.',
};

/** Whether the failure has nothing to do with the message. */
function isOutage(error: unknown): boolean {
  return error instanceof ServiceUnavailableError || toAppError(error) instanceof ServiceUnavailableError;
}

/** Returns what is wrong with an event; null if it is stored. */
function errorsOf(outcome: EventOutcome | undefined): readonly FieldError[] | null {
  if (outcome === undefined) throw new Error('An event has no outcome');
  if (outcome.status === 'rejected') return outcome.errors;
  if (outcome.status !== 'conflict') return null;
  return [{ field: 'transaction_id', code: 'conflict', message: TRANSACTION_ID_TAKEN }];
}
