import { Injectable } from '@nestjs/common';
import { Transactions, type Transaction } from '../../../platform/database/transactions';
import { RequestError } from '../../../platform/errors/app-error';
import { Jobs } from '../../../platform/jobs/jobs';
import type { LeasedQueue } from '../../../platform/jobs/leased-queue';
import { SCHEDULES } from '../../../platform/jobs/schedules';
import type { CollectionEntity } from '../collection.entity';
import { CollectionsRepository, QUEUE } from '../collections.repository';
import { CollectionRecorder } from './collection-recorder';
import { gone, LEASE_SECONDS, leaseFrom } from './collection-state.rules';
import { CollectionSteps, type StepNeeds } from './collection-steps';

/** Collections that one process advances at a time: each waits for its provider most of the time. */
const CONCURRENCY = 32;
/** Steps in a row: create, confirm, end. */
const MOST_STEPS = 4;

/** Advances collections until they are dead: those that are new, of which there is news, or whose next poll is due. */
@Injectable()
export class CollectionQueue {
  private readonly queue: LeasedQueue;

  constructor(
    private readonly transactions: Transactions,
    private readonly repository: CollectionsRepository,
    private readonly steps: CollectionSteps,
    private readonly recorder: CollectionRecorder,
    jobs: Jobs,
  ) {
    this.queue = jobs.leasedQueue({
      name: QUEUE,
      schedule: SCHEDULES.collections,
      concurrency: CONCURRENCY,
      nextDueAt: (reader, now) => repository.dueSince(reader, now),
      claim: (tx, now, limit) => repository.claim(tx, now, limit),
      lease: (tx, organizationId, ids) => repository.lease(tx, organizationId, ids, LEASE_SECONDS),
      work: ({ organizationId, id }) => this.advance(organizationId, id),
    });
  }

  /** Advances what is due, in the background. Call it after the commit that made something due. */
  readonly wake = (): void => {
    this.queue.wake();
  };

  /** Advances one collection until nothing more is to be done at once. */
  async advance(organizationId: string, id: string): Promise<void> {
    for (let n = 0; n < MOST_STEPS; n++) {
      const found = await this.transactions.readFor(organizationId, async (tx) => {
        const collection =
          n === 0
            ? await this.repository.find(tx, organizationId, id)
            : await this.repository.findDue(tx, organizationId, id);
        return collection === null ? null : { collection, needs: await this.needsOf(tx, collection) };
      });
      if (found === null) return;
      const { collection, needs } = found;
      const { nextActionAt } =
        needs instanceof RequestError
          ? await this.withoutConnection(collection, needs.message)
          : await this.steps.take(collection, needs);
      if (nextActionAt === null) return;
    }
  }

  /** Returns what is wrong with the connection, where it cannot be used. */
  private async needsOf(tx: Transaction, collection: CollectionEntity): Promise<StepNeeds | RequestError> {
    try {
      return await this.steps.needsOf(tx, collection);
    } catch (error) {
      if (error instanceof RequestError) return error;
      throw error;
    }
  }

  /** What was never sent has failed; what may have reached the provider waits for its connection. */
  private withoutConnection(collection: CollectionEntity, reason: string): Promise<CollectionEntity> {
    const failure = { failureCode: 'provider_not_connected', failureReason: reason };
    return this.recorder.change(collection, (current, now) =>
      current.requestedAt === null && current.deadAt === null
        ? gone({ ...failure, status: 'failed' }, now)
        : { polls: current.polls + 1, nextActionAt: leaseFrom(now) },
    );
  }
}
