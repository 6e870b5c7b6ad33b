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
    const terms = await this.find(tx, organizationId, customerId);
    if (terms === null) throw new NotFoundError('customer');
    return terms;
  }

  /** Like `of`, for an invoice that is inserted next: until it is committed, the terms cannot change. */
  async forInvoice(tx: Transaction, organizationId: string, customerId: string): Promise<BillingTerms> {
    const customer = await this.repository.findEverForShare(tx, organizationId, customerId);
    if (customer === null) throw new NotFoundError('customer');
    return this.termsOf(customer);
  }

  /**
   * Returns the terms of the customer that a request names. A use case that writes rows for the customer must call
   * this again after the first insert that refers to the customer: only then does the foreign key protect the customer
   * from deletion.
   *
   * @throws ValidationFailedError naming `customer_id` when the customer does not exist or is deleted.
   */
  async require(tx: Transaction, organizationId: string, customerId: string): Promise<BillingTerms> {
    const terms = await this.find(tx, organizationId, customerId);
    if (terms !== null && !terms.isDeleted) return terms;
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

  private async find(
    tx: Transaction,
    organizationId: string,
    customerId: string,
  ): Promise<BillingTerms | null> {
    const customer = await this.repository.findEver(tx, organizationId, customerId);
    return customer === null ? null : this.termsOf(customer);
  }

  private async termsOf(customer: CustomerEntity): Promise<BillingTerms> {
    const organization = await this.organizations.get(customer.organizationId);
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
}
