import { Module } from '@nestjs/common';
import { ReconciliationService } from '../../../src/modules/reconciliation/reconciliation.service';
import { extend } from '../../../src/platform/extensions';
import { RECONCILIATION_CHECKS } from '../../../src/platform/reconciliation/reconciliation-checks';
import type { ReconciliationSource } from '../../../src/platform/reconciliation/reconciliation-checks';
import { startTestApp, type TestApp } from '../../support/test-app';
import { useTestApp } from '../../support/use-test-app';
import { anEndpoint } from '../../support/webhooks';

/** Divides by zero for an organization named "broken" and finds a mismatch for one named "wrong". */
class ChecksByName implements ReconciliationSource {
  readonly checks = [
    {
      name: 'names',
      description: 'An organization is neither broken nor wrong.',
      sql: `SELECT 'organization' AS object_type, id AS object_id, 1 AS expected, 1 / (name <> 'broken')::int AS actual
              FROM organizations WHERE id = $1 AND name IN ('broken', 'wrong')`,
    },
  ];
}

@Module({ providers: [ChecksByName, extend(RECONCILIATION_CHECKS, ChecksByName)] })
class ChecksByNameModule {}

describe('reconciliation_mismatches', () => {
  const app = useTestApp({}, ChecksByNameModule);

  it('shows the findings of all organizations in every instance, also after a restart', async () => {
    expect(await metricOf(app, 'delivery_counters')).toBe('0');
    for (let n = 0; n < 2; n++) {
      const organization = await app.anOrganization();
      const { id } = await anEndpoint(organization, 'http://127.0.0.1:4000/');
      await app.database.query(
        `INSERT INTO webhook_delivery_counts (organization_id, day, webhook_endpoint_id, webhook_type, succeeded)
         VALUES ($1, '2026-01-01', $2, 'customer.created', 1)`,
        [organization.id, id],
      );
    }
    expect(await metricOf(app, 'delivery_counters')).toBe('0');
    await reconcileAll();
    expect(await metricOf(app, 'delivery_counters')).toBe('2');
    expect(await metricOf(app, 'event_deliveries')).toBe('0');

    const other = await startTestApp({ ROLE: 'api' }, app.database);
    try {
      expect(await metricOf(other, 'delivery_counters')).toBe('2');
    } finally {
      await other.stop();
    }

    await app.database.query('DELETE FROM webhook_delivery_counts');
    await reconcileAll();
    expect(await app.database.query('SELECT 1 FROM reconciliation_findings')).toEqual([]);
  });

  it('an organization whose checks fail does not stop the others', async () => {
    await app.anOrganization({ name: 'broken' });
    const wrong = await app.anOrganization({ name: 'wrong' });
    await expect(reconcileAll()).rejects.toThrow('division by zero');
    const found = await app.database.query(
      'SELECT organization_id, mismatches FROM reconciliation_findings WHERE check_name = $1',
      ['names'],
    );
    expect(found).toEqual([{ organization_id: wrong.id, mismatches: 1 }]);
  });

  async function metricOf(from: TestApp, check: string): Promise<string | undefined> {
    const { text } = await from.request.get('/metrics').expect(200);
    return new RegExp(`^reconciliation_mismatches\\{check="${check}"\\} (\\d+)$`, 'm').exec(text)?.[1];
  }

  function reconcileAll(): Promise<void> {
    return app.app.get(ReconciliationService).reconcileAll();
  }
});
