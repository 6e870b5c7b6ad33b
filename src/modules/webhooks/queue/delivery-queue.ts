import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../../platform/config/config';
import { plainArray, textArray } from '../../../platform/database/array-literal';
import type { PreparedStatement } from '../../../platform/database/prepared-statement';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import { newId } from '../../../platform/domain/id';
import {
  CLAIM,
  FIRST_ID,
  FIND_EXPIRED,
  FIND_QUEUES,
  LAST_ID,
  RELEASE_ALL_QUEUES,
  RELEASE_CLAIMS,
  RELEASE_LOST_CLAIM,
  RELEASE_QUEUES,
  RENEW_QUEUES,
} from './claim.queries';
import { findPayloads, recentIds } from './claim-payloads';
import {
  toClaimedDeliveries,
  withoutPayload,
  type ClaimedDelivery,
  type ClaimedRow,
  type EndpointKey,
} from './claimed-delivery';
import { DeliveryDatabase } from './delivery-database';
import { RECORD_DELIVERED, RECORD_FAILED } from './record.queries';

const START: EndpointKey = { organizationId: FIRST_ID, endpointId: FIRST_ID };
/** Endpoint queues per organization in the walk over organizations. */
const QUEUES_PER_ORGANIZATION = 4;
/** Short, so that the queues of a killed worker are free again within seconds. */
export const QUEUE_LEASE_MS = 5000;

/** An endpoint queue that is not empty. */
export interface NonEmptyQueue extends EndpointKey {
  /** The endpoint is active and no other worker serves it. */
  available: boolean;
  /** Another worker serves it and is more than a second behind. */
  behind: boolean;
}

/** How many deliveries to claim for an endpoint. */
export interface ClaimQuota extends EndpointKey {
  quota: number;
}

/** The outcome of one attempt, and the delivery's next stage. */
export interface AttemptRecord {
  organizationId: string;
  deliveryId: string;
  generation: number;
  attemptedAt: Date;
  httpStatus: number | null;
  response: string | null;
  /** Null if unknown. */
  durationMs: number | null;
  /** One `name: value` a line. */
  requestHeaders: string | null;
  responseHeaders: string | null;
  success: boolean;
  errorMessage: string | null;
  stage: string;
  delaySeconds: number;
  retries: number;
  expiredLeases: number;
}

/** A delivery whose lease expired before an outcome was recorded. */
export interface ExpiredDelivery {
  organizationId: string;
  deliveryId: string;
  generation: number;
  retries: number;
  maxRetries: number;
  isRetry: boolean;
  expiredLeases: number;
  attemptedAt: Date;
}

interface LostClaim {
  id: string;
  quotas: readonly ClaimQuota[];
}

interface QueueRow {
  organization_id: string;
  webhook_endpoint_id: string;
  active: boolean;
  free: boolean;
  late: boolean;
}

interface ExpiredRow {
  organization_id: string;
  delivery_id: string;
  generation: number;
  retries: number;
  max_retries: number;
  is_retry: boolean;
  lapses: number;
  leased_until: Date;
}

/**
 * The queue in PostgreSQL, as one worker sees it (docs/webhooks.md#claims-and-leases). There are two kinds of lease: a
 * queue lease makes one worker the only one that serves an endpoint, which keeps the cap per endpoint across
 * processes; a delivery lease belongs to one claim. Both are on the database's clock.
 */
@Injectable()
export class DeliveryQueue {
  /** Identifies this worker in queue leases. */
  private readonly owner = newId();
  private readonly leaseMs: number;
  private lostClaim: LostClaim | null = null;
  private cursor = START;
  private organizationCursor = START;

  constructor(
    private readonly database: DeliveryDatabase,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.leaseMs = 2 * config.webhooks.timeoutMs;
  }

  /** Returns the next page of endpoint queues that are not empty. After the last page the walk starts over. */
  async findQueues(limit: number): Promise<{ queues: NonEmptyQueue[]; isFirst: boolean; isLast: boolean }> {
    const start = this.cursor;
    const queues = await this.queuesAfter(start, limit, limit);
    const next = queues.length === limit ? queues.at(-1) : undefined;
    this.cursor = next ?? START;
    return { queues, isFirst: start === START, isLast: next === undefined };
  }

  /** Returns the next page of endpoint queues with only the first few of each organization. */
  async findOrganizations(limit: number): Promise<NonEmptyQueue[]> {
    const queues = await this.queuesAfter(this.organizationCursor, limit, QUEUES_PER_ORGANIZATION);
    const last = queues.length === limit ? queues.at(-1) : undefined;
    this.organizationCursor =
      last === undefined ? START : { organizationId: last.organizationId, endpointId: LAST_ID };
    return queues;
  }

  /** Leases endpoint queues and claims up to a quota of deliveries from each. */
  async claim(quotas: readonly ClaimQuota[]): Promise<ClaimedDelivery[]> {
    await this.releaseLostClaim();
    const id = newId();
    let sentAt = 0;
    const values = [...columnsOf(quotas), this.owner, QUEUE_LEASE_MS, this.leaseMs, id, ...recentIds()];
    try {
      const rows = await this.database.query<ClaimedRow>(CLAIM, values, (at) => (sentAt = at));
      const startBefore = sentAt + this.leaseMs - this.config.webhooks.timeoutMs;
      const payloads = await findPayloads(this.database, withoutPayload(rows, quotas));
      return toClaimedDeliveries(rows, quotas, startBefore, payloads);
    } catch (error) {
      this.lostClaim = { id, quotas };
      throw error;
    }
  }

  /** Renews the leases of these queues. */
  async renewQueues(queues: readonly EndpointKey[]): Promise<void> {
    await this.database.query(RENEW_QUEUES, [...keysOf(queues), this.owner, QUEUE_LEASE_MS]);
  }

  /** Ends the leases of these queues, so that other workers can lease them immediately. */
  async releaseQueues(queues: readonly EndpointKey[]): Promise<void> {
    await this.database.query(RELEASE_QUEUES, [...keysOf(queues), this.owner]);
  }

  /** Ends all leases of this worker when it shuts down. */
  async releaseAllQueues(): Promise<void> {
    await this.releaseLostClaim();
    await this.database.query(RELEASE_ALL_QUEUES, [this.owner]);
  }

  /** Releases claims whose attempt has not started. */
  async release(claims: readonly ClaimedDelivery[]): Promise<void> {
    await this.database.query(RELEASE_CLAIMS, [
      claims.map((it) => it.organizationId),
      claims.map((it) => it.id),
      claims.map((it) => it.generation),
    ]);
  }

  /** Returns deliveries whose lease has expired, of any worker. */
  async findExpired(): Promise<ExpiredDelivery[]> {
    await this.releaseLostClaim();
    const rows = await this.database.query<ExpiredRow>(FIND_EXPIRED, [this.leaseMs]);
    return rows.map((it) => ({
      organizationId: it.organization_id,
      deliveryId: it.delivery_id,
      generation: it.generation,
      retries: it.retries,
      maxRetries: it.max_retries,
      isRetry: it.is_retry,
      expiredLeases: it.lapses,
      attemptedAt: new Date(it.leased_until.getTime() - this.leaseMs),
    }));
  }

  /**
   * Records outcomes. Returns how many were accepted; the others belong to a claim that has been superseded.
   *
   * @param onFlushed called for each statement once it is certain to reach the database, with its number of outcomes
   */
  async record(
    records: readonly AttemptRecord[],
    onFlushed: (outcomes: number) => void = () => undefined,
  ): Promise<number> {
    const delivered = records.filter((it) => it.success);
    const failed = records.filter((it) => !it.success);
    let accepted = 0;
    if (delivered.length > 0) {
      const values = [...outcomeColumns(delivered), this.clock.frozenAt()];
      accepted += await this.write(RECORD_DELIVERED, values, () => onFlushed(delivered.length));
    }
    if (failed.length > 0) {
      const values = [
        ...outcomeColumns(failed),
        plainArray(failed.map((it) => it.stage)),
        plainArray(failed.map((it) => it.delaySeconds)),
        plainArray(failed.map((it) => it.retries)),
        plainArray(failed.map((it) => it.expiredLeases)),
        this.clock.frozenAt(),
      ];
      accepted += await this.write(RECORD_FAILED, values, () => onFlushed(failed.length));
    }
    return accepted;
  }

  /**
   * Releases the deliveries of a claim that may have committed although its response was lost. This happens before
   * anything else is claimed or rescued: otherwise they would wait for their lease and then be recorded as attempted.
   */
  private async releaseLostClaim(): Promise<void> {
    const { lostClaim } = this;
    if (lostClaim === null) return;
    await this.database.query(RELEASE_LOST_CLAIM, [...columnsOf(lostClaim.quotas), lostClaim.id]);
    if (this.lostClaim === lostClaim) this.lostClaim = null;
  }

  private async queuesAfter(
    { organizationId, endpointId }: EndpointKey,
    limit: number,
    limitPerOrganization: number,
  ): Promise<NonEmptyQueue[]> {
    const values = [organizationId, endpointId, limit, this.owner, limitPerOrganization];
    const rows = await this.database.query<QueueRow>(FIND_QUEUES, values);
    return rows.map((it) => ({
      organizationId: it.organization_id,
      endpointId: it.webhook_endpoint_id,
      available: it.active && it.free,
      behind: it.active && !it.free && it.late,
    }));
  }

  private async write(
    statement: PreparedStatement,
    values: unknown[],
    onFlushed: () => void,
  ): Promise<number> {
    const [row] = await this.database.query<{ accepted: number }>(statement, values, onFlushed);
    return row?.accepted ?? 0;
  }
}

const columnsOf = (quotas: readonly ClaimQuota[]): unknown[] => [
  quotas.map((it) => it.organizationId),
  quotas.map((it) => it.endpointId),
  quotas.map((it) => it.quota),
];

/** The first parameters of both record statements, in their order. */
const outcomeColumns = (records: readonly AttemptRecord[]): string[] => [
  plainArray(records.map((it) => it.organizationId)),
  plainArray(records.map((it) => it.deliveryId)),
  plainArray(records.map((it) => it.generation)),
  plainArray(records.map(() => newId())),
  plainArray(records.map((it) => it.attemptedAt.toISOString())),
  plainArray(records.map((it) => it.httpStatus)),
  textArray(records.map((it) => it.response)),
  textArray(records.map((it) => it.errorMessage)),
  plainArray(records.map((it) => it.durationMs)),
  textArray(records.map((it) => it.requestHeaders)),
  textArray(records.map((it) => it.responseHeaders)),
];

/** Returns the columns of the keys in lock order, as in a claim, so that two statements of one worker cannot deadlock. */
const keysOf = (keys: readonly EndpointKey[]): [string[], string[]] => {
  const sorted = [...keys].sort((one, other) => (textOf(one) < textOf(other) ? -1 : 1));
  return [sorted.map((it) => it.organizationId), sorted.map((it) => it.endpointId)];
};

const textOf = ({ organizationId, endpointId }: EndpointKey): string => organizationId + endpointId;
