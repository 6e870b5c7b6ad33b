import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transactions';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import type { DomainEvent } from '../../../platform/outbox/event-catalogue';
import type {
  AppliedDiscount,
  DiscountableBill,
  DiscountedInvoice,
  InvoiceDiscounts,
  ProposedDiscount,
} from '../../invoices';
import { covers, discountCents, rank, restored, spent, type CouponBalance } from '../coupon.rules';
import type { AppliedCouponEntity } from './applied-coupon.entity';
import { CouponExhausted, eventOf } from './applied-coupon.events';
import { AppliedCouponsRepository } from './applied-coupons.repository';

type BalanceAfter = (applied: AppliedCouponEntity, amountCents: bigint) => CouponBalance;

/** Lowers the bills of customers by their coupons (docs/billing-rules.md#coupons). */
@Injectable()
export class CouponDiscounts implements InvoiceDiscounts {
  readonly source = 'coupon';

  constructor(
    private readonly repository: AppliedCouponsRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  customersConcerned(
    tx: Transaction,
    organizationId: string,
    customerIds: readonly string[],
  ): Promise<readonly string[]> {
    return this.repository.customersWithActive(tx, organizationId, customerIds);
  }

  async discountsFor(tx: Transaction, bill: DiscountableBill): Promise<readonly ProposedDiscount[]> {
    const active = await this.repository.findActive(tx, bill.organizationId, bill.customerId);
    const spentBefore = bill.spentBefore.filter((it) => it.source === this.source);
    return active
      .filter((it) => it.currency === null || it.currency === bill.currency)
      .map((it) => afterPreviewed(it, spentBefore))
      .filter((it) => it.status === 'active')
      .sort((a, b) => rank(a) - rank(b)) // stable: the oldest first within each rank
      .map((applied) => ({
        sourceId: applied.id,
        code: applied.code,
        name: applied.name,
        currency: bill.currency,
        lines: bill.lines.filter((line) => covers(applied, line)),
        amountCents: (leftCents) => discountCents(applied, leftCents),
      }));
  }

  async spend(tx: Transaction, invoice: DiscountedInvoice): Promise<readonly DomainEvent[]> {
    const changes = await this.change(tx, invoice, spent);
    return changes
      .filter(({ before, after }) => before.status === 'active' && after.status === 'exhausted')
      .map(({ after }) => eventOf(CouponExhausted, after));
  }

  async restore(tx: Transaction, invoice: DiscountedInvoice): Promise<readonly DomainEvent[]> {
    await this.change(tx, invoice, restored);
    return [];
  }

  private async change(tx: Transaction, invoice: DiscountedInvoice, balanceAfter: BalanceAfter) {
    const amounts = new Map(invoice.discounts.map((it) => [it.sourceId, it.amountCents]));
    const locked = await this.repository.findForUpdate(tx, invoice.organizationId, [...amounts.keys()]);
    const updatedAt = this.clock.now();
    const changes = locked.map((before) => {
      const balance = balanceAfter(before, amounts.get(before.id) ?? 0n);
      return { before, after: { ...before, ...balance, updatedAt } };
    });
    for (const { after } of changes) await this.repository.update(tx, after);
    return changes;
  }
}

/** Returns a coupon as the earlier bills of the same preview would leave it. */
function afterPreviewed(
  applied: AppliedCouponEntity,
  spentBefore: readonly AppliedDiscount[],
): AppliedCouponEntity {
  return spentBefore
    .filter((it) => it.sourceId === applied.id)
    .reduce((left, { amountCents }) => ({ ...left, ...spent(left, amountCents) }), applied);
}
