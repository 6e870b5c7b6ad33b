import { Inject, Injectable } from '@nestjs/common';
import { Transactions, type Caller, type Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { newId } from '../../platform/domain/id';
import { InvalidStateError, NotFoundError, ValidationFailedError } from '../../platform/errors/app-error';
import type { Page, PageQuery } from '../../platform/http/paging';
import { Outbox } from '../../platform/outbox/outbox';
import { CustomerBillingTerms } from '../customers';
import { autoTopUpDueAt, autoTopUpOf } from './auto-top-ups/auto-top-up.rules';
import { grantsAfter } from './grants/wallet-grants';
import { assertWorth, worthInWallet } from './wallet-worth';
import type { WalletTopUpEntity } from './top-ups/wallet-top-up.entity';
import { WalletLedger, type ChangedWallet } from './wallet-ledger';
import type { WalletTransactionEntity } from './wallet-transaction.entity';
import { toWalletResponse, type NewWallet, type TopUp, type WalletChanges } from './wallet.dto';
import type { WalletEntity } from './wallet.entity';
import { WalletCreated } from './wallet.events';
import { isExpired } from './wallet.rules';
import { WalletsRepository, type WalletFilters } from './wallets.repository';

const EMPTY = {
  status: 'active',
  balanceCents: 0n,
  creditsBalance: '0',
  consumedAmountCents: 0n,
  consumedCredits: '0',
  lastSequence: null,
  autoTopUpDueAt: null,
  terminatedAt: null,
} as const;

/** Use cases of wallets (docs/billing-rules.md#wallets). */
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
   * @throws ValidationFailedError for an unknown customer, another currency than the customer's, or a past expiration;
   *   ConflictError for a taken code.
   */
  create(caller: Caller, { topUps, recurringGrants, ...input }: NewWallet): Promise<WalletEntity> {
    return this.transactions.runFor(caller, async (tx) => {
      const { organizationId } = caller;
      this.assertFuture(input.expirationAt);
      assertWorth({ ...EMPTY, ...input }, autoTopUpOf(input));
      await this.requireCustomer(tx, organizationId, input);
      const now = this.clock.now();
      const grants = grantsAfter({ ...input, recurringGrants: [] }, recurringGrants, now);
      const dates = {
        autoTopUpDueAt: autoTopUpDueAt({ ...EMPTY, ...input }, now),
        createdAt: now,
        updatedAt: now,
      };
      const wallet = { ...EMPTY, ...input, ...dates, organizationId, id: newId(), ...grants };
      await this.repository.insert(tx, wallet);
      await this.requireCustomer(tx, organizationId, input); // it may have changed meanwhile
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

  list(caller: Caller, filters: WalletFilters, query: PageQuery): Promise<Page<WalletEntity>> {
    return this.transactions.reportFor(caller, (tx) =>
      this.repository.list(tx, caller.organizationId, filters, query),
    );
  }

  async get(caller: Caller, id: string): Promise<WalletEntity> {
    const wallet = await this.transactions.readFor(caller, (tx) =>
      this.repository.find(tx, caller.organizationId, id),
    );
    if (wallet === null) throw new NotFoundError('wallet');
    return wallet;
  }

  /** @throws InvalidStateError when it is terminated; ValidationFailedError for a past expiration. */
  update(
    caller: Caller,
    id: string,
    { recurringGrants, ...changes }: Partial<WalletChanges>,
  ): Promise<WalletEntity> {
    return this.transactions.runFor(caller, async (tx) => {
      this.assertFuture(changes.expirationAt ?? null);
      const before = await this.lockUsable(tx, caller.organizationId, id);
      caller.precondition?.check(toWalletResponse(before));
      const now = this.clock.now();
      const grants = recurringGrants === undefined ? {} : grantsAfter(before, recurringGrants, now);
      const changed: WalletEntity = { ...before, ...changes, ...grants, updatedAt: now };
      const after: WalletEntity = { ...changed, autoTopUpDueAt: autoTopUpDueAt(changed, now) };
      if ('autoTopUpBelow' in changes) assertWorth(after, autoTopUpOf(after));
      await this.repository.update(tx, after);
      return after;
    });
  }

  /** Voids the balance. @throws InvalidStateError when it is already terminated, or a top-up is to be paid. */
  terminate(caller: Caller, id: string): Promise<void> {
    return this.transactions.runFor(caller, async (tx) => {
      const wallet = await this.lockActive(tx, caller.organizationId, id);
      await this.assertNothingPending(tx, wallet);
      const { events } = await this.ledger.terminate(tx, wallet, 'termination');
      await this.outbox.append(tx, ...events);
    });
  }

  /** @throws InvalidStateError when it is terminated or expired; ValidationFailedError for credits worth nothing. */
  topUp(caller: Caller, id: string, topUp: TopUp): Promise<WalletEntity> {
    return this.transactions.runFor(caller, async (tx) => {
      const wallet = await this.lockUsable(tx, caller.organizationId, id);
      const changed = await this.add(tx, wallet, topUp);
      await this.outbox.append(tx, ...changed.events);
      return changed.wallet;
    });
  }

  async transactionsOf(caller: Caller, id: string, query: PageQuery): Promise<Page<WalletTransactionEntity>> {
    await this.get(caller, id);
    return this.transactions.readFor(caller, (tx) =>
      this.repository.listTransactions(tx, caller.organizationId, id, query),
    );
  }

  async topUpsOf(caller: Caller, id: string, query: PageQuery): Promise<Page<WalletTopUpEntity>> {
    await this.get(caller, id);
    return this.transactions.readFor(caller, (tx) =>
      this.repository.listTopUps(tx, caller.organizationId, id, query),
    );
  }

  private add(tx: Transaction, wallet: WalletEntity, topUp: TopUp): Promise<ChangedWallet> {
    const { credits, source } = topUp;
    const amountCents = worthInWallet(wallet, topUp);
    return this.ledger.move(tx, wallet, { credits, amountCents, source, invoiceId: null });
  }

  private async requireCustomer(
    tx: Transaction,
    organizationId: string,
    { customerId, currency }: Pick<NewWallet, 'customerId' | 'currency'>,
  ): Promise<void> {
    const { currency: own } = await this.customers.require(tx, organizationId, customerId);
    if (own === null || own === currency) return;
    const message = `currency must be ${own}, the customer's.`;
    throw ValidationFailedError.of('currency', 'currency_mismatch', message);
  }

  private async lockActive(tx: Transaction, organizationId: string, id: string): Promise<WalletEntity> {
    const wallet = await this.repository.findForUpdate(tx, organizationId, id);
    if (wallet === null) throw new NotFoundError('wallet');
    if (wallet.status === 'terminated') throw new InvalidStateError('The wallet is terminated.');
    return wallet;
  }

  /** Locks a wallet that can be topped up. @throws NotFoundError; InvalidStateError */
  async lockUsable(tx: Transaction, organizationId: string, id: string): Promise<WalletEntity> {
    const wallet = await this.lockActive(tx, organizationId, id);
    if (isExpired(wallet, this.clock.now())) throw new InvalidStateError('The wallet has expired.');
    return wallet;
  }

  private async assertNothingPending(tx: Transaction, { organizationId, id }: WalletEntity): Promise<void> {
    const topUp = await this.repository.findPendingTopUp(tx, organizationId, id);
    if (topUp === null) return;
    throw new InvalidStateError(
      `A top-up of the wallet is to be paid by the invoice ${topUp.invoiceId}; void the invoice first.`,
    );
  }

  private assertFuture(expirationAt: Date | null): void {
    if (expirationAt === null || expirationAt > this.clock.now()) return;
    throw ValidationFailedError.of('expiration_at', 'out_of_range', 'expiration_at must lie in the future.');
  }
}
