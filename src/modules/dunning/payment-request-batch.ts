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

/** Customers per page of a batch. */
const PAGE = 200;
/** Number of payment requests after which a call stops, to limit its response time. */
const ENOUGH = 1000;
/** The limit with an Idempotency-Key; lower, because one transaction then holds the locks of all requests. */
const ENOUGH_AT_ONCE = 100;

/** Creates payment requests for all overdue customers (docs/billing-rules.md#payment-requests). */
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
   * Creates a request for every customer and currency with overdue invoices that are in no open request. Stops after
   * about 1,000 requests. Each customer has its own transaction, so that created requests remain if the call fails.
   * With an Idempotency-Key, all requests are created in one transaction, and the call stops after about 100.
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

  /** Skips a customer whose overdue amount overflows, so that the batch continues with the others. */
  private async createIfPossible(organizationId: string, customerId: string): Promise<PaymentRequest[]> {
    try {
      return await this.createFor(organizationId, customerId);
    } catch (error) {
      if (!(error instanceof AmountOutOfRangeError)) throw error;
      logger.warn(
        { customer: customerId, reason: error.message },
        'Skipped a customer whose overdue amount is out of range',
      );
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
