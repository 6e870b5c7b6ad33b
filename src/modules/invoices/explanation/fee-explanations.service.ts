import { Injectable } from '@nestjs/common';
import { Transactions, type Transaction } from '../../../platform/database/transactions';
import { NotFoundError } from '../../../platform/errors/app-error';
import { ExtensionFailedError } from '../../../platform/extensions';
import { EventValuesNeededError, PlansService, type PlanVersion } from '../../plans';
import { UsageExplanations, type CountedEvents, type ExplainedUsage } from '../../usage';
import type { Invoice } from '../invoice';
import type { InvoiceFeeEntity } from '../invoice-fee.entity';
import type { FeeOfInvoice } from '../invoice-fees.repository';
import { InvoicesService } from '../invoices.service';
import { unexplained, type ExplainedAmount, type IncompleteReason } from './explanation-step';
import { chargeFeeSteps, planFeeSteps, pricedFeeSteps } from './fee-steps';
import { taxSteps } from './tax-steps';

/** How the amount and the taxes of a fee arise. */
export interface FeeExplanation {
  fee: FeeOfInvoice;
  /** Null if no plan has set the price. */
  planVersion: number | null;
  amount: ExplainedAmount;
  taxes: ExplainedAmount;
  /** Null unless the fee counts usage events. */
  events: CountedEvents | null;
}

type Explained = Pick<FeeExplanation, 'amount' | 'events'>;

/** Explains fees by the records that they were computed from (docs/concepts.md#why-a-fee-has-its-amount). */
@Injectable()
export class FeeExplanations {
  constructor(
    private readonly transactions: Transactions,
    private readonly invoices: InvoicesService,
    private readonly plans: PlansService,
    private readonly usage: UsageExplanations,
  ) {}

  /**
   * Explains a fee; that of a draft with all usage so far. The number of statements does not depend on the usage.
   *
   * @throws NotFoundError also for a fee of another invoice.
   */
  async explain(organizationId: string, invoiceId: string, feeId: string): Promise<FeeExplanation> {
    const invoice = await this.invoices.get(organizationId, invoiceId);
    const fee = invoice.fees.find((it) => it.id === feeId);
    if (fee === undefined) throw new NotFoundError('fee');
    return this.transactions.readFor(organizationId, async (tx) => {
      const version = await this.versionOf(tx, fee);
      const explained = await this.amountOf(tx, invoice, fee, version);
      const taxes = taxSteps(fee, invoice);
      return { fee: { ...fee, invoice }, planVersion: version?.version ?? null, ...explained, taxes };
    });
  }

  private async versionOf(tx: Transaction, fee: InvoiceFeeEntity): Promise<PlanVersion | null> {
    const { organizationId, planVersionId: id } = fee;
    if (id === null) return null;
    return (await this.plans.findVersions(tx, organizationId, [id])).get(id) ?? null;
  }

  private async amountOf(
    tx: Transaction,
    invoice: Invoice,
    fee: InvoiceFeeEntity,
    version: PlanVersion | null,
  ): Promise<Explained> {
    const { currency } = invoice;
    const orStored = (steps: ExplainedAmount | undefined, reason: IncompleteReason): Explained => ({
      amount: steps ?? unexplained(fee.amountCents, currency, reason),
      events: null,
    });
    switch (fee.type) {
      case 'charge':
        return this.chargeOf(tx, invoice, fee);
      case 'subscription':
        return orStored(
          planFeeSteps(fee, version, currency),
          version === null ? 'not_stored' : 'amount_differs',
        );
      case 'one_off':
        return orStored(pricedFeeSteps(fee, currency), 'amount_differs');
      case 'add_on':
        return orStored(pricedFeeSteps(fee, currency), 'set_by_extension');
    }
  }

  private async chargeOf(tx: Transaction, invoice: Invoice, fee: InvoiceFeeEntity): Promise<Explained> {
    const { currency, status } = invoice;
    const usage = await this.usageOf(tx, invoice, fee);
    if (typeof usage === 'string') {
      return { amount: unexplained(fee.amountCents, currency, usage), events: null };
    }
    const differs = status === 'draft' ? 'draft_changed' : 'amount_differs';
    const amount = chargeFeeSteps(fee, usage, currency) ?? unexplained(fee.amountCents, currency, differs);
    return { amount, events: usage.events };
  }

  private async usageOf(
    tx: Transaction,
    { organizationId, usagePeriodId: periodId }: Invoice,
    { chargeId }: InvoiceFeeEntity,
  ): Promise<ExplainedUsage | IncompleteReason> {
    if (periodId === null || chargeId === null) return 'not_stored';
    try {
      return (await this.usage.explain(tx, organizationId, { periodId, chargeId })) ?? 'not_stored';
    } catch (error) {
      if (error instanceof EventValuesNeededError) return 'not_stored';
      if (error instanceof ExtensionFailedError) return 'charge_model_failed';
      throw error;
    }
  }
}
