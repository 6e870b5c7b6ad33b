import { Injectable } from '@nestjs/common';
import type { Transaction } from '../database/transactions';

/** A record whose value differs from the sum of its parts. */
export interface Mismatch {
  objectType: string;
  objectId: string;
  expected: string;
  actual: string;
}

/** Computes a number in two ways. Reads the whole history of one organization, so it is never part of a use case. */
export interface ReconciliationCheck {
  /** snake_case; a label of the metric. */
  readonly name: string;
  /** One sentence that says which two values must be equal. */
  readonly description: string;
  /**
   * Selects `object_type`, `object_id`, `expected` and `actual` of the mismatches of organization `$1`. It is a single
   * statement, so that both sides come from the same snapshot.
   */
  readonly sql: string;
  /**
   * Splits a history that is too long for one statement: selects the `id` of the last record of the page that begins
   * after `$2`, and no row for the last page. `sql` then covers the records after `$2` up to `$3`.
   */
  readonly pageEnd?: string;
}

/** Maximum number of mismatches per check: the first ones suffice to find the cause. */
export const MOST_MISMATCHES = 1000;

const BEFORE_ALL_IDS = '00000000-0000-0000-0000-000000000000';
const AFTER_ALL_IDS = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * The checks of values that must agree. The module that owns the values registers each check (docs/billing-rules.md).
 */
@Injectable()
export class ReconciliationChecks {
  private readonly checks: ReconciliationCheck[] = [];

  register(...checks: ReconciliationCheck[]): void {
    this.checks.push(...checks);
  }

  get all(): readonly ReconciliationCheck[] {
    return this.checks;
  }

  async run(tx: Transaction, organizationId: string, check: ReconciliationCheck): Promise<Mismatch[]> {
    if (check.pageEnd === undefined) return mismatchesIn(tx, check.sql, [organizationId]);
    const found: Mismatch[] = [];
    let after = BEFORE_ALL_IDS;
    while (after !== AFTER_ALL_IDS && found.length < MOST_MISMATCHES) {
      const [last] = await tx.query<{ id: string }[]>(check.pageEnd, [organizationId, after]);
      const upTo = last?.id ?? AFTER_ALL_IDS;
      found.push(...(await mismatchesIn(tx, check.sql, [organizationId, after, upTo])));
      after = upTo;
    }
    return found.slice(0, MOST_MISMATCHES);
  }
}

interface MismatchRow {
  object_type: string;
  object_id: string;
  expected: string;
  actual: string;
}

async function mismatchesIn(tx: Transaction, sql: string, values: string[]): Promise<Mismatch[]> {
  const rows = await tx.query<MismatchRow[]>(
    `SELECT object_type, object_id, expected::text, actual::text FROM (${sql}) AS mismatch
      ORDER BY object_id LIMIT ${MOST_MISMATCHES}`,
    values,
  );
  return rows.map((it) => ({
    objectType: it.object_type,
    objectId: it.object_id,
    expected: it.expected,
    actual: it.actual,
  }));
}
