import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';

/** A kind of record that taxes can be assigned to. */
export type TaxOwner = 'customer' | 'plan';

/** A tax to apply to a fee. */
export interface AppliedTax {
  id: string;
  code: string;
  name: string;
  /** Percent, as a decimal string. */
  rate: string;
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

  /** Returns the taxes of the plan if it has any, else those of the customer, else those of the organization. */
  findNearest(
    tx: Transaction,
    organizationId: string,
    planId: string | null,
    customerId: string,
  ): Promise<AppliedTax[]> {
    return tx.query(
      `WITH candidates AS (
         SELECT 1 AS distance, tax_id FROM plan_taxes WHERE organization_id = $1 AND plan_id = $2
         UNION ALL
         SELECT 2, tax_id FROM customer_taxes WHERE organization_id = $1 AND customer_id = $3
         UNION ALL
         SELECT 3, id FROM taxes WHERE organization_id = $1 AND applied_to_organization AND deleted_at IS NULL
       )
       SELECT taxes.id, taxes.code, taxes.name, trim_scale(taxes.rate)::text AS rate
         FROM candidates JOIN taxes ON taxes.organization_id = $1 AND taxes.id = candidates.tax_id
        WHERE candidates.distance = (SELECT min(distance) FROM candidates)
        ORDER BY taxes.code`,
      [organizationId, planId, customerId],
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
