import { Injectable } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions';
import { NotFoundError, ValidationFailedError } from '../../platform/errors/app-error';
import type { Page, PageQuery } from '../../platform/http/paging';
import { CustomerBillingTerms } from '../customers';
import { CurrentUsageService, type CurrentUsage } from '../events';
import { InvoicesService } from '../invoices';
import { OrganizationsService } from '../organizations';
import { SubscriptionsService } from '../subscriptions';
import type { PortalSession } from './portal-accesses';

/** Whose portal it is, and in which words it speaks. */
export interface PortalFrame {
  readonly locale: string;
  /** IANA, of the days that it shows. */
  readonly timezone: string;
  /** The organization, as its documents name it. */
  readonly seller: string;
  readonly customer: string;
}

type Listed<Service extends { list: (...args: never[]) => Promise<Page<unknown>> }> = Awaited<
  ReturnType<Service['list']>
>['items'][number];
export type PortalInvoice = Listed<InvoicesService>;
export type PortalSubscription = Listed<SubscriptionsService> & { readonly usage: CurrentUsage | null };

/** Reads what one customer may see. Every query names the customer of the session. */
@Injectable()
export class PortalAccount {
  constructor(
    private readonly transactions: Transactions,
    private readonly organizations: OrganizationsService,
    private readonly customers: CustomerBillingTerms,
    private readonly invoiceList: InvoicesService,
    private readonly subscriptionList: SubscriptionsService,
    private readonly usage: CurrentUsageService,
  ) {}

  frame({ organizationId, customerId }: PortalSession): Promise<PortalFrame> {
    return this.transactions.readFor(organizationId, async (tx) => {
      const { name, legalName } = await this.organizations.getIn(tx, organizationId);
      const { timezone, externalId } = await this.customers.of(tx, organizationId, customerId);
      const recipients = await this.customers.recipients(tx, organizationId, [customerId]);
      const recipient = recipients.get(customerId);
      if (recipient === undefined) throw new NotFoundError('customer');
      const { locale, buyer } = recipient;
      return { locale, timezone, seller: legalName ?? name, customer: buyer.name ?? externalId };
    });
  }

  invoices({ organizationId, customerId }: PortalSession, query: PageQuery): Promise<Page<PortalInvoice>> {
    const all = {
      ...{ status: undefined, subscriptionId: undefined, paymentOverdue: undefined, number: undefined },
      ...{ issuingDateFrom: undefined, issuingDateTo: undefined, search: undefined },
    };
    return this.invoiceList.list({ organizationId }, { ...all, customerId }, query);
  }

  /** @throws NotFoundError for an invoice of another customer, and for a draft */
  async assertFinalInvoice({ organizationId, customerId }: PortalSession, id: string): Promise<void> {
    const invoice = await this.transactions.readFor(organizationId, (tx) =>
      this.invoiceList.findIn(tx, organizationId, id),
    );
    const isShown = invoice?.customerId === customerId && invoice.status !== 'draft';
    if (!isShown) throw new NotFoundError('invoice');
  }

  async subscriptions(session: PortalSession, query: PageQuery): Promise<Page<PortalSubscription>> {
    const { organizationId, customerId } = session;
    const all = { status: undefined, planId: undefined, externalId: undefined };
    const page = await this.subscriptionList.list({ organizationId }, { ...all, customerId }, query);
    const items: PortalSubscription[] = [];
    for (const it of page.items) items.push({ ...it, usage: await this.usageOf(session, it) });
    return { ...page, items };
  }

  /** Null without a present billing period. */
  private async usageOf(
    { organizationId, customerId }: PortalSession,
    { id, status }: { id: string; status: string },
  ): Promise<CurrentUsage | null> {
    if (status !== 'active') return null;
    try {
      return await this.usage.of({ organizationId }, customerId, id);
    } catch (error) {
      if (error instanceof ValidationFailedError || error instanceof NotFoundError) return null;
      throw error;
    }
  }
}
