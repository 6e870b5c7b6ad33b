import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../src/platform/database/transactions';
import type { AddedFields, ChangedResource } from '../../../src/platform/extensions';
import { AnswerField, TextField } from '../../../src/platform/http/fields';

const MANAGER = { description: 'Who looks after the customer', example: 'Ada Lovelace' };

/** How requests and responses of customers have the field. */
export const ACCOUNT_MANAGER = {
  account_manager: {
    request: TextField({ ...MANAGER, optional: true, nullable: true }),
    response: AnswerField({ ...MANAGER, type: String, nullable: true }),
  },
};

/** Keeps who looks after a customer. */
@Injectable()
export class AccountManagers implements AddedFields {
  readonly writeScope = 'customers:write';

  async valuesOf(tx: Transaction, organizationId: string, ids: readonly string[]) {
    const rows = await tx.query<{ customer_id: string; name: string | null }[]>(
      'SELECT customer_id, name FROM account_managers WHERE organization_id = $1 AND customer_id = ANY ($2)',
      [organizationId, ids],
    );
    const names = new Map(rows.map((it) => [it.customer_id, it.name]));
    return new Map(ids.map((id) => [id, { account_manager: names.get(id) ?? null }]));
  }

  async lock(tx: Transaction, organizationId: string, id: string): Promise<void> {
    const key = `account_manager:${organizationId}:${id}`;
    await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [key]);
  }

  async set(
    tx: Transaction,
    { organizationId, id }: ChangedResource,
    { account_manager: name }: { account_manager?: string | null },
  ): Promise<void> {
    await tx.query(
      `INSERT INTO account_managers (organization_id, customer_id, name) VALUES ($1, $2, $3)
       ON CONFLICT (organization_id, customer_id) DO UPDATE SET name = EXCLUDED.name`,
      [organizationId, id, name],
    );
  }
}
