import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { Batcher } from '../../platform/batching/batcher';
import { Transactions } from '../../platform/database/transactions';
import { logger } from '../../platform/observability/logger';
import { ApiKeysRepository } from './api-keys.repository';

/** At most one write per second, regardless of the number of requests (docs/decisions.md#organizations-and-api-keys). */
const FLUSH_INTERVAL_MS = 1000;

interface Use {
  organizationId: string;
  id: string;
  at: Date;
}

/** Records when keys were used and writes it behind the requests, in one statement. */
@Injectable()
export class LastUseRecorder implements BeforeApplicationShutdown {
  /** The last use of each key, by key id, until it is stored: a read never shows less than this process has served. */
  private readonly latest = new Map<string, Use>();
  private readonly batcher: Batcher<Use, undefined>;
  private stopping = false;

  constructor(
    private readonly transactions: Transactions,
    private readonly repository: ApiKeysRepository,
  ) {
    this.batcher = new Batcher({
      maxSize: Infinity,
      maxDelayMs: FLUSH_INTERVAL_MS,
      write: (keys) => this.store(keys.map((it) => this.latest.get(it.id) ?? it)),
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    await this.batcher.drain();
  }

  record(organizationId: string, id: string, at: Date): void {
    const use = { organizationId, id, at };
    const isQueued = this.latest.has(id);
    this.latest.set(id, use);
    if (!isQueued) void this.batcher.add(use);
  }

  /** Returns the later of the stored use and the last one that this process has seen. */
  lastUsedAt(id: string, stored: Date | null): Date | null {
    const seen = this.latest.get(id)?.at ?? null;
    return seen === null || (stored !== null && stored > seen) ? stored : seen;
  }

  /** Queues keys again that were used during the write, and all of them when it fails. */
  private async store(uses: readonly Use[]): Promise<undefined[]> {
    try {
      await this.repository.saveLastUses(this.transactions.reader, uses);
      for (const use of uses) if (this.latest.get(use.id) === use) this.latest.delete(use.id);
    } catch (error) {
      logger.warn({ reason: (error as Error).message }, 'Last uses of API keys could not be stored');
    }
    return uses.map(({ id }) => {
      const latest = this.latest.get(id);
      if (latest !== undefined && !this.stopping) void this.batcher.add(latest);
      return undefined;
    });
  }
}
