import { Injectable } from '@nestjs/common';
import { notMoving } from '../../../platform/cells/held-organizations';
import { findPage } from '../../../platform/database/find-page';
import type { Transaction } from '../../../platform/database/transactions';
import type { Page, PageQuery } from '../../../platform/http/paging';
import { withoutUndefined } from '../../../platform/http/without-undefined';
import { ProviderCallEntity } from './provider-call.entity';

/** Rows of one deletion. */
const BATCH = 1000;

export interface ProviderCallFilters {
  collectionId?: string | undefined;
}

/** Queries of the calls of payment providers. */
@Injectable()
export class ProviderCallsRepository {
  async insert(tx: Transaction, call: ProviderCallEntity): Promise<void> {
    await tx.insert(ProviderCallEntity, call);
  }

  async update(tx: Transaction, call: ProviderCallEntity): Promise<void> {
    const { organizationId, id, outcome, status, response, reason, durationMs } = call;
    const columns = { outcome, status, response, reason, durationMs };
    await tx.update(ProviderCallEntity, { organizationId, id }, columns);
  }

  list(
    tx: Transaction,
    organizationId: string,
    provider: string,
    filters: ProviderCallFilters,
    query: PageQuery,
  ): Promise<Page<ProviderCallEntity>> {
    const where = { ...withoutUndefined(filters), organizationId, provider };
    return findPage(tx, ProviderCallEntity, where, query);
  }

  /** Empties the texts of a customer's calls. */
  async eraseTexts(tx: Transaction, organizationId: string, customerId: string): Promise<void> {
    await tx.query(
      `UPDATE provider_calls SET request = NULL, response = NULL
        WHERE organization_id = $1 AND customer_id = $2 AND (request IS NOT NULL OR response IS NOT NULL)`,
      [organizationId, customerId],
    );
  }

  /** Deletes a batch of those from before then, of any organization; returns how many it were. */
  async deleteBefore(tx: Transaction, before: Date): Promise<number> {
    const [{ removed }] = await tx.query<[{ removed: number }]>(
      `WITH old AS (SELECT organization_id, id FROM provider_calls AS call
                     WHERE created_at < $1 AND ${notMoving('call')}
                     ORDER BY created_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED),
            gone AS (DELETE FROM provider_calls AS call USING old
                      WHERE call.organization_id = old.organization_id AND call.id = old.id RETURNING 1)
       SELECT count(*)::int AS removed FROM gone`,
      [before],
    );
    return removed;
  }
}
