import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { NotFoundError, ValidationFailedError } from '../../platform/errors/app-error';
import { CUSTOMER_REFERENCE } from './customer.reference';
import { createOrLookUp, unknownRecord } from '../../platform/errors/unknown-record';
import { OrganizationsService } from '../organizations';
import type { CustomerEntity } from './customer.entity';
import { currencyProblems } from './customer.rules';
import { CustomersRepository } from './customers.repository';

/** Billing settings of a customer. Where the customer has none, the organization's apply. */
export interface BillingTerms {
  customerId: string;
  externalId: string;
  /** The customer's own currency; null if none is set. */
  currency: string | null;
  /** The customer's own currency, else the organization's. */
  defaultCurrency: string;
  /** IANA time zone in which the customer's days begin and end. */
  timezone: string;
  /** Days for which a periodic invoice remains a draft. */
  invoiceGracePeriod: number;
  /** Days from the issuing date to the due date. */
  netPaymentTerm: number;
  isDeleted: boolean;
}

/** Combines a customer's settings with the defaults of the organization (docs/billing-rules.md#customers). */
@Injectable()
export class CustomerBillingTerms {
  constructor(
    private readonly repository: CustomersRepository,
    private readonly organizations: OrganizationsService,
  ) {}

  /**
   * Returns the terms of a customer. Includes deleted customers, because their invoices remain.
   *
   * @throws NotFoundError if the customer never existed.
   */
  async of(tx: Transaction, organizationId: string, customerId: string): Promise<BillingTerms> {
    return one(await this.ofAll(tx, organizationId, [customerId]), customerId);
  }

  /** Like `of`, for an invoice that is inserted next: until it is committed, the terms cannot change. */
  async forInvoice(tx: Transaction, organizationId: string, customerId: string): Promise<BillingTerms> {
    return one(await this.forInvoices(tx, organizationId, [customerId]), customerId);
  }

  /** Returns terms by customer ID. Includes deleted customers; omits those that never existed. */
  async ofAll(
    tx: Transaction,
    organizationId: string,
    customerIds: readonly string[],
  ): Promise<Map<string, BillingTerms>> {
    return this.termsOf(organizationId, await this.repository.findAllEver(tx, organizationId, customerIds));
  }

  /** Like `ofAll`, for invoices that are inserted next: until they are committed, the terms cannot change. */
  async forInvoices(
    tx: Transaction,
    organizationId: string,
    customerIds: readonly string[],
  ): Promise<Map<string, BillingTerms>> {
    const customers = await this.repository.findAllEverForShare(tx, organizationId, customerIds);
    return this.termsOf(organizationId, customers);
  }

  /**
   * Locks customers, in ID order, until the transaction ends: what they can spend, such as coupons, changes only under
   * this lock. Lock order: customers before invoices, so that concurrent invoices queue instead of deadlocking.
   */
  lock(tx: Transaction, organizationId: string, customerIds: readonly string[]): Promise<void> {
    return this.repository.lockSpending(tx, organizationId, customerIds);
  }

  /** Like `lock`, but skips customers that another transaction has locked. Returns the IDs of the others. */
  tryLock(tx: Transaction, organizationId: string, customerIds: readonly string[]): Promise<string[]> {
    return this.repository.tryLockSpending(tx, organizationId, customerIds);
  }

  /**
   * Returns the terms of the customer that a request names. A use case that writes rows for the customer must call
   * this again after the first insert that refers to the customer: only then does the foreign key protect the customer
   * from deletion.
   *
   * @throws ValidationFailedError naming `customer_id` when the customer does not exist or is deleted.
   */
  async require(tx: Transaction, organizationId: string, customerId: string): Promise<BillingTerms> {
    const terms = (await this.ofAll(tx, organizationId, [customerId])).get(customerId);
    if (terms?.isDeleted === false) return terms;
    const { id, resource, list } = CUSTOMER_REFERENCE;
    throw new ValidationFailedError([unknownRecord(id, resource, createOrLookUp(resource, list))]);
  }

  /**
   * Like `require`, for a document in `currency`. A second call after the first
   * insert also finds a currency that was changed in the meantime.
   *
   * @throws ValidationFailedError naming `currency` if it is not the customer's.
   */
  async requireIn(
    tx: Transaction,
    organizationId: string,
    customerId: string,
    currency: string,
  ): Promise<BillingTerms> {
    const terms = await this.require(tx, organizationId, customerId);
    const problems = currencyProblems(currency, terms.currency);
    if (problems.length > 0) throw new ValidationFailedError(problems);
    return terms;
  }

  private async termsOf(
    organizationId: string,
    customers: readonly CustomerEntity[],
  ): Promise<Map<string, BillingTerms>> {
    if (customers.length === 0) return new Map();
    const organization = await this.organizations.get(organizationId);
    return new Map(customers.map((it) => [it.id, termsIn(organization, it)]));
  }
}

function one(terms: ReadonlyMap<string, BillingTerms>, customerId: string): BillingTerms {
  const found = terms.get(customerId);
  if (found === undefined) throw new NotFoundError('customer');
  return found;
}

function termsIn(
  organization: { defaultCurrency: string; timezone: string },
  customer: CustomerEntity,
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
