import { Inject, Injectable } from '@nestjs/common';
import { isDatabaseUnavailable } from '../../platform/database/pg-errors';
import { Transactions } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { logger } from '../../platform/observability/logger';
import { Outbox } from '../../platform/outbox/outbox';
import { WalletLedger } from './wallet-ledger';
import { WalletsRepository } from './wallets.repository';

/** Terminates wallets when they expire (docs/billing-rules.md). */
@Injectable()
export class WalletExpiration {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: WalletsRepository,
    private readonly ledger: WalletLedger,
    private readonly outbox: Outbox,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  nextDueAt(): Promise<Date | null> {
    return this.repository.nextExpiration(this.transactions.reader);
  }

  /**
   * Terminates all expired wallets in order of expiration, each in its own transaction, so any number of
   * instances may run concurrently. A wallet that fails does not delay others; the next run retries it.
   * Returns the number of terminated wallets.
   *
   * @throws the first failure, after all expired wallets were processed.
   */
  async run(): Promise<number> {
    const failures = new Map<string, unknown>();
    let count = 0;
    while (await this.terminateNext(failures)) count++;
    for (const error of failures.values()) throw error;
    return count;
  }

  private async terminateNext(failures: Map<string, unknown>): Promise<boolean> {
    const claimed: { id?: string } = {};
    try {
      return await this.transactions.run(async (tx) => {
        const wallet = await this.repository.claimExpired(tx, this.clock.now(), [...failures.keys()]);
        if (wallet === null) return false;
        claimed.id = wallet.id;
        await this.transactions.confine(tx, wallet.organizationId, async () => {
          const { events } = await this.ledger.terminate(tx, wallet, 'expiration');
          await this.outbox.append(tx, ...events);
        });
        return true;
      });
    } catch (error) {
      if (claimed.id === undefined || isDatabaseUnavailable(error)) throw error;
      logger.error(
        { wallet: claimed.id, err: error },
        'Could not terminate an expired wallet; the next run retries',
      );
      failures.set(claimed.id, error);
      return true;
    }
  }
}
