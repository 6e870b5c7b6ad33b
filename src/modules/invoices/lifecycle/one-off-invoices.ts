import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transactions';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import { ValidationFailedError } from '../../../platform/errors/app-error';
import { withinRange } from '../../../platform/errors/within-range';
import { CustomerBillingTerms, type BillingTerms } from '../../customers';
import { oneOffLine } from '../compose/bill-line';
import { BillPipeline } from '../compose/bill-pipeline';
import { Spendings } from '../compose/spending';
import type { Invoice } from '../invoice';
import { InvoiceFinalization } from './invoice-finalization';
import { InvoicesRepository } from '../invoices.repository';
import { newInvoice, withFees } from './new-invoice';
import { oneOffProblems, type OneOffFee } from './one-off.rules';

/** The request for a one-off invoice. */
export interface OneOffInput {
  customerId: string;
  currency: string;
  fees: OneOffFee[];
}

/** Makes invoices that belong to no subscription (docs/billing-rules.md#one-off-invoices). */
@Injectable()
export class OneOffInvoices {
  constructor(
    private readonly repository: InvoicesRepository,
    private readonly customers: CustomerBillingTerms,
    private readonly pipeline: BillPipeline,
    private readonly spendings: Spendings,
    private readonly finalization: InvoiceFinalization,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Creates an invoice that is final at once, without grace period. @throws ValidationFailedError naming the field. */
  async create(tx: Transaction, organizationId: string, input: OneOffInput): Promise<Invoice> {
    const { customerId } = input;
    const draft = await this.draft(tx, organizationId, input);
    await this.repository.insertNew(tx, [draft]);
    await this.repository.insertLines(tx, [draft]);
    // It may have been deleted, or got another currency, meanwhile.
    assertSound(input, await this.customers.require(tx, organizationId, customerId));
    // Late, so that invoices of one customer wait for little: no other transaction can lock the new invoice before.
    const spending = await this.spendings.lock(tx, organizationId, [customerId]);
    const [invoice] = await this.finalization.issue(tx, [{ draft, isFinal: true, events: [] }], spending);
    if (invoice === undefined) throw new Error('A one-off invoice was not issued');
    return invoice;
  }

  private async draft(tx: Transaction, organizationId: string, input: OneOffInput): Promise<Invoice> {
    const { customerId, currency, fees } = input;
    const terms = await this.customers.require(tx, organizationId, customerId);
    assertSound(input, terms);
    const now = this.clock.now();
    const about = { organizationId, customerId, currency, bill: null, billedAt: now, graceDays: 0 };
    const empty = newInvoice({ ...about, invoiceType: 'one_off' }, terms, now);
    return withinRange('fees', async () => {
      const lines = fees.map((it) => oneOffLine(it, currency));
      return withFees(empty, await this.pipeline.composeOneOff(tx, empty, lines));
    });
  }
}

function assertSound(input: OneOffInput, { currency }: BillingTerms): void {
  const problems = oneOffProblems(input, currency);
  if (problems.length > 0) throw new ValidationFailedError(problems);
}
