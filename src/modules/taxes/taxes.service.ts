import { Inject, Injectable } from '@nestjs/common';
import { Transactions, type Caller, type Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { newId } from '../../platform/domain/id';
import { InvalidStateError, NotFoundError } from '../../platform/errors/app-error';
import type { Page, PageQuery } from '../../platform/http/paging';
import { AppliedTaxesRepository } from './applied-taxes.repository';
import { toTaxResponse, type TaxInput } from './tax.dto';
import type { TaxEntity } from './tax.entity';
import { TaxesRepository } from './taxes.repository';

/** Use cases of taxes (docs/billing-rules.md#taxes). */
@Injectable()
export class TaxesService {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: TaxesRepository,
    private readonly applied: AppliedTaxesRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws ConflictError when the code is taken. */
  create(caller: Caller, input: TaxInput): Promise<TaxEntity> {
    const { organizationId } = caller;
    return this.transactions.runFor(caller, async (tx) => {
      const now = this.clock.now();
      const base = { organizationId, id: newId(), createdAt: now, updatedAt: now, deletedAt: null };
      const tax: TaxEntity = { ...input, ...base };
      await this.repository.insert(tx, tax);
      return tax;
    });
  }

  list(caller: Caller, filters: { code: string | undefined }, query: PageQuery): Promise<Page<TaxEntity>> {
    return this.transactions.readFor(caller, (tx) =>
      this.repository.list(tx, caller.organizationId, filters, query),
    );
  }

  async get(caller: Caller, id: string): Promise<TaxEntity> {
    const tax = await this.transactions.readFor(caller, (tx) =>
      this.repository.find(tx, caller.organizationId, id),
    );
    if (tax === null) throw new NotFoundError('tax');
    return tax;
  }

  /** A new rate applies to fees that are computed from now on. */
  update(caller: Caller, id: string, input: Partial<Omit<TaxInput, 'code'>>): Promise<TaxEntity> {
    return this.transactions.runFor(caller, async (tx) => {
      const before = await this.lock(tx, caller.organizationId, id);
      caller.precondition?.check(toTaxResponse(before));
      const after = { ...before, ...input, updatedAt: this.clock.now() };
      await this.repository.update(tx, after);
      return after;
    });
  }

  /** @throws InvalidStateError while the tax is assigned to the organization, a customer or a plan. */
  delete(caller: Caller, id: string): Promise<void> {
    const { organizationId } = caller;
    return this.transactions.runFor(caller, async (tx) => {
      const tax = await this.lock(tx, organizationId, id);
      if (tax.appliedToOrganization || (await this.applied.isApplied(tx, organizationId, id))) {
        throw new InvalidStateError(
          'The tax is assigned to the organization, a customer or a plan. Remove it there first.',
        );
      }
      const now = this.clock.now();
      await this.repository.update(tx, { ...tax, deletedAt: now, updatedAt: now });
    });
  }

  private async lock(tx: Transaction, organizationId: string, id: string): Promise<TaxEntity> {
    const tax = await this.repository.findForUpdate(tx, organizationId, id);
    if (tax === null) throw new NotFoundError('tax');
    return tax;
  }
}
