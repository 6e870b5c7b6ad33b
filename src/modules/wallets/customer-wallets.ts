import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import type { DeletionGuard } from '../../platform/extensions';
import { Outbox } from '../../platform/outbox/outbox';
import { CustomerDeleted, type DeletedCustomer } from '../customers';
import { WalletLedger } from './wallet-ledger';
import { isExpired } from './wallet.rules';
import { WalletsRepository } from './wallets.repository';

/** Keeps customers with a balance from being deleted, and terminates the wallets of those that are. */
@Injectable()
export class CustomerWallets implements DeletionGuard, OnModuleInit {
  constructor(
    private readonly outbox: Outbox,
    private readonly repository: WalletsRepository,
    private readonly ledger: WalletLedger,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.outbox.on(CustomerDeleted, (tx, customer) => this.terminateAll(tx, customer));
  }

  /** Locks the wallets, so that none gets a balance before it is terminated. */
  async reasonToKeep(tx: Transaction, organizationId: string, customerId: string): Promise<string | null> {
    const now = this.clock.now();
    const wallets = await this.repository.lockActiveOf(tx, organizationId, customerId);
    const hasBalance = wallets.some((it) => it.balanceCents > 0n && !isExpired(it, now));
    return hasBalance ? 'a wallet with a balance; terminate the wallet first' : null;
  }

  private async terminateAll(
    tx: Transaction,
    { organizationId, customerId }: DeletedCustomer,
  ): Promise<void> {
    const now = this.clock.now();
    for (const wallet of await this.repository.lockActiveOf(tx, organizationId, customerId)) {
      const source = isExpired(wallet, now) ? 'expiration' : 'termination';
      const { events } = await this.ledger.terminate(tx, wallet, source);
      await this.outbox.append(tx, ...events);
    }
  }
}

/** Keeps the currency of customers with wallets. */
@Injectable()
export class WalletCurrencyGuard implements DeletionGuard {
  constructor(private readonly repository: WalletsRepository) {}

  async reasonToKeep(tx: Transaction, organizationId: string, customerId: string): Promise<string | null> {
    return (await this.repository.hasAny(tx, organizationId, customerId)) ? 'wallets' : null;
  }
}
