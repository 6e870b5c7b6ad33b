import { Module } from '@nestjs/common';
import { ReconciliationJobs } from '../../../src/modules/reconciliation/reconciliation.jobs';
import { ReconciliationService } from '../../../src/modules/reconciliation/reconciliation.service';
import { extend } from '../../../src/platform/extensions';
import {
  RECONCILIATION_CHECKS,
  type ReconciliationCheck,
  type ReconciliationCheckList,
} from '../../../src/platform/reconciliation/reconciliation-checks';
import { anEndpoint } from '../../support/builders';
import { startTestApp, type TestApp } from '../../support/test-app';
import { useTestApp } from '../../support/use-test-app';

class ChecksOfTest implements ReconciliationCheckList {
  readonly checks: ReconciliationCheck[] = [];
}
@Module({ providers: [ChecksOfTest, extend(RECONCILIATION_CHECKS, ChecksOfTest)] })
class ChecksOfTestModule {}

describe('the metric of the daily reconciliation', () => {
  const app = useTestApp({}, ChecksOfTestModule);

  const metricOf = async (from: TestApp, check: string): Promise<string | undefined> => {
    const { text } = await from.request.get('/metrics').expect(200);
    return new RegExp(`^reconciliation_mismatches\\{check="${check}"\\} (\\d+)$`, 'm').exec(text)?.[1];
  };

  it('shows the findings of all organizations in every instance, even after a restart', async () => {
    expect(await metricOf(app, 'delivery_counters')).toBe('0');
    for (let n = 0; n < 2; n++) {
      const organization = await app.anOrganization();
      const { id } = await anEndpoint(organization, 'http://127.0.0.1:4/');
      await app.database.query(
        `INSERT INTO webhook_delivery_counts (organization_id, day, webhook_endpoint_id, webhook_type, succeeded)
         VALUES ($1, '2026-01-01', $2, 'customer.created', 1)`,
        [organization.id, id],
      );
    }
    expect(await metricOf(app, 'delivery_counters')).toBe('0');
    const jobs = app.app.get(ReconciliationJobs);
    await jobs.reconcile();
    expect(await metricOf(app, 'delivery_counters')).toBe('2');
    expect(await metricOf(app, 'event_deliveries')).toBe('0');

    const other = await startTestApp({ ROLE: 'api' }, app.database);
    try {
      expect(await metricOf(other, 'delivery_counters')).toBe('2');
    } finally {
      await other.stop();
    }

    await app.database.query('DELETE FROM webhook_delivery_counts');
    await jobs.reconcile();
    expect(await app.database.query('SELECT 1 FROM reconciliation_findings')).toEqual([]);
  });

  it('includes all other organizations when one cannot be checked', async () => {
    const [broken, wrong] = [await app.anOrganization(), await app.anOrganization()];
    app.app.get(ChecksOfTest, { strict: false }).checks.push({
      name: 'of_a_test',
      description: 'Fails for one organization and finds a mismatch in another.',
      sql: `SELECT 'organization' AS object_type, id AS object_id, 1 AS expected,
                   1 / (id <> '${broken.id}')::int AS actual
              FROM organizations WHERE id = $1 AND id IN ('${broken.id}', '${wrong.id}')`,
    });
    const failed = app.app.get(ReconciliationService, { strict: false }).reconcile(broken.id);
    await expect(failed).rejects.toThrow('The reconciliation check of_a_test failed: division by zero');
    await app.app.get(ReconciliationJobs).reconcile();
    const found = await app.database.query(
      'SELECT organization_id, mismatches FROM reconciliation_findings WHERE check_name = $1',
      ['of_a_test'],
    );
    expect(found).toEqual([{ organization_id: wrong.id, mismatches: 1 }]);
  });
});
