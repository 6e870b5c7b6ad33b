import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transactions';
import type { ExtensionPoint } from '../../../platform/extensions';
import type { DomainEvent } from '../../../platform/outbox/event-catalogue';
import { CustomerBillingTerms } from '../../customers';
import { BillExtensions } from './bill-extensions';
import { INVOICE_DISCOUNTS, type InvoiceDiscounts } from '../extensions/invoice-discounts';
import { INVOICE_FUNDING, type InvoiceFunder } from '../extensions/invoice-funding';
import type { Invoice } from '../invoice';

/** An extension that only some customers have something with. */
interface CustomerExtension {
  customersConcerned?(
    tx: Transaction,
    organizationId: string,
    customerIds: readonly string[],
  ): Promise<readonly string[]>;
}

/** Extensions with the customers of a batch of bills that they concern, in their order. */
type ConcernedBy<T> = ReadonlyMap<T, ReadonlySet<string>>;

/** The discounts and funds of the customers of a batch of bills. */
export interface Spending {
  readonly discounts: ConcernedBy<InvoiceDiscounts>;
  readonly funders: ConcernedBy<InvoiceFunder>;
}

/** Nothing to spend. */
export const NO_SPENDING: Spending = { discounts: new Map(), funders: new Map() };

/** Finds the customers with discounts, credit or prepaid funds, which are spent and given back under their locks. */
@Injectable()
export class Spendings {
  constructor(
    private readonly extensions: BillExtensions,
    private readonly customers: CustomerBillingTerms,
  ) {}

  /** For drafts and previews, which spend nothing: discounts only, and without locks. */
  async ofDrafts(tx: Transaction, organizationId: string, customerIds: readonly string[]): Promise<Spending> {
    const discounts = await this.concerned(INVOICE_DISCOUNTS, tx, organizationId, customerIds);
    return { ...NO_SPENDING, discounts };
  }

  /**
   * For bills that become final. Locks the customers that have something to spend, and no others: call it before any other
   * lock is taken (docs/decisions.md#lock-order).
   *
   * @param drafted customers with bills in the same batch that stay drafts: they see their discounts without a lock.
   */
  async lock(
    tx: Transaction,
    organizationId: string,
    customerIds: readonly string[],
    drafted: readonly string[] = [],
  ): Promise<Spending> {
    const all = [...customerIds, ...drafted];
    const discounts = await this.concerned(INVOICE_DISCOUNTS, tx, organizationId, all);
    const funders = await this.concerned(INVOICE_FUNDING, tx, organizationId, customerIds);
    const concerned = [...discounts.values(), ...funders.values()].flatMap((it) => [...it]);
    const spenders = concerned.filter((it) => customerIds.includes(it));
    if (spenders.length > 0) await this.customers.lock(tx, organizationId, spenders);
    return { discounts, funders };
  }

  /**
   * Gives back what was spent on an invoice that is voided: its discounts, then its funding. The customer is locked, and was
   * before the invoice.
   *
   * @returns the events of the extensions, to append after the invoice's own.
   */
  async giveBack(tx: Transaction, invoice: Invoice): Promise<DomainEvent[]> {
    const { organizationId, customerId, subscriptionId, id: invoiceId, currency } = invoice;
    const about = { organizationId, customerId, invoiceId, currency };
    const events: DomainEvent[] = [];
    for (const extension of this.extensions.of(INVOICE_DISCOUNTS)) {
      const discounts = invoice.discounts.filter((it) => it.source === extension.source);
      if (discounts.length === 0 || subscriptionId === null) continue;
      const discounted = { ...about, subscriptionId, discounts };
      events.push(
        ...(await this.extensions.call(tx, INVOICE_DISCOUNTS, extension, (it) =>
          it.giveBack(tx, discounted),
        )),
      );
    }
    for (const funder of this.extensions.of(INVOICE_FUNDING)) {
      events.push(
        ...(await this.extensions.call(tx, INVOICE_FUNDING, funder, (it) => it.release(tx, about))),
      );
    }
    return events;
  }

  /** Locks a customer to give something back to it. */
  lockCustomer(tx: Transaction, organizationId: string, customerId: string): Promise<void> {
    return this.customers.lock(tx, organizationId, [customerId]);
  }

  /** Locks those of the customers that no other transaction has locked. Returns their ids. */
  tryLock(tx: Transaction, organizationId: string, customerIds: readonly string[]): Promise<string[]> {
    return this.customers.tryLock(tx, organizationId, customerIds);
  }

  private async concerned<T extends CustomerExtension>(
    point: ExtensionPoint<T>,
    tx: Transaction,
    organizationId: string,
    customerIds: readonly string[],
  ): Promise<ConcernedBy<T>> {
    const distinct = [...new Set(customerIds)];
    const concerned = new Map<T, ReadonlySet<string>>();
    if (distinct.length === 0) return concerned;
    for (const extension of this.extensions.of(point)) {
      const ids = await this.extensions.call(tx, point, extension, async (it) =>
        it.customersConcerned === undefined
          ? distinct
          : [...(await it.customersConcerned(tx, organizationId, distinct))],
      );
      if (ids.length > 0) concerned.set(extension, new Set(ids));
    }
    return concerned;
  }
}
