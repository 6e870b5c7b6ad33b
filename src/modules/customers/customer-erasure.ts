import { Inject, Injectable } from '@nestjs/common';
import { Transactions, type Caller, type Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { InvalidStateError, NotFoundError } from '../../platform/errors/app-error';
import { Extensions, extensionPoint, reasonToKeep, type DeletionGuard } from '../../platform/extensions';
import { changedFields } from '../../platform/http/changed-fields';
import { AppliedTaxes } from '../taxes';
import { toCustomerResponse, type Customer } from './customer.dto';
import { ERASED } from './customer.rules';
import { CustomersRepository } from './customers.repository';
import { StoredRecords } from './stored-records';

/** Say why the personal data of a customer is still needed, e.g. `unpaid invoices`. */
export const CUSTOMER_ERASURE_GUARDS = extensionPoint<DeletionGuard>('customer erasure guards');

/** Erases the personal data of customers (docs/security.md#erasure). */
@Injectable()
export class CustomerErasure {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: CustomersRepository,
    private readonly records: StoredRecords,
    private readonly extensions: Extensions,
    private readonly taxes: AppliedTaxes,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Clears the personal fields of a customer, also of a deleted one, and of everything that is stored about it. Final
   * invoices keep their buyer. Idempotent.
   *
   * @throws NotFoundError; InvalidStateError while an erasure guard objects.
   */
  erase(caller: Caller, id: string): Promise<Customer> {
    const { organizationId } = caller;
    return this.transactions.runFor(caller, async (tx) => {
      const before = await this.lock(tx, organizationId, id);
      const reason = await reasonToKeep(this.extensions, CUSTOMER_ERASURE_GUARDS, tx, organizationId, id);
      if (reason !== null) {
        throw new InvalidStateError(`The personal data of the customer cannot be erased: it has ${reason}.`);
      }
      await this.records.erase(tx, before);
      const after: Customer = { ...before, ...ERASED };
      const changed = changedFields(toCustomerResponse(before), toCustomerResponse(after));
      if (changed.length === 0) return before;
      after.updatedAt = this.clock.now();
      await this.repository.erase(tx, after);
      await this.records.tell(tx, after, changed);
      return after;
    });
  }

  private async lock(tx: Transaction, organizationId: string, id: string): Promise<Customer> {
    const row = await this.repository.findEverForUpdate(tx, organizationId, id);
    if (row === null) throw new NotFoundError('customer');
    return { ...row, taxCodes: await this.taxes.codesOf(tx, organizationId, 'customer', id) };
  }
}
