import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import type { DeletionGuard } from '../../platform/extensions';
import { Outbox } from '../../platform/outbox/outbox';
import type { CustomerDependent, CustomerDocument, CustomerKey } from '../customers';
import { WalletLedger } from './wallet-ledger';
import { isExpired } from './wallet.rules';
import { WalletsRepository } from './wallets.repository';

/**
 * Keeps customers that have a wallet with a balance, and the currency of customers with wallets. Terminates the wallets
 * of a customer that is deleted (docs/billing-rules.md#wallet-termination).
 */
@Injectable()
export class CustomerWallets implements CustomerDependent, DeletionGuard {
  constructor(
    private readonly repository: WalletsRepository,
    private readonly ledger: WalletLedger,
    private readonly outbox: Outbox,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Locks the wallets, so that none gets credits before it is terminated. The balance of an expired wallet is void. */
  async reasonToKeep(tx: Transaction, organizationId: string, customerId: string): Promise<string | null> {
    const now = this.clock.now();
    const wallets = await this.repository.lockActiveOf(tx, { organizationId, customerId });
    const funded = wallets.find((it) => it.balanceCents > 0n && !isExpired(it, now));
    if (funded === undefined) return null;
    return `The customer has a wallet with a balance; terminate it first: DELETE /v1/wallets/${funded.id}.`;
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
}
