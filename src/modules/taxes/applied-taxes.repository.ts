import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';

/** What can have taxes of its own. */
export type TaxOwner = 'customer' | 'plan';

const TABLES = {
  customer: { table: 'customer_taxes', owner: 'customer_id' },
  plan: { table: 'plan_taxes', owner: 'plan_id' },
} as const satisfies Record<TaxOwner, { table: string; owner: string }>;

/** Queries of which taxes customers and plans have. */
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
