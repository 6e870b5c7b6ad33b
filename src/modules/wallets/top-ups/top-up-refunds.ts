import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transactions';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import type { DomainEvent } from '../../../platform/outbox/event-catalogue';
import { Outbox } from '../../../platform/outbox/outbox';
import { InvoiceRefunds, InvoicesRefunded } from '../../invoices';
import { WalletLedger } from '../wallet-ledger';
import { shareOf } from '../wallet.rules';
import { WalletsRepository } from '../wallets.repository';
import { TopUpsRepository } from './top-ups.repository';
import type { WalletTopUpEntity } from './wallet-top-up.entity';

/**
 * Takes sold credits back as their price is refunded, as far as the balance reaches, and records what it could not take
 * (docs/billing-rules.md#paid-top-ups).
 */
@Injectable()
export class TopUpRefunds implements OnModuleInit {
  constructor(
    private readonly outbox: Outbox,
    private readonly repository: TopUpsRepository,
    private readonly wallets: WalletsRepository,
    private readonly ledger: WalletLedger,
    private readonly refunds: InvoiceRefunds,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.outbox.on(InvoicesRefunded, async (tx, { organizationId, invoiceIds }) => {
      const topUps = await this.repository.lockGranted(tx, organizationId, invoiceIds);
      for (const topUp of topUps) await this.takeBack(tx, topUp);
    });
  }

  /** What a refund that failed gave back is not added again: the next refund takes that much less. */
  private async takeBack(tx: Transaction, topUp: WalletTopUpEntity): Promise<void> {
    const { organizationId, walletId, invoiceId } = topUp;
    const refundedCents = await this.refunds.refundedOf(tx, organizationId, invoiceId);
    const openCents = refundedCents - topUp.takenBackCents - topUp.notTakenBackCents;
    if (openCents <= 0n) return;
    const wallet = await this.wallets.findForUpdate(tx, organizationId, walletId);
    const balanceCents = wallet?.status === 'active' ? wallet.balanceCents : 0n;
    const takenCents = openCents < balanceCents ? openCents : balanceCents;
    const events: DomainEvent[] = [];
    if (wallet !== null && takenCents > 0n) {
      const amount = shareOf(wallet, takenCents);
      const moved = await this.ledger.move(tx, wallet, { ...amount, source: 'refund', invoiceId: null });
      events.push(...moved.events);
    }
    await this.repository.noteTakenBack(tx, topUp, {
      takenBackCents: topUp.takenBackCents + takenCents,
      notTakenBackCents: topUp.notTakenBackCents + openCents - takenCents,
      updatedAt: this.clock.now(),
    });
    await this.outbox.append(tx, ...events);
  }
}
