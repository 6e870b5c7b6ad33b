import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { newId } from '../../platform/domain/id';
import type { DomainEvent } from '../../platform/outbox/event-catalogue';
import { autoTopUpDueAt } from './auto-top-ups/auto-top-up.rules';
import { toWalletTransactionResponse } from './wallet-transaction.dto';
import type { WalletTransactionEntity } from './wallet-transaction.entity';
import { toWalletResponse } from './wallet.dto';
import type { WalletEntity } from './wallet.entity';
import { WalletTerminated, WalletTransactionCreated } from './wallet.events';
import { MOVEMENTS, everythingOf, totalsAfter, type Amount, type TransactionSource } from './wallet.rules';
import { WalletsRepository } from './wallets.repository';

/** An amount that is moved, its cause, and its invoice if it has one. */
export interface Movement extends Amount {
  source: TransactionSource;
  invoiceId: string | null;
  /** The recurring grant and its period, from 0, that add the credits. */
  recurring?: { grantId: string; period: number };
}

/** A wallet after a change, with the events to append. */
export interface ChangedWallet {
  wallet: WalletEntity;
  events: DomainEvent[];
}

/** The only writer of balances: each change is a row of the append-only ledger. */
@Injectable()
export class WalletLedger {
  constructor(
    private readonly repository: WalletsRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Writes a transaction. The caller holds the lock on the wallet and has checked that its balance suffices. */
  async move(tx: Transaction, wallet: WalletEntity, movement: Movement): Promise<ChangedWallet> {
    const { source, amountCents, credits, invoiceId, recurring } = movement;
    const now = this.clock.now();
    const sequence = (wallet.lastSequence ?? 0) + 1;
    const totals = totalsAfter(wallet, source, { amountCents, credits });
    const moved: WalletEntity = { ...wallet, ...totals, lastSequence: sequence, updatedAt: now };
    // Who gets money back must not be charged again for it: only the next use begins a top-up.
    const dueAt = source === 'refund' ? wallet.autoTopUpDueAt : autoTopUpDueAt(moved, now);
    const after: WalletEntity = { ...moved, autoTopUpDueAt: dueAt };
    const transaction: WalletTransactionEntity = {
      organizationId: wallet.organizationId,
      id: newId(),
      walletId: wallet.id,
      sequence,
      previousSequence: wallet.lastSequence,
      transactionType: MOVEMENTS[source].type,
      transactionStatus: MOVEMENTS[source].status,
      ...{ source, amountCents, credits, invoiceId },
      recurringGrantId: recurring?.grantId ?? null,
      recurringGrantPeriod: recurring?.period ?? null,
      balanceBeforeCents: wallet.balanceCents,
      balanceAfterCents: after.balanceCents,
      currency: wallet.currency,
      createdAt: now,
    };
    // In this order: the wallet's balance refers to its newest transaction.
    await this.repository.insertTransaction(tx, transaction);
    await this.repository.update(tx, after);
    return { wallet: after, events: [toEvent(transaction, after)] };
  }

  /** Voids the balance and terminates the wallet. The caller holds the lock on it. */
  async terminate(
    tx: Transaction,
    wallet: WalletEntity,
    source: 'termination' | 'expiration',
  ): Promise<ChangedWallet> {
    const { wallet: emptied, events } =
      wallet.balanceCents > 0n
        ? await this.move(tx, wallet, { ...everythingOf(wallet), source, invoiceId: null })
        : { wallet, events: [] };
    const now = this.clock.now();
    const end = { status: 'terminated', terminatedAt: now, autoTopUpDueAt: null } as const;
    const after: WalletEntity = { ...emptied, ...end, updatedAt: now };
    await this.repository.update(tx, after);
    const { organizationId, id: objectId } = after;
    const terminated = WalletTerminated.of({ organizationId, objectId, object: toWalletResponse(after) });
    return { wallet: after, events: [...events, terminated] };
  }
}

function toEvent(transaction: WalletTransactionEntity, { customerId }: WalletEntity): DomainEvent {
  const { organizationId, id: objectId } = transaction;
  const object = toWalletTransactionResponse(transaction);
  return WalletTransactionCreated.of({ organizationId, objectId, object, customerId });
}
