import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions';
import { Outbox } from '../../platform/outbox/outbox';
import { InvoiceDebts } from '../invoices';
import type { PaymentRequest } from './payment-request.dto';
import { createdEventOf } from './payment-request.events';
import { PaymentRequestMaker } from './payment-request-maker';
import { PaymentRequestsRepository } from './payment-requests.repository';

/** Customers per page. */
const PAGE = 200;
/** After so many requests a call ends: it holds an HTTP request open. */
const ENOUGH = 1000;

/** Requests to everyone who is overdue (billing-rules.md, Dunning). */
@Injectable()
export class PaymentRequestBatch {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: PaymentRequestsRepository,
    private readonly maker: PaymentRequestMaker,
    private readonly debts: InvoiceDebts,
    private readonly outbox: Outbox,
  ) {}

  /**
   * A request for every customer and currency with overdue invoices that are in no open request. Each customer
   * is a transaction of its own, so that what was made stays made; some thousand at most in one call.
   */
  async create(organizationId: string): Promise<PaymentRequest[]> {
    const made: PaymentRequest[] = [];
    let page: string[] = [];
    do {
      const after = page.at(-1) ?? null;
      page = await this.debts.overdueCustomers(this.transactions.reader, organizationId, {
        after,
        limit: PAGE,
      });
      for (const customerId of page) made.push(...(await this.createFor(organizationId, customerId)));
    } while (page.length === PAGE && made.length < ENOUGH);
    return made;
  }

  private createFor(organizationId: string, customerId: string): Promise<PaymentRequest[]> {
    return this.transactions.run(async (tx) => {
      await this.repository.lockCustomer(tx, organizationId, customerId);
      const overdue = await this.maker.lockOverdue(tx, organizationId, customerId, ['open']);
      const made: PaymentRequest[] = [];
      for (const invoices of overdue.values()) {
        made.push(await this.maker.make(tx, organizationId, invoices, null));
      }
      await this.outbox.append(tx, ...made.map(createdEventOf));
      return made;
    });
  }
}
