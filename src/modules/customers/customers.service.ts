import { Inject, Injectable } from '@nestjs/common';
import { Transactions, type Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { newId } from '../../platform/domain/id';
import { NotFoundError } from '../../platform/errors/app-error';
import type { Page, PageQuery } from '../../platform/http/paging';
import { Outbox } from '../../platform/outbox/outbox';
import { toCustomerResponse, type CustomerInput } from './customer.dto';
import type { CustomerEntity } from './customer.entity';
import { CustomerCreated, CustomerUpdated } from './customer.events';
import { changedFields } from './customer.rules';
import { CustomersRepository, type CustomerFilters } from './customers.repository';

const DEFAULTS = {
  name: null,
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
} satisfies Omit<CustomerInput, 'externalId'>;

/** Use cases of customers (billing-rules.md, Customers). */
@Injectable()
export class CustomersService {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: CustomersRepository,
    private readonly outbox: Outbox,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws ConflictError when the external id is taken. */
  create(
    organizationId: string,
    input: Partial<CustomerInput> & { externalId: string },
  ): Promise<CustomerEntity> {
    return this.transactions.run(async (tx) => {
      const now = this.clock.now();
      const base = { organizationId, id: newId(), createdAt: now, updatedAt: now, deletedAt: null };
      const customer: CustomerEntity = { ...DEFAULTS, ...input, ...base };
      await this.repository.insert(tx, customer);
      const about = { organizationId, objectId: customer.id, object: toCustomerResponse(customer) };
      await this.outbox.append(tx, CustomerCreated.of(about));
      return customer;
    });
  }

  list(organizationId: string, filters: CustomerFilters, query: PageQuery): Promise<Page<CustomerEntity>> {
    return this.repository.list(this.transactions.reader, organizationId, filters, query);
  }

  async get(organizationId: string, id: string): Promise<CustomerEntity> {
    const customer = await this.repository.find(this.transactions.reader, organizationId, id);
    if (customer === null) throw new NotFoundError('customer');
    return customer;
  }

  /** Changes the named fields. When nothing really changes, nothing is written and nothing emitted. */
  update(organizationId: string, id: string, input: Partial<CustomerInput>): Promise<CustomerEntity> {
    return this.transactions.run(async (tx) => {
      const before = await this.lock(tx, organizationId, id);
      const after: CustomerEntity = { ...before, ...input };
      const changed = changedFields(toCustomerResponse(before), toCustomerResponse(after));
      if (changed.length === 0) return before;
      after.updatedAt = this.clock.now();
      await this.repository.update(tx, after);
      const object = toCustomerResponse(after);
      await this.outbox.append(tx, CustomerUpdated.of({ organizationId, objectId: id, object, changed }));
      return after;
    });
  }

  /** The customer disappears from reads and frees its external id; its documents stay. */
  delete(organizationId: string, id: string): Promise<void> {
    return this.transactions.run(async (tx) => {
      const customer = await this.lock(tx, organizationId, id);
      const now = this.clock.now();
      await this.repository.update(tx, { ...customer, deletedAt: now, updatedAt: now });
    });
  }

  private async lock(tx: Transaction, organizationId: string, id: string): Promise<CustomerEntity> {
    const customer = await this.repository.findForUpdate(tx, organizationId, id);
    if (customer === null) throw new NotFoundError('customer');
    return customer;
  }
}
