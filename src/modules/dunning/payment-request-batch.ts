import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions';
import { AmountOutOfRangeError } from '../../platform/domain/money';
import { logger } from '../../platform/observability/logger';
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
/** With an Idempotency-Key it is one transaction, which holds the locks of all that it asks for. */
const ENOUGH_AT_ONCE = 100;

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
   * is a transaction of its own, so that what was made stays made; some thousand at most in one call. Under an
   * Idempotency-Key all are one transaction, and some hundred at most.
   */
  async create(organizationId: string): Promise<PaymentRequest[]> {
    const isOneTransaction = this.transactions.enclosing !== null;
    const [limit, enough] = isOneTransaction ? [ENOUGH_AT_ONCE, ENOUGH_AT_ONCE] : [PAGE, ENOUGH];
    const made: PaymentRequest[] = [];
    let page: string[] = [];
    do {
      const after = page.at(-1) ?? null;
      page = await this.transactions.readFor(organizationId, (tx) =>
        this.debts.overdueCustomers(tx, organizationId, { after, limit }),
      );
      for (const customerId of page) made.push(...(await this.createIfPossible(organizationId, customerId)));
    } while (page.length === limit && made.length < enough);
    return made;
  }

  /** One customer whose debts cannot be asked for in one amount keeps no other from being asked. */
  private async createIfPossible(organizationId: string, customerId: string): Promise<PaymentRequest[]> {
    try {
      return await this.createFor(organizationId, customerId);
    } catch (error) {
      if (!(error instanceof AmountOutOfRangeError)) throw error;
      logger.warn({ customer: customerId, reason: error.message }, 'A customer was not asked to pay');
      return [];
    }
  }

  private createFor(organizationId: string, customerId: string): Promise<PaymentRequest[]> {
    return this.transactions.runFor(organizationId, async (tx) => {
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
