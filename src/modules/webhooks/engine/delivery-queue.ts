import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../../platform/config/config';
import { Notifier } from '../../../platform/database/notifier';
import type { PreparedStatement } from '../../../platform/database/prepared-statement';
import { WriteFailures } from '../../../platform/database/write-failures';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import { newId } from '../../../platform/domain/id';
import {
  INBOX_CHANNEL,
  failureColumns,
  inboxColumns,
  outcomeColumns,
  type AttemptRecord,
} from './attempt-record';
import {
  CLAIM,
  FIND_QUEUES,
  FIND_EXPIRED_LEASES,
  LAST_ID,
  RELEASE_ALL_QUEUE_LEASES,
  RELEASE_CLAIMS,
  RELEASE_QUEUE_LEASES,
  RELEASE_LOST_CLAIM,
  RENEW_QUEUE_LEASES,
} from './claim.queries';
import {
  toClaimedDeliveries,
  type ClaimedDelivery,
  type ClaimedRow,
  type EndpointKey,
} from './claimed-delivery';
import { DeliveryDatabase } from './delivery-database';
import type { ClaimQuota } from './fair-share';
import { RECORD_DELIVERED, RECORD_FAILED, RECORD_IN_INBOX } from './record.query';

const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const START: EndpointKey = { organizationId: FIRST_ID, endpointId: FIRST_ID };
/** Maximum number of endpoint queues per organization in `findOrganizations`. */
const QUEUES_PER_ORGANIZATION = 4;
/** Short, so that other workers can serve the endpoint queues of a killed worker within seconds. */
export const QUEUE_LEASE_MS = 5000;

/** An endpoint queue with deliveries to claim. */
export interface ReadyQueue extends EndpointKey {
  /** Whether the endpoint is active and no other worker serves it. */
  available: boolean;
  /** Whether another worker serves it and has let a delivery wait for more than a second. */
  isBehind: boolean;
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

/**
 * The delivery queue in PostgreSQL, from the point of view of one worker (docs/webhooks.md). There are two
 * kinds of lease. An endpoint queue lease lets only one worker serve an endpoint, which enforces the cap per
 * endpoint across processes. A delivery lease belongs to one claim. Both use the database's clock.
 */
@Injectable()
export class DeliveryQueue {
  /** ID of this worker, as the owner of endpoint queue leases. */
  private readonly owner = newId();
  private readonly leaseMs: number;
  private lostClaim: LostClaim | null = null;
  private cursor = START;
  private organizationCursor = START;

  constructor(
    private readonly database: DeliveryDatabase,
    private readonly writeFailures: WriteFailures,
    private readonly notifier: Notifier,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.leaseMs = 2 * config.webhooks.timeoutMs;
  }

  /**
   * Returns the next page of endpoint queues, at most `most` of them. After the last page, the next call
   * starts over.
   */
  async findQueues(most: number): Promise<{ queues: ReadyQueue[]; isFirst: boolean; isLast: boolean }> {
    const start = this.cursor;
    const queues = await this.queuesAfter(start, most, most);
    const next = queues.length === most ? queues.at(-1) : undefined;
    this.cursor = next ?? START;
    return { queues, isFirst: start === START, isLast: next === undefined };
  }

  /** Returns a few endpoint queues of each of the next organizations, at most `most` in all. */
  async findOrganizations(most: number): Promise<ReadyQueue[]> {
    const queues = await this.queuesAfter(this.organizationCursor, most, QUEUES_PER_ORGANIZATION);
    const last = queues.length === most ? queues.at(-1) : undefined;
    this.organizationCursor =
      last === undefined ? START : { organizationId: last.organizationId, endpointId: LAST_ID };
    return queues;
  }

  /** Leases endpoint queues and claims up to its quota of deliveries from each. Returns them oldest first. */
  async claim(quotas: readonly ClaimQuota[]): Promise<ClaimedDelivery[]> {
    await this.releaseLostClaim();
    const id = newId();
    let sentAt = 0;
    const values = [...columnsOf(quotas), this.owner, QUEUE_LEASE_MS, this.leaseMs, id];
    try {
      const rows = await this.database.query<ClaimedRow>(CLAIM, values, (at) => (sentAt = at));
      const startBefore = sentAt + this.leaseMs - this.config.webhooks.timeoutMs;
      return toClaimedDeliveries(rows, quotas, startBefore);
    } catch (error) {
      this.lostClaim = { id, quotas };
      throw error;
    }
  }

  async renewQueueLeases(queues: readonly EndpointKey[]): Promise<void> {
    await this.database.query(RENEW_QUEUE_LEASES, [...keysOf(queues), this.owner, QUEUE_LEASE_MS]);
  }

  /** Releases these leases, so that other workers can serve the endpoint queues. */
  async releaseQueueLeases(queues: readonly EndpointKey[]): Promise<void> {
    await this.database.query(RELEASE_QUEUE_LEASES, [...keysOf(queues), this.owner]);
  }

  /** Releases the leases of all endpoint queues that this worker serves, at shutdown. */
  async releaseAllQueueLeases(): Promise<void> {
    await this.releaseLostClaim();
    await this.database.query(RELEASE_ALL_QUEUE_LEASES, [this.owner]);
  }

  /** Releases claims whose attempt has not started, so that they can be claimed again. */
  async release(claims: readonly ClaimedDelivery[]): Promise<void> {
    await this.database.query(RELEASE_CLAIMS, [
      claims.map((it) => it.organizationId),
      claims.map((it) => it.id),
      claims.map((it) => it.generation),
    ]);
  }

  /** Finds deliveries with expired leases, of any worker. */
  async findExpiredLeases(): Promise<ExpiredLease[]> {
    await this.releaseLostClaim();
    const rows = await this.database.query<ExpiredLeaseRow>(FIND_EXPIRED_LEASES, [this.leaseMs]);
    return rows.map((it) => ({
      organizationId: it.organization_id,
      deliveryId: it.delivery_id,
      generation: it.generation,
      retries: it.retries,
      maxRetries: it.max_retries,
      isRetry: it.is_retry,
      leaseExpirations: it.lapses,
      attemptedAt: new Date(it.leased_until.getTime() - this.leaseMs),
    }));
  }

  /**
   * Records outcomes. Returns how many were accepted; the others belong to superseded claims and are ignored.
   *
   * @param onSent called with the number of outcomes in a statement, once that statement has been sent
   */
  async record(
    records: readonly AttemptRecord[],
    onSent: (outcomes: number) => void = () => undefined,
  ): Promise<number> {
    const delivered = records.filter((it) => it.success && it.inboxHeaders === null);
    const stored = records.filter((it) => it.inboxHeaders !== null);
    const failed = records.filter((it) => !it.success);
    const now = this.clock.frozenAt();
    let accepted = 0;
    if (delivered.length > 0) {
      const values = [...outcomeColumns(delivered), now];
      accepted += await this.write(RECORD_DELIVERED, values, () => onSent(delivered.length));
    }
    if (stored.length > 0) {
      const values = [...outcomeColumns(stored), now, ...inboxColumns(stored)];
      accepted += await this.write(RECORD_IN_INBOX, values, () => onSent(stored.length));
      this.notifier.notify(INBOX_CHANNEL);
    }
    if (failed.length > 0) {
      const values = [...outcomeColumns(failed), ...failureColumns(failed), now];
      accepted += await this.write(RECORD_FAILED, values, () => onSent(failed.length));
    }
    return accepted;
  }

  /**
   * Releases the deliveries of a failed claim. If the connection broke before the response, the claim may
   * have succeeded, and this worker does not know which deliveries it holds. This must happen before the next
   * claim or search for expired leases. Otherwise the deliveries would wait until their leases expire, and an
   * attempt that was never made would be recorded for them.
   */
  private async releaseLostClaim(): Promise<void> {
    const { lostClaim } = this;
    if (lostClaim === null) return;
    await this.database.query(RELEASE_LOST_CLAIM, [...columnsOf(lostClaim.quotas), lostClaim.id]);
    if (this.lostClaim === lostClaim) this.lostClaim = null;
  }

  private async queuesAfter(
    { organizationId, endpointId }: EndpointKey,
    most: number,
    mostOfOrganization: number,
  ): Promise<ReadyQueue[]> {
    const values = [organizationId, endpointId, most, this.owner, mostOfOrganization];
    const rows = await this.database.query<QueueRow>(FIND_QUEUES, values);
    return rows.map((it) => ({
      organizationId: it.organization_id,
      endpointId: it.webhook_endpoint_id,
      available: it.active && it.free,
      isBehind: it.active && !it.free && it.late,
    }));
  }

  private write(statement: PreparedStatement, values: unknown[], onSent: () => void): Promise<number> {
    return this.writeFailures.watch(async (wrote) => {
      const [row] = await this.database.query<{ accepted: number }>(statement, values, onSent);
      const accepted = row?.accepted ?? 0;
      if (accepted > 0) wrote();
      return accepted;
    });
  }
}

const columnsOf = (quotas: readonly ClaimQuota[]): unknown[] => [
  quotas.map((it) => it.organizationId),
  quotas.map((it) => it.endpointId),
  quotas.map((it) => it.quota),
];

/**
 * Returns the keys as parameters, in the order in which a claim locks them, so that two statements of one
 * worker cannot deadlock.
 */
const keysOf = (queues: readonly EndpointKey[]): [string[], string[]] => {
  const sorted = [...queues].sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
  return [sorted.map((it) => it.organizationId), sorted.map((it) => it.endpointId)];
};

const keyOf = ({ organizationId, endpointId }: EndpointKey): string => organizationId + endpointId;

/** A delivery whose lease expired before an outcome was recorded. `attemptedAt` is when the lease began. */
export interface ExpiredLease {
  organizationId: string;
  deliveryId: string;
  generation: number;
  retries: number;
  maxRetries: number;
  isRetry: boolean;
  leaseExpirations: number;
  attemptedAt: Date;
}

interface ExpiredLeaseRow {
  organization_id: string;
  delivery_id: string;
  generation: number;
  retries: number;
  max_retries: number;
  is_retry: boolean;
  lapses: number;
  leased_until: Date;
}
