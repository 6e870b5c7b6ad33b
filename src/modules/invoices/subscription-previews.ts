import { Injectable } from '@nestjs/common';
import { dueDate, issuingDate } from '../../platform/calendar';
import { Transactions, type Transaction } from '../../platform/database/transactions';
import { ValidationFailedError } from '../../platform/errors/app-error';
import { CustomerBillingTerms } from '../customers';
import { PlansService, type SimulatedUsage } from '../plans';
import {
  INVOICE_PREVIEWS,
  type PreviewedBill,
  type PreviewedSubscription,
} from './extensions/invoice-previews';
import { BillExtensions } from './compose/bill-extensions';
import { InvoiceBilling, type BillPreview } from './invoice-billing';
import type { BilledUsage } from './invoice-lines';
import { withinRange } from './invoice.errors';

export interface PreviewInput extends Omit<PreviewedSubscription, 'organizationId'> {
  usage: readonly SimulatedUsage[];
}

/** A computed invoice that is not stored. */
export interface InvoicePreview extends BillPreview {
  customerId: string;
  billingPeriod: { from: Date; to: Date };
  issuingDate: string;
  paymentDueDate: string;
}

/** Previews the first invoice of a subscription; writes nothing. */
@Injectable()
export class SubscriptionPreviews {
  constructor(
    private readonly transactions: Transactions,
    private readonly customers: CustomerBillingTerms,
    private readonly plans: PlansService,
    private readonly billing: InvoiceBilling,
    private readonly extensions: BillExtensions,
  ) {}

  /** @throws ValidationFailedError naming the invalid field. */
  preview(organizationId: string, input: PreviewInput): Promise<InvoicePreview> {
    return this.transactions.readFor(organizationId, (tx) => this.previewIn(tx, organizationId, input));
  }

  private async previewIn(
    tx: Transaction,
    organizationId: string,
    input: PreviewInput,
  ): Promise<InvoicePreview> {
    const { customerId, planId, billingTime, subscriptionAt } = input;
    const terms = await this.customers.require(tx, organizationId, customerId);
    const subscription = { organizationId, customerId, planId, billingTime, subscriptionAt };
    const bill = await this.firstBill(tx, subscription);
    const issuedOn = issuingDate(bill.billedAt, terms.timezone, terms.invoiceGracePeriod);
    const preview = await withinRange('usage', async () =>
      this.billing.previewWithUsage(tx, bill, await this.simulatedUsage(organizationId, input, bill)),
    );
    const dates = { issuingDate: issuedOn, paymentDueDate: dueDate(issuedOn, terms.netPaymentTerm) };
    return { ...preview, customerId, billingPeriod: bill.billingPeriod, ...dates };
  }

  private firstBill(tx: Transaction, subscription: PreviewedSubscription): Promise<PreviewedBill> {
    const [previewer] = this.extensions.of(INVOICE_PREVIEWS);
    if (previewer === undefined) throw new Error('No module previews subscriptions');
    return previewer.firstBill(tx, subscription);
  }

  private async simulatedUsage(
    organizationId: string,
    { planId, usage }: PreviewInput,
    { usagePeriod }: PreviewedBill,
  ): Promise<BilledUsage | null> {
    if (usagePeriod === null) {
      if (usage.length === 0) return null;
      const message =
        'usage must be empty for a plan that is paid in advance: its first invoice bills no usage.';
      throw ValidationFailedError.of('usage', 'invalid_value', message);
    }
    const { current } = await this.plans.get(organizationId, planId);
    const { charges } = await this.plans.simulate(organizationId, planId, usage, usagePeriod.part);
    const used = charges.map(({ charge, result: { units }, amountCents }) => {
      const events = usage.find((it) => it.metricCode === charge.metric.code);
      return { charge, units, amountCents, eventsCount: events?.eventsCount ?? 0 };
    });
    return { charges: used, period: usagePeriod, planVersion: current };
  }
}
