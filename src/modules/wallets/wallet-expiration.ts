import { Inject, Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { Outbox } from '../../platform/outbox/outbox';
import { WalletLedger } from './wallet-ledger';
import { WalletsRepository } from './wallets.repository';

/** Terminates wallets when they expire (billing-rules.md, Wallets). */
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
   * Terminates all that have expired, in the order of expiration, each in a transaction of its own: any number
   * of instances may be at it. Answers how many.
   */
  async run(): Promise<number> {
    let count = 0;
    while (await this.terminateNext()) count++;
    return count;
  }

  private terminateNext(): Promise<boolean> {
    return this.transactions.run(async (tx) => {
      const wallet = await this.repository.claimExpired(tx, this.clock.now());
      if (wallet === null) return false;
      const { events } = await this.ledger.terminate(tx, wallet, 'expiration');
      await this.outbox.append(tx, ...events);
      return true;
    });
  }
}
