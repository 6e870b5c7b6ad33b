import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import type { RatedTax } from './tax-split.rules';

/** A kind of record that taxes can be assigned to. */
export type TaxOwner = 'customer' | 'plan';

/** A tax to apply to a fee. */
export interface AppliedTax extends RatedTax {
  id: string;
}

/** The owners whose taxes may apply to a fee. */
export interface TaxedFee {
  /** Null for fees of one-off invoices, which have no plan. */
  planId: string | null;
  customerId: string;
}

const TABLES = {
  customer: { table: 'customer_taxes', owner: 'customer_id' },
  plan: { table: 'plan_taxes', owner: 'plan_id' },
} as const satisfies Record<TaxOwner, { table: string; owner: string }>;

@Injectable()
export class AppliedTaxesRepository {
  findCodes(
    tx: Transaction,
    organizationId: string,
    owner: TaxOwner,
    ownerIds: readonly string[],
  ): Promise<{ owner_id: string; code: string }[]> {
    const { table, owner: column } = TABLES[owner];
    return tx.query(
      `SELECT applied.${column} AS owner_id, taxes.code FROM ${table} AS applied
         JOIN taxes ON taxes.organization_id = applied.organization_id AND taxes.id = applied.tax_id
        WHERE applied.organization_id = $1 AND applied.${column} = ANY ($2)`,
      [organizationId, ownerIds],
    );
  }

  /**
   * Returns the taxes of each fee by its index: those of the plan if it has any, else those of the customer, else those
   * of the organization.
   */
  findNearest(
    tx: Transaction,
    organizationId: string,
    fees: readonly TaxedFee[],
  ): Promise<(AppliedTax & { index: number })[]> {
    return tx.query(
      `WITH fee AS (
         SELECT * FROM unnest($2::uuid[], $3::uuid[]) WITH ORDINALITY AS fee (plan_id, customer_id, position)
       ), candidate AS (
         SELECT position, 1 AS distance, tax_id FROM fee JOIN plan_taxes AS applied
             ON applied.organization_id = $1 AND applied.plan_id = fee.plan_id
         UNION ALL
         SELECT position, 2, tax_id FROM fee JOIN customer_taxes AS applied
             ON applied.organization_id = $1 AND applied.customer_id = fee.customer_id
         UNION ALL
         SELECT position, 3, tax.id FROM fee CROSS JOIN taxes AS tax
          WHERE tax.organization_id = $1 AND tax.applied_to_organization AND tax.deleted_at IS NULL
       ), ranked AS (
         SELECT *, min(distance) OVER (PARTITION BY position) AS nearest FROM candidate
       )
       SELECT ranked.position::int - 1 AS index, tax.id, tax.code, tax.name, trim_scale(tax.rate)::text AS rate,
              tax.category
         FROM ranked JOIN taxes AS tax ON tax.organization_id = $1 AND tax.id = ranked.tax_id
        WHERE ranked.distance = ranked.nearest
        ORDER BY ranked.position, tax.code`,
      [organizationId, fees.map((it) => it.planId), fees.map((it) => it.customerId)],
    );
  }

  async replace(
    tx: Transaction,
    organizationId: string,
    owner: TaxOwner,
    ownerId: string,
    taxIds: readonly string[],
  ): Promise<void> {
    const { table, owner: column } = TABLES[owner];
    await tx.query(`DELETE FROM ${table} WHERE organization_id = $1 AND ${column} = $2`, [
      organizationId,
      ownerId,
    ]);
    await tx.query(
      `INSERT INTO ${table} (organization_id, ${column}, tax_id) SELECT $1, $2, unnest($3::uuid[])`,
      [organizationId, ownerId, taxIds],
    );
  }

  async isApplied(tx: Transaction, organizationId: string, taxId: string): Promise<boolean> {
    const [row] = await tx.query<{ applied: boolean }[]>(
      `SELECT EXISTS (SELECT 1 FROM customer_taxes WHERE organization_id = $1 AND tax_id = $2)
           OR EXISTS (SELECT 1 FROM plan_taxes WHERE organization_id = $1 AND tax_id = $2) AS applied`,
      [organizationId, taxId],
    );
    return row?.applied === true;
  }
}
