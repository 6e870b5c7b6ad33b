import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { ValidationFailedError } from '../../platform/errors/app-error';
import { createOrLookUp, unknownRecord } from '../../platform/errors/unknown-record';
import {
  AppliedTaxesRepository,
  type AppliedTax,
  type TaxedFee,
  type TaxOwner,
} from './applied-taxes.repository';
import { sortedCodes } from './tax-codes.field';
import { TaxesRepository } from './taxes.repository';

const NO_TAX = createOrLookUp('tax', '/v1/taxes', 'code');

export type { AppliedTax, TaxedFee } from './applied-taxes.repository';

/** Assigns taxes to customers and plans, and finds those that apply to a fee (docs/billing-rules.md). */
@Injectable()
export class AppliedTaxes {
  constructor(
    private readonly repository: AppliedTaxesRepository,
    private readonly taxes: TaxesRepository,
  ) {}

  async codesOf(
    tx: Transaction,
    organizationId: string,
    owner: TaxOwner,
    ownerId: string,
  ): Promise<string[]> {
    const codes = await this.codesByOwner(tx, organizationId, owner, [ownerId]);
    return codes.get(ownerId) ?? [];
  }

  /** Returns the codes by owner; an owner without taxes is absent. */
  async codesByOwner(
    tx: Transaction,
    organizationId: string,
    owner: TaxOwner,
    ownerIds: readonly string[],
  ): Promise<Map<string, string[]>> {
    const rows =
      ownerIds.length === 0 ? [] : await this.repository.findCodes(tx, organizationId, owner, ownerIds);
    const codes = new Map<string, string[]>();
    for (const { owner_id: id, code } of rows) codes.set(id, sortedCodes([...(codes.get(id) ?? []), code]));
    return codes;
  }

  /** Returns the taxes on one fee, as `nearestOfAll` does. */
  async nearest(tx: Transaction, organizationId: string, fee: TaxedFee): Promise<AppliedTax[]> {
    const [taxes = []] = await this.nearestOfAll(tx, organizationId, [fee]);
    return taxes;
  }

  /**
   * Returns the taxes on each fee, ordered by code: those of the plan if it has any, else those of the customer, else
   * those of the organization (docs/billing-rules.md#taxes). Runs one statement for any number of fees.
   */
  async nearestOfAll(
    tx: Transaction,
    organizationId: string,
    fees: readonly TaxedFee[],
  ): Promise<AppliedTax[][]> {
    const taxes: AppliedTax[][] = fees.map(() => []);
    if (fees.length === 0) return taxes;
    for (const { index, ...tax } of await this.repository.findNearest(tx, organizationId, fees)) {
      taxes[index]?.push(tax);
    }
    return taxes;
  }

  /**
   * @param codes in any order, each once
   * @throws ValidationFailedError naming each entry of `tax_codes` that does not exist
   */
  async replace(
    tx: Transaction,
    organizationId: string,
    owner: TaxOwner,
    ownerId: string,
    codes: readonly string[],
  ): Promise<void> {
    const taxes = codes.length === 0 ? [] : await this.taxes.findForUse(tx, organizationId, codes);
    const known = new Set(taxes.map((it) => it.code));
    const problems = codes.flatMap((code, index) =>
      known.has(code) ? [] : [unknownRecord(`tax_codes.${index}`, 'tax', NO_TAX)],
    );
    if (problems.length > 0) throw new ValidationFailedError(problems);
    const ids = taxes.map((it) => it.id);
    await this.repository.replace(tx, organizationId, owner, ownerId, ids);
  }
}
