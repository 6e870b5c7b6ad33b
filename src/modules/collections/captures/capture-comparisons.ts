import { Injectable } from '@nestjs/common';
import { Transactions } from '../../../platform/database/transactions';
import { RequestError } from '../../../platform/errors/app-error';
import type { DueRow } from '../../../platform/jobs/job-failures';
import { Jobs } from '../../../platform/jobs/jobs';
import { SCHEDULES } from '../../../platform/jobs/schedules';
import { CollectorConnections, ListedDisputes, type ConnectedCollector } from '../../payments';
import type { CaptureComparisonEntity } from './capture-comparison.entity';
import { LEASE_SECONDS, disputesSince, listedSince, nextComparison } from './capture-comparison.rules';
import { CaptureComparisonsRepository, QUEUE } from './capture-comparisons.repository';
import { LateCaptures } from './late-captures';

/** Connections that one process compares at a time. */
const CONCURRENCY = 4;

/** Compares what providers captured with what is known here, so that no money stays unseen (docs/payments.md#captures). */
@Injectable()
export class CaptureComparisons {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: CaptureComparisonsRepository,
    private readonly captures: LateCaptures,
    private readonly disputes: ListedDisputes,
    private readonly connections: CollectorConnections,
    jobs: Jobs,
  ) {
    jobs.leasedQueue({
      name: QUEUE,
      schedule: SCHEDULES.captures,
      concurrency: CONCURRENCY,
      nextDueAt: (reader, now) => repository.dueSince(reader, now),
      claim: (tx, now, limit) => repository.claim(tx, now, limit),
      lease: (tx, organizationId, ids) => repository.lease(tx, organizationId, ids, LEASE_SECONDS),
      work: (row) => this.compare(row),
    });
  }

  private async compare({ organizationId, id }: DueRow): Promise<void> {
    const read = await this.transactions.readFor(organizationId, async (tx) => ({
      comparison: await this.repository.find(tx, organizationId, id),
      ...(await this.repository.present(tx)),
    }));
    const { comparison, now, origin } = read;
    if (comparison === null) return;
    const { since, isDeep } = listedSince(comparison, now, origin);
    const isDone = await this.compareSince(comparison, since, disputesSince(comparison, isDeep), now);
    const done = { comparedUntil: now, origin, ...(isDeep ? { deepAt: now } : {}) };
    const next = { attemptedAt: now, nextActionAt: nextComparison(isDone, now) };
    await this.transactions.runFor({ organizationId, job: QUEUE }, (tx) =>
      this.repository.update(tx, comparison, { ...next, ...(isDone ? done : {}) }),
    );
  }

  /** Returns whether the provider has shown all of its captures and disputes. */
  private async compareSince(
    comparison: CaptureComparisonEntity,
    since: Date,
    disputedSince: Date,
    now: Date,
  ): Promise<boolean> {
    const { organizationId, provider } = comparison;
    let collector: ConnectedCollector;
    try {
      collector = await this.connections.open(organizationId, provider, { collectionId: null });
    } catch (error) {
      // Without credentials nothing can be compared, and nothing can be collected either.
      if (error instanceof RequestError) return true;
      throw error;
    }
    let page: string | null = null;
    do {
      const result = await collector.listCaptures(since, page);
      if (result.kind !== 'done') return false;
      await this.captures.take(comparison, result.value.captures);
      page = result.value.next;
    } while (page !== null);
    do {
      const result = await collector.listDisputes(disputedSince, page);
      if (result.kind !== 'done') return false;
      await this.disputes.take(comparison, result.value.disputes, now);
      page = result.value.next;
    } while (page !== null);
    return true;
  }
}
