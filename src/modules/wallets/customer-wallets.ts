import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { Outbox } from '../../platform/outbox/outbox';
import {
  CustomerDeletionGuard,
  CustomerDependents,
  type CustomerDependent,
  type CustomerDocument,
  type CustomerKey,
} from '../customers';
import { WalletLedger } from './wallet-ledger';
import { isExpired } from './wallet.rules';
import { WalletsRepository } from './wallets.repository';

/**
 * Keeps customers that have a wallet with a balance, and the currency of customers with wallets. Terminates the wallets
 * of a customer that is deleted (docs/billing-rules.md#wallet-termination).
 */
@Injectable()
export class CustomerWallets implements CustomerDependent, OnModuleInit {
  constructor(
    private readonly deletionGuard: CustomerDeletionGuard,
    private readonly dependents: CustomerDependents,
    private readonly repository: WalletsRepository,
    private readonly ledger: WalletLedger,
    private readonly outbox: Outbox,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.deletionGuard.register((tx, organizationId, customerId) =>
      this.obstacleToDeletion(tx, { organizationId, customerId }),
    );
    this.dependents.register(this);
  }

  async documentNotIn(
    tx: Transaction,
    customer: CustomerKey,
    than: string | null,
  ): Promise<CustomerDocument | null> {
    const currency = await this.repository.otherCurrency(tx, customer, than);
    return currency === null ? null : { name: 'a wallet', currency };
  }

  async onDeleted(tx: Transaction, customer: CustomerKey): Promise<void> {
    const now = this.clock.now();
    for (const wallet of await this.repository.lockActiveOf(tx, customer)) {
      const source = isExpired(wallet, now) ? 'expiration' : 'termination';
      const { events } = await this.ledger.terminate(tx, wallet, source);
      await this.outbox.append(tx, ...events);
    }
  }

  /** Locks the wallets, so that none gets credits before it is terminated. The balance of an expired wallet is void. */
  private async obstacleToDeletion(tx: Transaction, customer: CustomerKey): Promise<string | null> {
    const now = this.clock.now();
    const wallets = await this.repository.lockActiveOf(tx, customer);
    const funded = wallets.find((it) => it.balanceCents > 0n && !isExpired(it, now));
    if (funded === undefined) return null;
    return `a wallet with a balance; terminate it first: DELETE /v1/wallets/${funded.id}`;
  }
}
