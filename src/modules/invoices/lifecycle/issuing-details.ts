import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transactions';
import { CustomerBillingTerms, type Buyer } from '../../customers';
import type { Invoice } from '../invoice';
import { InvoiceNumbers } from './invoice-numbers';

/** What an invoice gets when it becomes final, and keeps. */
interface Issued {
  number: string | null;
  buyer: Buyer | null;
}

/** Gives invoices their number and their buyer when they become final. */
@Injectable()
export class IssuingDetails {
  constructor(
    private readonly customers: CustomerBillingTerms,
    private readonly numbers: InvoiceNumbers,
  ) {}

  /** Returns the details of each draft, in their order. Call it as late in the transaction as possible. */
  async take(tx: Transaction, organizationId: string, drafts: readonly Invoice[]): Promise<Issued[]> {
    const customerIds = drafts.map((it) => it.customerId);
    const buyers = await this.customers.buyers(tx, organizationId, customerIds);
    // As late as possible: until the transaction ends, other finalizations of the organization wait for numbers.
    const numbers = await this.numbers.take(tx, organizationId, drafts.length);
    return drafts.map(({ customerId }, index) => ({
      number: numbers[index] ?? null,
      buyer: buyers.get(customerId) ?? null,
    }));
  }
}
