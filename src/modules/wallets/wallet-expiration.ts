import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { Jobs } from '../../platform/jobs/jobs';
import { SCHEDULES } from '../../platform/jobs/schedules';
import { Outbox } from '../../platform/outbox/outbox';
import { WalletLedger } from './wallet-ledger';
import type { WalletEntity } from './wallet.entity';
import { WalletsRepository } from './wallets.repository';

const NAME = 'wallet-expiration';

/** Terminates wallets when they expire (docs/billing-rules.md#wallets). */
@Injectable()
export class WalletExpiration {
  constructor(
    jobs: Jobs,
    private readonly repository: WalletsRepository,
    private readonly ledger: WalletLedger,
    private readonly outbox: Outbox,
  ) {
    jobs.dueQueue<WalletEntity>({
      name: NAME,
      schedule: SCHEDULES.walletExpiration,
      nextDueAt: (reader, now) => this.repository.nextExpiration(reader, NAME, now),
      claim: (tx, now, limit) => this.repository.claimExpired(tx, NAME, now, limit),
      act: (tx, wallets) => this.terminate(tx, wallets),
    });
  }

  private async terminate(tx: Transaction, wallets: readonly WalletEntity[]): Promise<void> {
    for (const wallet of wallets) {
      const { events } = await this.ledger.terminate(tx, wallet, 'expiration');
      await this.outbox.append(tx, ...events);
    }
  }
}
