import { Injectable } from '@nestjs/common';
import { Transactions, type Caller } from '../../../platform/database/transactions';
import { AmountOutOfRangeError } from '../../../platform/domain/money';
import { NotFoundError, ValidationFailedError } from '../../../platform/errors/app-error';
import type { Page, PageQuery } from '../../../platform/http/paging';
import { logger } from '../../../platform/observability/logger';
import { Outbox } from '../../../platform/outbox/outbox';
import { CustomerBillingTerms } from '../../customers';
import { InvoiceDebts } from '../../invoices';
import { invoiceErrors } from '../dunning.rules';
import type { PaymentRequest } from './payment-request.dto';
import { createdEventOf } from './payment-request.events';
import { PaymentRequestLifecycle } from './payment-request-lifecycle';
import { PaymentRequestsRepository, type PaymentRequestFilters } from './payment-requests.repository';

/** Customers per page of a batch. */
const PAGE = 200;
/** A batch stops after this many requests, because its HTTP request stays open meanwhile. */
const BATCH_LIMIT = 1000;
/** Under an Idempotency-Key a batch is one transaction, which holds the locks of all its invoices. */
const BATCH_LIMIT_IN_ONE_TRANSACTION = 100;

/** Use cases of payment requests (docs/billing-rules.md#payment-requests). */
@Injectable()
export class PaymentRequestsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: PaymentRequestsRepository,
    private readonly requests: PaymentRequestLifecycle,
    private readonly terms: CustomerBillingTerms,
    private readonly debts: InvoiceDebts,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Creates a request by hand.
   *
   * @throws ValidationFailedError naming an invoice that is not due; ConflictError for one in another open request.
   */
  create(caller: Caller, customerId: string, invoiceIds: readonly string[]): Promise<PaymentRequest> {
    const { organizationId } = caller;
    return this.transactions.runFor(caller, async (tx) => {
      await this.terms.require(tx, organizationId, customerId);
      await this.requests.lockCustomer(tx, organizationId, customerId);
      const invoices = await this.requests.lockInvoices(tx, organizationId, invoiceIds);
      const errors = invoiceErrors(invoices, customerId);
      if (errors.length > 0) throw new ValidationFailedError(errors);
      const oldestFirst = invoices.flatMap((it) => it ?? []).sort((a, b) => (a.id < b.id ? -1 : 1));
      const request = await this.requests.open(tx, organizationId, oldestFirst, null);
      await this.outbox.append(tx, createdEventOf(request));
      return request;
    });
  }

  /**
   * Creates a request for every customer and currency with overdue invoices that are in no open request. Creates roughly
   * 1,000 requests per call, 100 when an Idempotency-Key makes it a single transaction; otherwise each customer is a
   * transaction of its own.
   */
  async createForAllOverdue(caller: Caller): Promise<PaymentRequest[]> {
    const isOneTransaction = caller.tx !== undefined;
    const limit = isOneTransaction ? BATCH_LIMIT_IN_ONE_TRANSACTION : PAGE;
    const enough = isOneTransaction ? BATCH_LIMIT_IN_ONE_TRANSACTION : BATCH_LIMIT;
    const created: PaymentRequest[] = [];
    let page: string[] = [];
    do {
      const after = page.at(-1) ?? null;
      page = await this.transactions.readFor(caller, (tx) =>
        this.debts.overdueCustomers(tx, caller.organizationId, { after, limit }),
      );
      for (const customerId of page) created.push(...(await this.createIfPossible(caller, customerId)));
    } while (page.length === limit && created.length < enough);
    return created;
  }

  list(caller: Caller, filters: PaymentRequestFilters, query: PageQuery): Promise<Page<PaymentRequest>> {
    return this.transactions.readFor(caller, (tx) =>
      this.repository.list(tx, caller.organizationId, filters, query),
    );
  }

  async get(caller: Caller, id: string): Promise<PaymentRequest> {
    const request = await this.transactions.readFor(caller, (tx) =>
      this.repository.find(tx, caller.organizationId, id),
    );
    if (request === null) throw new NotFoundError('payment request');
    return request;
  }

  /** Skips a customer whose overdue amount overflows, so that the batch goes on with the others. */
  private async createIfPossible(caller: Caller, customerId: string): Promise<PaymentRequest[]> {
    try {
      return await this.createForCustomer(caller, customerId);
    } catch (error) {
      if (!(error instanceof AmountOutOfRangeError)) throw error;
      logger.warn({ customer_id: customerId, reason: error.message }, 'Skipped a customer in a batch');
      return [];
    }
  }

  private createForCustomer(caller: Caller, customerId: string): Promise<PaymentRequest[]> {
    const { organizationId } = caller;
    return this.transactions.runFor(caller, async (tx) => {
      await this.requests.lockCustomer(tx, organizationId, customerId);
      const overdue = await this.requests.lockOverdue(tx, organizationId, customerId, 'batch');
      const created: PaymentRequest[] = [];
      for (const invoices of overdue.values()) {
        created.push(await this.requests.open(tx, organizationId, invoices, null));
      }
      await this.outbox.append(tx, ...created.map(createdEventOf));
      return created;
    });
  }
}
