import { Inject, Injectable } from '@nestjs/common';
import { Transactions, type Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { newId } from '../../platform/domain/id';
import { NotFoundError } from '../../platform/errors/app-error';
import type { Page, PageQuery } from '../../platform/http/paging';
import { NO_PRECONDITION, type Precondition } from '../../platform/http/versions';
import { Outbox } from '../../platform/outbox/outbox';
import { AppliedTaxes } from '../taxes';
import { toCustomerResponse, type Customer, type CustomerInput } from './customer.dto';
import type { CustomerEntity } from './customer.entity';
import { CustomerCreated, CustomerUpdated } from './customer.events';
import { changedFields } from './customer.rules';
import { CustomerDependents } from './customer-dependents';
import { CustomersRepository, type CustomerFilters } from './customers.repository';

const DEFAULTS = {
  name: null,
  legalName: null,
  taxIds: [],
  locale: null,
  email: null,
  currency: null,
  timezone: null,
  country: null,
  addressLine1: null,
  addressLine2: null,
  zipcode: null,
  city: null,
  state: null,
  metadata: {},
  invoiceGracePeriod: 0,
  netPaymentTerm: 30,
  taxCodes: [],
} satisfies Omit<CustomerInput, 'externalId'>;

/** Implements docs/billing-rules.md#customers. */
@Injectable()
export class CustomersService {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: CustomersRepository,
    private readonly taxes: AppliedTaxes,
    private readonly dependents: CustomerDependents,
    private readonly outbox: Outbox,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws ConflictError when the external ID is taken; ValidationFailedError for an unknown tax. */
  create(organizationId: string, input: Partial<CustomerInput> & { externalId: string }): Promise<Customer> {
    return this.transactions.runFor(organizationId, async (tx) => {
      const now = this.clock.now();
      const base = {
        organizationId,
        id: newId(),
        createdAt: now,
        updatedAt: now,
        deletedAt: null,
        rowVersion: 1,
      };
      const customer: Customer = { ...DEFAULTS, ...input, ...base };
      await this.repository.insert(tx, rowOf(customer));
      await this.taxes.replace(tx, organizationId, 'customer', customer.id, customer.taxCodes);
      const about = { organizationId, objectId: customer.id, object: toCustomerResponse(customer) };
      await this.outbox.append(tx, CustomerCreated.of(about));
      return customer;
    });
  }

  list(organizationId: string, filters: CustomerFilters, query: PageQuery): Promise<Page<Customer>> {
    return this.transactions.readFor(organizationId, async (tx) => {
      const page = await this.repository.list(tx, organizationId, filters, query);
      const ids = page.items.map((it) => it.id);
      const codes = await this.taxes.codesByOwner(tx, organizationId, 'customer', ids);
      return { ...page, items: page.items.map((it) => ({ ...it, taxCodes: codes.get(it.id) ?? [] })) };
    });
  }

  get(organizationId: string, id: string): Promise<Customer> {
    return this.transactions.readFor(organizationId, async (tx) =>
      this.complete(tx, await this.repository.find(tx, organizationId, id)),
    );
  }

  /** Returns the e-mail addresses of customers by ID; omits deleted customers and those without an address. */
  async emailsOf(
    tx: Transaction,
    organizationId: string,
    ids: readonly string[],
  ): Promise<Map<string, string>> {
    const customers = await this.repository.findAllEver(tx, organizationId, [...new Set(ids)]);
    return new Map(
      customers.flatMap(({ id, email, deletedAt }) =>
        email === null || deletedAt !== null ? [] : [[id, email]],
      ),
    );
  }

  /**
   * Changes the given fields. Writes and emits nothing if no value differs.
   *
   * @throws InvalidStateError for another currency than that of the customer's documents.
   */
  update(
    organizationId: string,
    id: string,
    input: Partial<CustomerInput>,
    precondition: Precondition<Customer> = NO_PRECONDITION,
  ): Promise<Customer> {
    return this.transactions.runFor(organizationId, async (tx) => {
      const row = await ('currency' in input
        ? this.repository.findForUpdate(tx, organizationId, id)
        : this.repository.findForNoKeyUpdate(tx, organizationId, id));
      const before = await this.complete(tx, row);
      precondition.assertMet(before);
      const after: Customer = { ...before, ...input };
      const changed = changedFields(toCustomerResponse(before), toCustomerResponse(after));
      if (changed.length === 0) return before;
      await this.updateDependents(tx, before, after);
      after.updatedAt = this.clock.now();
      const { rowVersion } = await this.repository.update(tx, rowOf(after));
      if (changed.includes('tax_codes')) {
        await this.taxes.replace(tx, organizationId, 'customer', id, after.taxCodes);
      }
      const object = toCustomerResponse(after);
      await this.outbox.append(tx, CustomerUpdated.of({ organizationId, objectId: id, object, changed }));
      return { ...after, rowVersion };
    });
  }

  /**
   * Hides the customer from reads, releases its external ID and taxes, and terminates its wallets. Its invoices
   * remain.
   *
   * @throws InvalidStateError while a deletion guard objects, e.g. because of an active subscription or an unpaid
   *   invoice.
   */
  delete(organizationId: string, id: string): Promise<void> {
    return this.transactions.runFor(organizationId, async (tx) => {
      const customer = await this.complete(tx, await this.repository.findForUpdate(tx, organizationId, id));
      await this.dependents.assertDeletable(tx, { organizationId, customerId: id });
      const now = this.clock.now();
      await this.repository.update(tx, { ...rowOf(customer), deletedAt: now, updatedAt: now });
      await this.taxes.replace(tx, organizationId, 'customer', id, []);
      await this.dependents.deleted(tx, { organizationId, customerId: id });
    });
  }

  private async updateDependents(tx: Transaction, before: Customer, after: Customer): Promise<void> {
    const { organizationId, id: customerId, netPaymentTerm } = after;
    if (after.currency !== before.currency) {
      const currency = { from: before.currency, to: after.currency };
      await this.dependents.assertCurrency(tx, { organizationId, customerId }, currency);
    }
    const addedGraceDays = after.invoiceGracePeriod - before.invoiceGracePeriod;
    if (addedGraceDays === 0 && netPaymentTerm === before.netPaymentTerm) return;
    await this.dependents.termsChanged(tx, { organizationId, customerId, addedGraceDays, netPaymentTerm });
  }

  /** Loads the taxes after the row is locked, because a lock does not cover a join. */
  private async complete(tx: Transaction, row: CustomerEntity | null): Promise<Customer> {
    if (row === null) throw new NotFoundError('customer');
    const taxCodes = await this.taxes.codesOf(tx, row.organizationId, 'customer', row.id);
    return { ...row, taxCodes };
  }
}

function rowOf({ taxCodes: _, ...row }: Customer): CustomerEntity {
  return row;
}
