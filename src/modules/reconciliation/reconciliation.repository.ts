import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { ReconciliationFindingEntity } from './reconciliation-finding.entity';

/** Queries of what the daily reconciliation found. */
@Injectable()
export class ReconciliationRepository {
  /** What is found now takes the place of what was found before. */
  async replaceFindings(
    tx: Transaction,
    organizationId: string,
    findings: ReconciliationFindingEntity[],
  ): Promise<void> {
    await tx.delete(ReconciliationFindingEntity, { organizationId });
    if (findings.length > 0) await tx.insert(ReconciliationFindingEntity, findings);
  }

  /** Mismatches of all organizations, by check; the table holds only what does not agree, so it is next to empty. */
  async mismatchesByCheck(tx: Transaction): Promise<Map<string, number>> {
    const rows = await tx.query<{ check_name: string; mismatches: number }[]>(
      'SELECT check_name, sum(mismatches)::int AS mismatches FROM reconciliation_findings GROUP BY check_name',
    );
    return new Map(rows.map((it) => [it.check_name, it.mismatches]));
  }
}
