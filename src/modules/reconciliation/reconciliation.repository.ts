import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { ReconciliationFindingEntity } from './reconciliation-finding.entity';

@Injectable()
export class ReconciliationRepository {
  /** Replaces all findings of the organization. */
  async replaceFindings(
    tx: Transaction,
    organizationId: string,
    findings: ReconciliationFindingEntity[],
  ): Promise<void> {
    await tx.delete(ReconciliationFindingEntity, { organizationId });
    if (findings.length > 0) await tx.insert(ReconciliationFindingEntity, findings);
  }

  /** Returns the number of mismatches across all organizations, by check. Cheap: only mismatches are stored. */
  async mismatchesByCheck(tx: Transaction): Promise<Map<string, number>> {
    const rows = await tx.query<{ check_name: string; mismatches: number }[]>(
      'SELECT check_name, sum(mismatches)::int AS mismatches FROM reconciliation_findings GROUP BY check_name',
    );
    return new Map(rows.map((it) => [it.check_name, it.mismatches]));
  }
}
