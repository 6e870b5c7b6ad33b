import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { ValidationFailedError } from '../../platform/errors/app-error';
import {
  AppliedTaxesRepository,
  type AppliedTax,
  type TaxedFee,
  type TaxOwner,
} from './applied-taxes.repository';
import { sortedCodes } from './tax-codes.field';
import { TaxesRepository } from './taxes.repository';

export type { AppliedTax } from './applied-taxes.repository';

/** Assigns taxes to customers and plans, and finds those that apply to a fee (docs/billing-rules.md#taxes). */
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

  /** Returns the taxes that apply to a fee, by code: the nearest wins (docs/billing-rules.md#taxes). */
  async nearest(tx: Transaction, organizationId: string, fee: TaxedFee): Promise<AppliedTax[]> {
    const [taxes = []] = await this.nearestOfAll(tx, organizationId, [fee]);
    return taxes;
  }

  /** Returns the taxes of each of many fees. */
  async nearestOfAll(
    tx: Transaction,
    organizationId: string,
    fees: readonly TaxedFee[],
  ): Promise<AppliedTax[][]> {
    if (fees.length === 0) return [];
    const taxes: AppliedTax[][] = fees.map(() => []);
    for (const { index, ...tax } of await this.repository.findNearest(tx, organizationId, fees)) {
      taxes[index]?.push(tax);
    }
    return taxes;
  }

  /** @throws ValidationFailedError naming `tax_codes` when a code does not exist. */
  async replace(
    tx: Transaction,
    organizationId: string,
    owner: TaxOwner,
    ownerId: string,
    codes: readonly string[],
  ): Promise<void> {
    const taxes = codes.length === 0 ? [] : await this.taxes.findForUse(tx, organizationId, codes);
    const unknown = codes.find((code) => !taxes.some((it) => it.code === code));
    if (unknown !== undefined) {
      const message = `tax_codes contains ${JSON.stringify(unknown)}, which does not exist in this organization.`;
      throw ValidationFailedError.of('tax_codes', 'unknown_tax', message);
    }
    const ids = taxes.map((it) => it.id);
    await this.repository.replace(tx, organizationId, owner, ownerId, ids);
  }
}
