import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transactions';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import type { OutboxEvent } from '../../../platform/outbox/event-catalogue';
import { Outbox } from '../../../platform/outbox/outbox';
import { InvoicePaid, InvoiceVoided, type InvoiceDto } from '../../invoices';
import { WalletLedger } from '../wallet-ledger';
import { TopUpUndelivered } from '../wallet.events';
import { hasRoomFor } from '../wallet.rules';
import { WalletsRepository } from '../wallets.repository';
import { TopUpsRepository } from './top-ups.repository';
import type { WalletTopUpEntity } from './wallet-top-up.entity';

/**
 * Adds credits in the transaction that pays their invoice. Once: the top-up leaves `pending` under its lock, and the ledger
 * has one paid transaction per invoice and wallet (docs/billing-rules.md#paid-top-ups).
 */
@Injectable()
export class TopUpGrants implements OnModuleInit {
  constructor(
    private readonly outbox: Outbox,
    private readonly repository: TopUpsRepository,
    private readonly wallets: WalletsRepository,
    private readonly ledger: WalletLedger,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.outbox.onBatch(InvoicePaid, async (tx, events) => {
      for (const topUp of await this.pendingOf(tx, events)) await this.grant(tx, topUp);
    });
    this.outbox.onBatch(InvoiceVoided, async (tx, events) => {
      const now = this.clock.now();
      for (const topUp of await this.pendingOf(tx, events)) {
        await this.repository.end(tx, topUp, 'canceled', now);
      }
    });
  }

  private async pendingOf(
    tx: Transaction,
    events: readonly OutboxEvent<InvoiceDto>[],
  ): Promise<WalletTopUpEntity[]> {
    const sales = events.filter(({ object }) => object.invoice_type === 'credit');
    const [first] = sales;
    if (first === undefined) return [];
    const invoiceIds = sales.map((it) => it.objectId);
    return this.repository.lockPending(tx, first.organizationId, invoiceIds);
  }

  private async grant(tx: Transaction, topUp: WalletTopUpEntity): Promise<void> {
    const { organizationId, walletId, invoiceId, credits, amountCents } = topUp;
    const now = this.clock.now();
    const wallet = await this.wallets.findForUpdate(tx, organizationId, walletId);
    if (wallet?.status !== 'active' || !hasRoomFor(wallet, amountCents)) {
      await this.repository.end(tx, topUp, 'undelivered', now);
      await this.outbox.emit(tx, TopUpUndelivered, { organizationId, invoiceId });
      return;
    }
    const { events } = await this.ledger.move(tx, wallet, {
      credits,
      amountCents,
      source: 'paid',
      invoiceId,
    });
    await this.repository.end(tx, topUp, 'granted', now);
    await this.outbox.append(tx, ...events);
  }
}
