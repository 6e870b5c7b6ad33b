import { Inject, Injectable } from '@nestjs/common';
import { mapPage } from '../../platform/database/read-page';
import { Transactions, type Caller, type Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { newId } from '../../platform/domain/id';
import { InvalidStateError, NotFoundError } from '../../platform/errors/app-error';
import {
  Extensions,
  assertDeletable,
  extensionPoint,
  reasonToKeep,
  type DeletionGuard,
} from '../../platform/extensions';
import { changedFields } from '../../platform/http/changed-fields';
import type { Page, PageQuery } from '../../platform/http/paging';
import { Outbox } from '../../platform/outbox/outbox';
import { AppliedTaxes } from '../taxes';
import { toCustomerResponse, type Customer, type CustomerInput } from './customer.dto';
import type { CustomerEntity } from './customer.entity';
import { CustomerCreated, CustomerDeleted, CustomerTermsChanged, CustomerUpdated } from './customer.events';
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

/** Say why a customer must not be deleted, e.g. `unpaid invoices`. */
export const CUSTOMER_DELETION_GUARDS = extensionPoint<DeletionGuard>('customer deletion guards');

/** Say what is in the currency of a customer, which therefore cannot be changed, e.g. `invoices`. */
export const CUSTOMER_CURRENCY_GUARDS = extensionPoint<DeletionGuard>('customer currency guards');

/** Use cases of customers (docs/billing-rules.md#customers). */
@Injectable()
export class CustomersService {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: CustomersRepository,
    private readonly taxes: AppliedTaxes,
    private readonly extensions: Extensions,
    private readonly outbox: Outbox,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws ConflictError when the external id is taken; ValidationFailedError for an unknown tax. */
  create(caller: Caller, input: Partial<CustomerInput> & { externalId: string }): Promise<Customer> {
    const { organizationId } = caller;
    return this.transactions.runFor(caller, async (tx) => {
      const now = this.clock.now();
      const base = { organizationId, id: newId(), createdAt: now, updatedAt: now, deletedAt: null };
      const customer: Customer = { ...DEFAULTS, ...input, ...base };
      await this.repository.insert(tx, rowOf(customer));
      await this.taxes.replace(tx, organizationId, 'customer', customer.id, customer.taxCodes);
      const about = { organizationId, objectId: customer.id, object: toCustomerResponse(customer) };
      await this.outbox.append(tx, CustomerCreated.of(about));
      return customer;
    });
  }

  list(caller: Caller, filters: CustomerFilters, query: PageQuery): Promise<Page<Customer>> {
    const { organizationId } = caller;
    return this.transactions.reportFor(caller, async (tx) => {
      const page = await this.repository.list(tx, organizationId, filters, query);
      return mapPage(page, async (rows) => {
        const ids = rows.map((it) => it.id);
        const codes = await this.taxes.codesByOwner(tx, organizationId, 'customer', ids);
        return rows.map((it) => ({ ...it, taxCodes: codes.get(it.id) ?? [] }));
      });
    });
  }

  get(caller: Caller, id: string): Promise<Customer> {
    return this.transactions.readFor(caller, (tx) => this.getIn(tx, caller.organizationId, id));
  }

  /** As `get`, within the transaction of another use case. */
  async getIn(tx: Transaction, organizationId: string, id: string): Promise<Customer> {
    return this.withTaxes(tx, await this.repository.find(tx, organizationId, id));
  }

  /** As `getIn`, also of a deleted customer: what happened to it remains. */
  async getEverIn(tx: Transaction, organizationId: string, id: string): Promise<Customer> {
    return this.withTaxes(tx, await this.repository.findEver(tx, organizationId, id));
  }

  /** As `getIn`, under the lock on the customer (docs/decisions.md#lock-order). */
  async lockIn(tx: Transaction, organizationId: string, id: string): Promise<Customer> {
    await this.repository.lock(tx, organizationId, [id]);
    return this.getIn(tx, organizationId, id);
  }

  /**
   * Changes the given fields. If no value differs, writes nothing and emits nothing.
   *
   * @throws InvalidStateError for another currency once something is in the old one.
   */
  update(caller: Caller, id: string, input: Partial<CustomerInput>): Promise<Customer> {
    const { organizationId } = caller;
    return this.transactions.runFor(caller, async (tx) => {
      const row = await this.repository.findForNoKeyUpdate(tx, organizationId, id);
      const before = await this.withTaxes(tx, row);
      caller.precondition?.check(toCustomerResponse(before));
      const after: Customer = { ...before, ...input };
      const changed = changedFields(toCustomerResponse(before), toCustomerResponse(after));
      if (changed.length === 0) return before;
      if (changed.includes('currency')) await this.assertNoCurrencyYet(tx, organizationId, id);
      after.updatedAt = this.clock.now();
      await this.repository.update(tx, rowOf(after));
      if (changed.includes('tax_codes')) {
        this.transactions.noteChanged(tx, 'tax_codes');
        await this.taxes.replace(tx, organizationId, 'customer', id, after.taxCodes);
      }
      const object = toCustomerResponse(after);
      await this.outbox.append(tx, CustomerUpdated.of({ organizationId, objectId: id, object, changed }));
      await this.tellTerms(tx, before, after);
      return after;
    });
  }

  /**
   * Hides the customer from reads and releases its external id and taxes. Its documents remain; its wallets end.
   *
   * @throws InvalidStateError when a deletion guard gives a reason to keep it.
   */
  delete(caller: Caller, id: string): Promise<void> {
    const { organizationId } = caller;
    return this.transactions.runFor(caller, async (tx) => {
      const customer = await this.repository.findForUpdate(tx, organizationId, id);
      if (customer === null) throw new NotFoundError('customer');
      const guards = CUSTOMER_DELETION_GUARDS;
      await assertDeletable(this.extensions, guards, tx, organizationId, id, 'customer');
      const now = this.clock.now();
      await this.repository.update(tx, { ...customer, deletedAt: now, updatedAt: now });
      await this.taxes.replace(tx, organizationId, 'customer', id, []);
      await this.outbox.emit(tx, CustomerDeleted, { organizationId, customerId: id });
    });
  }

  /** Keeps new rows from referring to the customer, then asks the guards. */
  private async assertNoCurrencyYet(tx: Transaction, organizationId: string, id: string): Promise<void> {
    await this.repository.findForUpdate(tx, organizationId, id);
    const reason = await reasonToKeep(this.extensions, CUSTOMER_CURRENCY_GUARDS, tx, organizationId, id);
    if (reason === null) return;
    throw new InvalidStateError(`The customer has ${reason}; its currency cannot be changed.`);
  }

  private async tellTerms(tx: Transaction, before: Customer, after: Customer): Promise<void> {
    const { organizationId, id: customerId, netPaymentTerm } = after;
    const addedGraceDays = after.invoiceGracePeriod - before.invoiceGracePeriod;
    if (addedGraceDays === 0 && netPaymentTerm === before.netPaymentTerm) return;
    await this.repository.lock(tx, organizationId, [customerId]);
    const terms = { organizationId, customerId, addedGraceDays, netPaymentTerm };
    await this.outbox.emit(tx, CustomerTermsChanged, terms);
  }

  /** Reads the taxes after the row is locked, since a row lock does not cover joined rows. */
  private async withTaxes(tx: Transaction, row: CustomerEntity | null): Promise<Customer> {
    if (row === null) throw new NotFoundError('customer');
    const taxCodes = await this.taxes.codesOf(tx, row.organizationId, 'customer', row.id);
    return { ...row, taxCodes };
  }
}

function rowOf({ taxCodes: _, ...row }: Customer): CustomerEntity {
  return row;
}
