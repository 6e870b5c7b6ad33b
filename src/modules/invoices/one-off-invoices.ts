import { Inject, Injectable } from '@nestjs/common';
import { Transactions, type Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { ValidationFailedError } from '../../platform/errors/app-error';
import { CustomerBillingTerms } from '../customers';
import type { Invoice } from './invoice';
import { BillPipeline } from './compose/bill-pipeline';
import { InvoiceFinalization } from './invoice-finalization';
import { oneOffLine } from './invoice-lines';
import { withinRange } from './invoice.errors';
import { InvoicesRepository } from './invoices.repository';
import { newInvoice, withFees } from './new-invoice';
import { oneOffProblems, type OneOffFee } from './one-off.rules';

export interface OneOffInput {
  customerId: string;
  currency: string;
  fees: OneOffFee[];
}

/** Creates one-off invoices (docs/billing-rules.md). */
@Injectable()
export class OneOffInvoices {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: InvoicesRepository,
    private readonly customers: CustomerBillingTerms,
    private readonly pipeline: BillPipeline,
    private readonly finalization: InvoiceFinalization,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Creates an invoice and finalizes it immediately, without a grace period.
   *
   * @throws ValidationFailedError naming the field.
   */
  create(organizationId: string, input: OneOffInput): Promise<Invoice> {
    return this.transactions.runFor(organizationId, async (tx) => {
      await this.customers.lock(tx, organizationId, [input.customerId]);
      const draft = await this.draft(tx, organizationId, input);
      await this.repository.insertNew(tx, [draft]);
      await this.repository.insertLines(tx, [draft]);
      // Check again: the customer could be deleted, or its currency changed, until the row was inserted.
      await this.customers.requireIn(tx, organizationId, input.customerId, input.currency);
      const [invoice] = await this.finalization.issue(tx, [{ draft, isFinal: true, events: [] }]);
      if (invoice === undefined) throw new Error('The one-off invoice was not issued');
      return invoice;
    });
  }

  private async draft(tx: Transaction, organizationId: string, input: OneOffInput): Promise<Invoice> {
    const { customerId, currency, fees } = input;
    const terms = await this.customers.require(tx, organizationId, customerId);
    const problems = oneOffProblems(input, terms.currency);
    if (problems.length > 0) throw new ValidationFailedError(problems);
    const now = this.clock.now();
    const about = { organizationId, customerId, currency, bill: null, billedAt: now, graceDays: 0 };
    const empty = newInvoice({ ...about, invoiceType: 'one_off' }, terms, now);
    return withinRange('fees', async () => {
      const lines = fees.map((it) => oneOffLine(it, currency));
      return withFees(empty, await this.pipeline.composeOneOff(tx, empty, lines));
    });
  }
}
