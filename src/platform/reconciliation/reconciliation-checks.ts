import { Injectable } from '@nestjs/common';
import type { Transaction } from '../database/transactions';

/** A record whose sum is not what its parts add up to. */
export interface Mismatch {
  objectType: string;
  objectId: string;
  expected: string;
  actual: string;
}

/** Two ways to the same number. Reads the whole history of one organization: an audit, no part of any request. */
export interface ReconciliationCheck {
  /** snake_case; a label of the metric. */
  readonly name: string;
  /** One sentence: what must equal what. */
  readonly description: string;
  /**
   * The mismatches of the organization `$1`, at most `MOST_MISMATCHES`: rows of `object_type`, `object_id`,
   * `expected`, `actual`, from one statement and so from one moment.
   */
  readonly sql: string;
}

/** More than these nobody reads; the first ones tell what is wrong. */
export const MOST_MISMATCHES = 1000;

/** The sums that must agree, each declared by the module that keeps them (billing service, Reconciliation). */
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
    const rows = await tx.query<
      { object_type: string; object_id: string; expected: string; actual: string }[]
    >(
      `SELECT object_type, object_id, expected::text, actual::text FROM (${check.sql}) AS mismatch
        ORDER BY object_id LIMIT ${MOST_MISMATCHES}`,
      [organizationId],
    );
    return rows.map((it) => ({
      objectType: it.object_type,
      objectId: it.object_id,
      expected: it.expected,
      actual: it.actual,
    }));
  }
}
