import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import type { DomainEvent } from '../../platform/outbox/event-catalogue';
import type { FundableInvoice, Funding, InvoiceFunder } from '../invoices';
import { WalletLedger } from './wallet-ledger';
import { inOrderOfUse, shareOf } from './wallet.rules';
import { WalletsRepository } from './wallets.repository';

/** Pays invoices from the customer's wallets at finalization (docs/billing-rules.md). */
@Injectable()
export class WalletFunding implements InvoiceFunder {
  readonly source = 'wallets';

  constructor(
    private readonly repository: WalletsRepository,
    private readonly ledger: WalletLedger,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  customersConcerned(
    tx: Transaction,
    organizationId: string,
    customerIds: readonly string[],
  ): Promise<string[]> {
    return this.repository.customersWithBalance(tx, organizationId, customerIds);
  }

  /**
   * Writes one wallet transaction per wallet used. Ignores expired wallets, even if the job has not
   * terminated them yet.
   */
  async fund(tx: Transaction, invoice: FundableInvoice): Promise<Funding> {
    const events: DomainEvent[] = [];
    let due = invoice.amountDueCents;
    const { invoiceId, currency } = invoice;
    for (const wallet of inOrderOfUse(await this.repository.lockUsable(tx, invoice, this.clock.now()))) {
      if (due === 0n) break;
      const use = shareOf(wallet, due);
      const moved = await this.ledger.move(tx, wallet, { ...use, source: 'invoice', invoiceId });
      events.push(...moved.events);
      due -= use.amountCents;
    }
    return { amountCents: invoice.amountDueCents - due, currency, events };
  }

  /**
   * Credits each wallet with the amount that the invoice used from it. Skips terminated wallets, whose
   * balance is voided.
   */
  async release(tx: Transaction, invoice: Omit<FundableInvoice, 'amountDueCents'>): Promise<DomainEvent[]> {
    const { organizationId, invoiceId } = invoice;
    const wallets = await this.repository.lockUsedBy(tx, organizationId, invoiceId);
    const uses = await this.repository.findUses(tx, organizationId, invoiceId);
    const events: DomainEvent[] = [];
    for (const wallet of inOrderOfUse(wallets.filter((it) => it.status === 'active'))) {
      for (const { amountCents, credits } of uses.filter((it) => it.walletId === wallet.id)) {
        const back = { amountCents, credits, source: 'voided_invoice', invoiceId } as const;
        events.push(...(await this.ledger.move(tx, wallet, back)).events);
      }
    }
    return events;
  }
}
