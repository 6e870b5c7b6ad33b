import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { NotFoundError } from '../../platform/errors/app-error';
import { OrganizationsService } from '../organizations';
import { CustomersRepository } from './customers.repository';

/** How a customer is billed, with the organization's settings where it has none of its own. */
export interface BillingTerms {
  customerId: string;
  externalId: string;
  /** The customer's own currency; null while it has none. */
  currency: string | null;
  /** The customer's own currency, else the organization's. */
  defaultCurrency: string;
  /** IANA; the time zone in which its days are counted. */
  timezone: string;
  /** Days for which a periodic invoice stays a draft. */
  invoiceGracePeriod: number;
  /** Days from issue to due date. */
  netPaymentTerm: number;
  isDeleted: boolean;
}

/** Tells the modules above how a customer is billed. */
@Injectable()
export class CustomerBillingTerms {
  constructor(
    private readonly repository: CustomersRepository,
    private readonly organizations: OrganizationsService,
  ) {}

  /** Also after the customer is deleted: its documents outlive it. @throws NotFoundError when there was none. */
  async of(tx: Transaction, organizationId: string, customerId: string): Promise<BillingTerms> {
    const customer = await this.repository.findEver(tx, organizationId, customerId);
    if (customer === null) throw new NotFoundError('customer');
    const organization = await this.organizations.get(organizationId);
    const { externalId, currency, invoiceGracePeriod, netPaymentTerm, deletedAt } = customer;
    return {
      customerId,
      externalId,
      currency,
      defaultCurrency: currency ?? organization.defaultCurrency,
      timezone: customer.timezone ?? organization.timezone,
      invoiceGracePeriod,
      netPaymentTerm,
      isDeleted: deletedAt !== null,
    };
  }
}
