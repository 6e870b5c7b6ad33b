import { Inject, Injectable } from '@nestjs/common';
import { Transactions, type Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { newId } from '../../platform/domain/id';
import { AmountOutOfRangeError } from '../../platform/domain/money';
import { InvalidStateError, NotFoundError, ValidationFailedError } from '../../platform/errors/app-error';
import type { Page, PageQuery } from '../../platform/http/paging';
import { NO_PRECONDITION, type Precondition } from '../../platform/http/versions';
import { Outbox } from '../../platform/outbox/outbox';
import { CustomerBillingTerms } from '../customers';
import { WalletLedger, type ChangedWallet } from './wallet-ledger';
import type { WalletTransactionEntity } from './wallet-transaction.entity';
import { toWalletResponse, type NewWallet, type TopUp, type WalletChanges } from './wallet.dto';
import type { WalletEntity } from './wallet.entity';
import { WalletCreated } from './wallet.events';
import { canHold, isExpired, worthOf, type Balance } from './wallet.rules';
import { WalletsRepository, type WalletFilters } from './wallets.repository';

const EMPTY = {
  status: 'active',
  balanceCents: 0n,
  creditsBalance: '0',
  consumedAmountCents: 0n,
  consumedCredits: '0',
  lastSequence: null,
  terminatedAt: null,
  rowVersion: 1,
} as const;

/** Implements docs/billing-rules.md#wallets. */
@Injectable()
export class WalletsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: WalletsRepository,
    private readonly ledger: WalletLedger,
    private readonly customers: CustomerBillingTerms,
    private readonly outbox: Outbox,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * @throws ValidationFailedError for an unknown customer, another currency than the customer's or a past expiration;
   *   ConflictError if the code is taken.
   */
  create(organizationId: string, { topUps, ...input }: NewWallet): Promise<WalletEntity> {
    return this.transactions.runFor(organizationId, async (tx) => {
      this.assertFuture(input.expirationAt);
      const { customerId, currency } = input;
      await this.customers.requireIn(tx, organizationId, customerId, currency);
      const now = this.clock.now();
      const wallet = { ...EMPTY, ...input, organizationId, id: newId(), createdAt: now, updatedAt: now };
      await this.repository.insert(tx, wallet);
      // Check again: the customer could be deleted, or its currency changed, until the row was inserted.
      await this.customers.requireIn(tx, organizationId, customerId, currency);
      const about = { organizationId, objectId: wallet.id, object: toWalletResponse(wallet) };
      let changed: ChangedWallet = { wallet, events: [WalletCreated.of(about)] };
      for (const topUp of topUps) {
        const { wallet: after, events } = await this.add(tx, changed.wallet, topUp);
        changed = { wallet: after, events: [...changed.events, ...events] };
      }
      await this.outbox.append(tx, ...changed.events);
      return changed.wallet;
    });
  }

  list(organizationId: string, filters: WalletFilters, query: PageQuery): Promise<Page<WalletEntity>> {
    return this.transactions.readFor(organizationId, (tx) =>
      this.repository.list(tx, organizationId, filters, query),
    );
  }

  async get(organizationId: string, id: string): Promise<WalletEntity> {
    const wallet = await this.transactions.readFor(organizationId, (tx) =>
      this.repository.find(tx, organizationId, id),
    );
    if (wallet === null) throw new NotFoundError('wallet');
    return wallet;
  }

  /**
   * @throws InvalidStateError if the wallet is terminated or expired; ValidationFailedError for a past
   *   expiration.
   */
  update(
    organizationId: string,
    id: string,
    changes: Partial<WalletChanges>,
    precondition: Precondition<WalletEntity> = NO_PRECONDITION,
  ): Promise<WalletEntity> {
    return this.transactions.runFor(organizationId, async (tx) => {
      this.assertFuture(changes.expirationAt ?? null);
      const before = await this.lockUsable(tx, organizationId, id);
      precondition.assertMet(before);
      return this.repository.update(tx, { ...before, ...changes, updatedAt: this.clock.now() });
    });
  }

  /**
   * Terminates the wallet and voids its balance.
   *
   * @throws InvalidStateError if it is already terminated.
   */
  terminate(organizationId: string, id: string): Promise<void> {
    return this.transactions.runFor(organizationId, async (tx) => {
      const wallet = await this.lockActive(tx, organizationId, id);
      const { events } = await this.ledger.terminate(tx, wallet, 'termination');
      await this.outbox.append(tx, ...events);
    });
  }

  /**
   * @throws InvalidStateError if the wallet is terminated or expired; ValidationFailedError if the value of
   *   the credits rounds to 0, or the balance would exceed 2^53-1.
   */
  topUp(organizationId: string, id: string, topUp: TopUp): Promise<WalletEntity> {
    return this.transactions.runFor(organizationId, async (tx) => {
      const wallet = await this.lockUsable(tx, organizationId, id);
      const changed = await this.add(tx, wallet, topUp);
      await this.outbox.append(tx, ...changed.events);
      return changed.wallet;
    });
  }

  async transactionsOf(
    organizationId: string,
    id: string,
    query: PageQuery,
  ): Promise<Page<WalletTransactionEntity>> {
    await this.get(organizationId, id);
    return this.transactions.readFor(organizationId, (tx) =>
      this.repository.listTransactions(tx, organizationId, id, query),
    );
  }

  private add(tx: Transaction, wallet: WalletEntity, topUp: TopUp): Promise<ChangedWallet> {
    const { credits, source } = topUp;
    const amountCents = worthInWallet(wallet, topUp);
    return this.ledger.move(tx, wallet, { credits, amountCents, source, invoiceId: null });
  }

  private async lockActive(tx: Transaction, organizationId: string, id: string): Promise<WalletEntity> {
    const wallet = await this.repository.findForUpdate(tx, organizationId, id);
    if (wallet === null) throw new NotFoundError('wallet');
    if (wallet.status === 'terminated')
      throw new InvalidStateError('The wallet is terminated. Create another with POST /v1/wallets.');
    return wallet;
  }

  private async lockUsable(tx: Transaction, organizationId: string, id: string): Promise<WalletEntity> {
    const wallet = await this.lockActive(tx, organizationId, id);
    if (isExpired(wallet, this.clock.now()))
      throw new InvalidStateError('The wallet has expired. Create another with POST /v1/wallets.');
    return wallet;
  }

  private assertFuture(expirationAt: Date | null): void {
    if (expirationAt === null || expirationAt > this.clock.now()) return;
    throw ValidationFailedError.of('expiration_at', 'out_of_range', 'expiration_at must be in the future.');
  }
}

/**
 * Returns the value of the credits in minor units.
 *
 * @throws ValidationFailedError naming the field if the value is 0 or the balance would exceed 2^53-1.
 */
function worthInWallet(
  wallet: Balance & { rateAmount: string; currency: string },
  { field, credits }: TopUp,
): bigint {
  const tooMuch = `${field} would raise the balance above 2^53-1.`;
  const tooLittle = `${field} must be worth at least one minor unit of the currency.`;
  const refuse = (message: string): never => {
    throw ValidationFailedError.of(field, 'out_of_range', message);
  };
  try {
    const worth = worthOf(credits, wallet.rateAmount, wallet.currency);
    if (worth === 0n) return refuse(tooLittle);
    return canHold(wallet, worth) ? worth : refuse(tooMuch);
  } catch (error) {
    if (error instanceof AmountOutOfRangeError) return refuse(tooMuch);
    throw error;
  }
}
