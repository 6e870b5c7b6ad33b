import { Injectable } from '@nestjs/common';
import { isDatabaseUnavailable } from '../database/pg-errors';
import type { Transaction } from '../database/transactions';
import { Extensions, extensionPoint } from '../extensions';

/** A record with a value (`actual`) that differs from the value computed from other records (`expected`). */
export interface Mismatch {
  objectType: string;
  objectId: string;
  expected: string;
  actual: string;
}

/**
 * Computes a value in two ways, which must agree. Reads the whole history of an organization, so use cases never run
 * it.
 */
export interface ReconciliationCheck {
  /** In snake_case, because it is a label value of the metric. */
  readonly name: string;
  /** One sentence that says which two values must be equal. */
  readonly description: string;
  /**
   * Selects `object_type`, `object_id`, `expected` and `actual` of each mismatch in organization `$1`. Must be a single
   * statement, so that both values come from the same snapshot.
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

/** The checks of the module that owns the checked values (docs/billing-rules.md). */
export interface ReconciliationCheckList {
  readonly checks: readonly ReconciliationCheck[];
}

export const RECONCILIATION_CHECKS = extensionPoint<ReconciliationCheckList>('reconciliation checks');

/** Runs the checks of all modules. They are statements that may run for long, so they have no time limit of extensions. */
@Injectable()
export class ReconciliationChecks {
  constructor(private readonly extensions: Extensions) {}

  get all(): readonly ReconciliationCheck[] {
    return this.extensions.of(RECONCILIATION_CHECKS).flatMap((it) => it.checks);
  }

  /** @throws Error that names the check; that of an unavailable database as it is */
  async run(tx: Transaction, organizationId: string, check: ReconciliationCheck): Promise<Mismatch[]> {
    try {
      return await this.mismatches(tx, organizationId, check);
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      throw new Error(`The reconciliation check ${check.name} failed: ${(error as Error).message}`, {
        cause: error,
      });
    }
  }

  private async mismatches(
    tx: Transaction,
    organizationId: string,
    check: ReconciliationCheck,
  ): Promise<Mismatch[]> {
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
