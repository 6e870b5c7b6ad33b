import { Inject, Injectable } from '@nestjs/common';
import { Transactions, type Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { newId } from '../../platform/domain/id';
import { InvalidStateError, NotFoundError, ValidationFailedError } from '../../platform/errors/app-error';
import type { Page, PageQuery } from '../../platform/http/paging';
import { NO_PRECONDITION, type Precondition } from '../../platform/http/versions';
import { AppliedTaxesRepository } from './applied-taxes.repository';
import type { TaxInput } from './tax.dto';
import { isRateAllowed } from './tax-category.rules';
import type { TaxEntity } from './tax.entity';
import { TaxesRepository } from './taxes.repository';

/** Implements docs/billing-rules.md#taxes. */
@Injectable()
export class TaxesService {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: TaxesRepository,
    private readonly applied: AppliedTaxesRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws ConflictError when the code is taken; ValidationFailedError for a rate that the category does not allow. */
  create(organizationId: string, input: TaxInput): Promise<TaxEntity> {
    return this.transactions.runFor(organizationId, async (tx) => {
      assertRate(input);
      const now = this.clock.now();
      const base = {
        organizationId,
        id: newId(),
        createdAt: now,
        updatedAt: now,
        deletedAt: null,
        rowVersion: 1,
      };
      const tax: TaxEntity = { ...input, ...base };
      await this.repository.insert(tx, tax);
      return tax;
    });
  }

  list(
    organizationId: string,
    filters: { code: string | undefined },
    query: PageQuery,
  ): Promise<Page<TaxEntity>> {
    return this.transactions.readFor(organizationId, (tx) =>
      this.repository.list(tx, organizationId, filters, query),
    );
  }

  async get(organizationId: string, id: string): Promise<TaxEntity> {
    const tax = await this.transactions.readFor(organizationId, (tx) =>
      this.repository.find(tx, organizationId, id),
    );
    if (tax === null) throw new NotFoundError('tax');
    return tax;
  }

  /** A new rate applies to fees that are computed from now on. */
  update(
    organizationId: string,
    id: string,
    input: Partial<Omit<TaxInput, 'code'>>,
    precondition: Precondition<TaxEntity> = NO_PRECONDITION,
  ): Promise<TaxEntity> {
    return this.transactions.runFor(organizationId, async (tx) => {
      const before = await this.lock(tx, organizationId, id);
      precondition.assertMet(before);
      const after = { ...before, ...input, updatedAt: this.clock.now() };
      assertRate(after);
      return this.repository.update(tx, after);
    });
  }

  /** @throws InvalidStateError while the tax is assigned to the organization, a customer or a plan. */
  delete(organizationId: string, id: string): Promise<void> {
    return this.transactions.runFor(organizationId, async (tx) => {
      const tax = await this.lock(tx, organizationId, id);
      if (tax.appliedToOrganization || (await this.applied.isApplied(tx, organizationId, id))) {
        throw new InvalidStateError(
          'The tax is applied to the organization, a customer or a plan; it cannot be deleted. ' +
            'Set its applied_to_organization to false, and remove its code from their tax_codes first.',
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

function assertRate(tax: TaxInput): void {
  if (isRateAllowed(tax)) return;
  throw ValidationFailedError.of(
    'rate',
    'out_of_range',
    `rate must be 0 for the category ${tax.category}; taxes above 0 have the category S, L or M.`,
  );
}
