import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { NotFoundError, ValidationFailedError } from '../../platform/errors/app-error';
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
    const terms = await this.find(tx, organizationId, customerId);
    if (terms === null) throw new NotFoundError('customer');
    return terms;
  }

  /**
   * Of the customer that a request names. Whoever writes something for it asks again after the first insert that refers
   * to the customer: only from then on is it safe from being deleted.
   *
   * @throws ValidationFailedError naming `customer_id` when there is no such customer, or no more.
   */
  async require(tx: Transaction, organizationId: string, customerId: string): Promise<BillingTerms> {
    const terms = await this.find(tx, organizationId, customerId);
    if (terms !== null && !terms.isDeleted) return terms;
    const message = 'customer_id is no customer of this organization.';
    throw ValidationFailedError.of('customer_id', 'unknown_customer', message);
  }

  private async find(
    tx: Transaction,
    organizationId: string,
    customerId: string,
  ): Promise<BillingTerms | null> {
    const customer = await this.repository.findEver(tx, organizationId, customerId);
    if (customer === null) return null;
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
