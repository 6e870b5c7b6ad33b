import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { NotFoundError } from '../../platform/errors/app-error';
import { InvoiceBalances, type PayableInvoice } from '../invoices';
import type { PaymentRequest } from './payment-request.dto';
import { PaymentRequestsRepository } from './payment-requests.repository';

/** A request with its invoices, all of them locked. */
export interface LockedRequest {
  request: PaymentRequest;
  /** Oldest first. */
  invoices: PayableInvoice[];
}

/**
 * Lock order: invoices by ID, then the request, to prevent deadlocks. A payment of an invoice already holds the invoice
 * when it locks the request.
 */
@Injectable()
export class RequestLocks {
  constructor(
    private readonly repository: PaymentRequestsRepository,
    private readonly balances: InvoiceBalances,
  ) {}

  /** Locks the invoices and returns them in the order of `invoiceIds`; null for an unknown ID. */
  async invoices(
    tx: Transaction,
    organizationId: string,
    invoiceIds: readonly string[],
  ): Promise<(PayableInvoice | null)[]> {
    const locked = new Map<string, PayableInvoice | null>();
    for (const id of [...new Set(invoiceIds)].sort()) {
      locked.set(id, await this.invoice(tx, organizationId, id));
    }
    return invoiceIds.map((id) => locked.get(id) ?? null);
  }

  /** @throws NotFoundError */
  async request(tx: Transaction, organizationId: string, id: string): Promise<LockedRequest> {
    const found = await this.repository.find(tx, organizationId, id);
    if (found === null) throw new NotFoundError('payment request');
    const invoices = await this.invoices(tx, organizationId, found.invoiceIds);
    const request = await this.repository.findForUpdate(tx, organizationId, id);
    if (request === null) throw new NotFoundError('payment request');
    return { request, invoices: invoices.flatMap((it) => it ?? []) };
  }

  private async invoice(tx: Transaction, organizationId: string, id: string): Promise<PayableInvoice | null> {
    try {
      return await this.balances.lock(tx, organizationId, id);
    } catch (error) {
      if (error instanceof NotFoundError) return null;
      throw error;
    }
  }
}
