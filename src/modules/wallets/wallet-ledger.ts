import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { newId } from '../../platform/domain/id';
import type { DomainEvent } from '../../platform/outbox/event-catalogue';
import { toWalletTransactionResponse } from './wallet-transaction.dto';
import type { WalletTransactionEntity } from './wallet-transaction.entity';
import { toWalletResponse } from './wallet.dto';
import type { WalletEntity } from './wallet.entity';
import { WalletTerminated, WalletTransactionCreated } from './wallet.events';
import { MOVEMENTS, everythingOf, totalsAfter, type Amount, type TransactionSource } from './wallet.rules';
import { WalletsRepository } from './wallets.repository';

/** An amount to add or remove, and its cause. `invoiceId` is null unless an invoice is the cause. */
export interface Movement extends Amount {
  source: TransactionSource;
  invoiceId: string | null;
}

/** A wallet after a change, with the events to append. */
export interface ChangedWallet {
  wallet: WalletEntity;
  events: DomainEvent[];
}

/** The only writer of balances. Every change is a row in the append-only ledger. */
@Injectable()
export class WalletLedger {
  constructor(
    private readonly repository: WalletsRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Writes a transaction. The caller has locked the wallet and checked that its balance is sufficient. */
  async move(tx: Transaction, wallet: WalletEntity, movement: Movement): Promise<ChangedWallet> {
    const { source, amountCents, credits } = movement;
    const now = this.clock.now();
    const sequence = (wallet.lastSequence ?? 0) + 1;
    const totals = totalsAfter(wallet, source, { amountCents, credits });
    const after: WalletEntity = { ...wallet, ...totals, lastSequence: sequence, updatedAt: now };
    const transaction: WalletTransactionEntity = {
      organizationId: wallet.organizationId,
      id: newId(),
      walletId: wallet.id,
      sequence,
      previousSequence: wallet.lastSequence,
      transactionType: MOVEMENTS[source].type,
      transactionStatus: MOVEMENTS[source].status,
      ...movement,
      balanceBeforeCents: wallet.balanceCents,
      balanceAfterCents: after.balanceCents,
      currency: wallet.currency,
      createdAt: now,
    };
    // Insert the transaction first, because the row of the wallet references its newest transaction.
    await this.repository.insertTransaction(tx, transaction);
    return { wallet: await this.repository.update(tx, after), events: [toEvent(transaction, wallet)] };
  }

  /** Voids the balance and terminates the wallet. The caller has locked the wallet. */
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
    const after: WalletEntity = { ...emptied, status: 'terminated', terminatedAt: now, updatedAt: now };
    const stored = await this.repository.update(tx, after);
    const { organizationId, id: objectId } = after;
    const terminated = WalletTerminated.of({ organizationId, objectId, object: toWalletResponse(after) });
    return { wallet: stored, events: [...events, terminated] };
  }
}

function toEvent(transaction: WalletTransactionEntity, { customerId }: WalletEntity): DomainEvent {
  const { organizationId, id: objectId } = transaction;
  const object = toWalletTransactionResponse(transaction);
  return WalletTransactionCreated.of({ organizationId, objectId, object, customerId });
}
