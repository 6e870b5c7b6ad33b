import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { NotFoundError, ValidationFailedError } from '../../platform/errors/app-error';
import { OrganizationsService } from '../organizations';
import type { CustomerEntity } from './customer.entity';
import { buyerOf, type Buyer } from './customer.rules';
import { CustomersRepository } from './customers.repository';

/** How a customer is billed. The organization's settings fill in what the customer does not set. */
export interface BillingTerms {
  customerId: string;
  externalId: string;
  /** The customer's own currency; null while it has none. */
  currency: string | null;
  /** The customer's own currency, else the organization's. */
  defaultCurrency: string;
  /** IANA time zone in which the customer's days are counted. */
  timezone: string;
  /** Days for which a periodic invoice stays a draft. */
  invoiceGracePeriod: number;
  /** Days from issue to due date. */
  netPaymentTerm: number;
  isDeleted: boolean;
}

/** A customer as documents show it. */
export interface Recipient {
  buyer: Buyer;
  locale: string;
}

/** Looks up how a customer is billed (docs/billing-rules.md#customers). */
@Injectable()
export class CustomerBillingTerms {
  constructor(
    private readonly repository: CustomersRepository,
    private readonly organizations: OrganizationsService,
  ) {}

  /** Also finds a deleted customer, because its documents remain. @throws NotFoundError when it never existed. */
  async of(tx: Transaction, organizationId: string, customerId: string): Promise<BillingTerms> {
    const terms = await this.find(tx, organizationId, customerId);
    if (terms === null) throw new NotFoundError('customer');
    return terms;
  }

  /** Returns the terms of many customers, by id, with one query for all of them. */
  async ofAll(
    tx: Transaction,
    organizationId: string,
    customerIds: readonly string[],
  ): Promise<ReadonlyMap<string, BillingTerms>> {
    const customers = await this.repository.findManyEver(tx, organizationId, [...new Set(customerIds)]);
    const organization = await this.organizations.getIn(tx, organizationId);
    return new Map(customers.map((it) => [it.id, termsOf(it, organization)]));
  }

  /** Returns the customers as final invoices show them, by id, also deleted ones. */
  async buyers(
    tx: Transaction,
    organizationId: string,
    customerIds: readonly string[],
  ): Promise<ReadonlyMap<string, Buyer>> {
    const customers = await this.repository.findManyEver(tx, organizationId, [...new Set(customerIds)]);
    return new Map(customers.map((it) => [it.id, buyerOf(it)]));
  }

  /** Returns the customers as documents show them, by id, also deleted ones, with the locale that each has or inherits. */
  async recipients(
    tx: Transaction,
    organizationId: string,
    customerIds: readonly string[],
  ): Promise<ReadonlyMap<string, Recipient>> {
    const customers = await this.repository.findManyEver(tx, organizationId, [...new Set(customerIds)]);
    const organization = await this.organizations.getIn(tx, organizationId);
    return new Map(
      customers.map((it) => [it.id, { buyer: buyerOf(it), locale: it.locale ?? organization.locale }]),
    );
  }

  /**
   * Locks customers for the rest of the transaction: what they have to spend, such as coupons, changes under this lock.
   * It comes before every other one (docs/decisions.md#lock-order).
   */
  lock(tx: Transaction, organizationId: string, customerIds: readonly string[]): Promise<void> {
    return this.repository.lock(tx, organizationId, customerIds);
  }

  /** Locks those of the customers that no other transaction has locked, without waiting. Returns their ids. */
  tryLock(tx: Transaction, organizationId: string, customerIds: readonly string[]): Promise<string[]> {
    return this.repository.tryLock(tx, organizationId, customerIds);
  }

  /**
   * Looks up the customer that a request names. A use case that writes rows for it must call this again after its first
   * insert that refers to the customer: only from then on does the foreign key protect the customer from deletion.
   *
   * @throws ValidationFailedError naming `customer_id` when the customer does not exist or is deleted.
   */
  async require(tx: Transaction, organizationId: string, customerId: string): Promise<BillingTerms> {
    const terms = await this.find(tx, organizationId, customerId);
    if (terms !== null && !terms.isDeleted) return terms;
    const message = 'customer_id does not exist in this organization.';
    throw ValidationFailedError.of('customer_id', 'unknown_customer', message);
  }

  private async find(
    tx: Transaction,
    organizationId: string,
    customerId: string,
  ): Promise<BillingTerms | null> {
    const customer = await this.repository.findEver(tx, organizationId, customerId);
    if (customer === null) return null;
    const organization = await this.organizations.getIn(tx, organizationId);
    return termsOf(customer, organization);
  }
}

function termsOf(
  customer: CustomerEntity,
  organization: { defaultCurrency: string; timezone: string },
): BillingTerms {
  const { id: customerId, externalId, currency, invoiceGracePeriod, netPaymentTerm, deletedAt } = customer;
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
