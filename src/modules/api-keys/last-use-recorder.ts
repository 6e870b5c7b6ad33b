import { Injectable, type BeforeApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions';
import { logger } from '../../platform/observability/logger';
import { ApiKeysRepository } from './api-keys.repository';

/** At most one write per second, regardless of the number of requests. */
const FLUSH_INTERVAL_MS = 1000;

/** Records when keys were used, and writes these times in the background, in one statement per flush. */
@Injectable()
export class LastUseRecorder implements OnModuleInit, BeforeApplicationShutdown {
  private uses = new Map<string, { organizationId: string; id: string; at: Date }>();
  /**
   * When each key was last used, by key ID, until that time is stored. Reads include these times, so that they cover
   * every request that this process has served.
   */
  private readonly latest = new Map<string, Date>();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly transactions: Transactions,
    private readonly repository: ApiKeysRepository,
  ) {}

  onModuleInit(): void {
    this.timer = setInterval(() => void this.flush(), FLUSH_INTERVAL_MS).unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.flush();
  }

  record(organizationId: string, id: string, at: Date): void {
    this.uses.set(id, { organizationId, id, at });
    this.latest.set(id, at);
  }

  /** Returns the later of the stored last use and the last use in this process. */
  lastUsedAt(id: string, stored: Date | null): Date | null {
    const seen = this.latest.get(id) ?? null;
    return seen === null || (stored !== null && stored > seen) ? stored : seen;
  }

  private async flush(): Promise<void> {
    if (this.uses.size === 0) return;
    const uses = this.uses;
    this.uses = new Map();
    try {
      await this.repository.saveLastUses(this.transactions.reader, [...uses.values()]);
      for (const use of uses.values()) if (this.latest.get(use.id) === use.at) this.latest.delete(use.id);
    } catch (error) {
      this.uses = new Map([...uses, ...this.uses]);
      logger.warn(
        { reason: (error as Error).message },
        'Could not save when API keys were last used; the next flush retries',
      );
    }
  }
}
