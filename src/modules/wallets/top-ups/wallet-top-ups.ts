import { Inject, Injectable } from '@nestjs/common';
import { Transactions, type Caller, type Transaction } from '../../../platform/database/transactions';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import { newId } from '../../../platform/domain/id';
import { ValidationFailedError } from '../../../platform/errors/app-error';
import { CreditInvoices } from '../../invoices';
import { worthInWallet } from '../wallet-worth';
import type { TopUp } from '../wallet.dto';
import type { WalletEntity } from '../wallet.entity';
import { WalletsService } from '../wallets.service';
import { TopUpsRepository } from './top-ups.repository';

/** A wallet after a top-up was asked for, and the invoice that sells the credits. */
interface ToppedUpWallet {
  wallet: WalletEntity;
  /** Null when the credits were added at once. */
  invoiceId: string | null;
}

/** Tops wallets up, or sells the credits first (docs/billing-rules.md#paid-top-ups). */
@Injectable()
export class WalletTopUps {
  constructor(
    private readonly transactions: Transactions,
    private readonly wallets: WalletsService,
    private readonly repository: TopUpsRepository,
    private readonly invoices: CreditInvoices,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * @param isCollected whether the credits are added only when their invoice is paid
   * @throws InvalidStateError when it is terminated or expired; ValidationFailedError for credits worth nothing, and for
   *   granted ones that are to be collected.
   */
  async topUp(caller: Caller, id: string, topUp: TopUp, isCollected: boolean): Promise<ToppedUpWallet> {
    if (!isCollected) return { wallet: await this.wallets.topUp(caller, id, topUp), invoiceId: null };
    if (topUp.source !== 'paid') {
      const message = 'collect must be false for granted credits.';
      throw ValidationFailedError.of('collect', 'invalid_value', message);
    }
    const found = await this.wallets.get(caller, id);
    return this.transactions.runFor(caller, (tx) => this.sell(tx, found, topUp, false));
  }

  /**
   * Sells credits, and locks the wallet between the invoice and its number (docs/decisions.md#lock-order).
   *
   * @param automatic whether the wallet itself began it; the caller then holds its lock.
   */
  async sell(
    tx: Transaction,
    found: WalletEntity,
    topUp: TopUp,
    automatic: boolean,
  ): Promise<ToppedUpWallet> {
    const { organizationId, id: walletId, customerId, currency, rateAmount } = found;
    const { credits } = topUp;
    const amountCents = worthInWallet(found, topUp);
    const description = found.name ?? 'Prepaid credits';
    const sale = { customerId, currency, description, credits, rateAmount, amountCents };
    const draft = await this.invoices.prepare(tx, organizationId, sale);
    const wallet = await this.wallets.lockUsable(tx, organizationId, walletId);
    const now = this.clock.now();
    await this.repository.insert(tx, {
      ...{ organizationId, id: newId(), walletId, invoiceId: draft.id, credits, amountCents },
      ...{ status: 'pending', automatic, takenBackCents: 0n, notTakenBackCents: 0n },
      ...{ createdAt: now, updatedAt: now },
    });
    await this.invoices.issue(tx, draft);
    return { wallet, invoiceId: draft.id };
  }
}
