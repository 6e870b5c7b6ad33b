import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions';
import { NotFoundError, ValidationFailedError } from '../../platform/errors/app-error';
import type { Page, PageQuery } from '../../platform/http/paging';
import { Outbox } from '../../platform/outbox/outbox';
import { CustomerBillingTerms } from '../customers';
import type { PaymentRequest } from './payment-request.dto';
import { createdEventOf } from './payment-request.events';
import { PaymentRequestMaker } from './payment-request-maker';
import { invoiceErrors } from './payment-request.rules';
import { PaymentRequestsRepository, type PaymentRequestFilters } from './payment-requests.repository';
import { RequestLocks } from './request-locks';

/** Implements docs/billing-rules.md#payment-requests. */
@Injectable()
export class PaymentRequestsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: PaymentRequestsRepository,
    private readonly maker: PaymentRequestMaker,
    private readonly customers: CustomerBillingTerms,
    private readonly locks: RequestLocks,
    private readonly outbox: Outbox,
  ) {}

  /**
   * Creates a request for these invoices, without automatic attempts.
   *
   * @throws ValidationFailedError naming an invoice that is not due; ConflictError for an invoice in another open
   *   request.
   */
  create(organizationId: string, customerId: string, invoiceIds: readonly string[]): Promise<PaymentRequest> {
    return this.transactions.runFor(organizationId, async (tx) => {
      await this.customers.require(tx, organizationId, customerId);
      await this.repository.lockCustomer(tx, organizationId, customerId);
      const invoices = await this.locks.invoices(tx, organizationId, invoiceIds);
      const errors = invoiceErrors(invoices, customerId);
      if (errors.length > 0) throw new ValidationFailedError(errors);
      const oldestFirst = invoices.flatMap((it) => it ?? []).sort((a, b) => (a.id < b.id ? -1 : 1));
      const request = await this.maker.make(tx, organizationId, oldestFirst, null);
      await this.outbox.append(tx, createdEventOf(request));
      return request;
    });
  }

  list(
    organizationId: string,
    filters: PaymentRequestFilters,
    query: PageQuery,
  ): Promise<Page<PaymentRequest>> {
    return this.transactions.readFor(organizationId, (tx) =>
      this.repository.list(tx, organizationId, filters, query),
    );
  }

  async get(organizationId: string, id: string): Promise<PaymentRequest> {
    const request = await this.transactions.readFor(organizationId, (tx) =>
      this.repository.find(tx, organizationId, id),
    );
    if (request === null) throw new NotFoundError('payment request');
    return request;
  }
}
