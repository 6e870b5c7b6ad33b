import { DeliveryDatabase } from '../../../src/modules/webhooks/engine/delivery-database';
import { FIND_QUEUES } from '../../../src/modules/webhooks/engine/claim.queries';
import { aCustomer, anEndpoint } from '../../support/builders';
import { aQueue } from '../../support/delivery-worker';
import { useTestApp } from '../../support/use-test-app';

const DELIVERIES = 3000;
const FIRST_ID = `'00000000-0000-0000-0000-000000000000'::uuid`;
const VALUES = [FIRST_ID, FIRST_ID, '10', FIRST_ID, '10'];

interface PlanNode {
  'Relation Name'?: string;
  'Actual Rows': number;
  Plans?: PlanNode[];
}

/** Returns the plan nodes that read webhook_queue. */
function readsOf(node: PlanNode): PlanNode[] {
  const below = (node.Plans ?? []).flatMap(readsOf);
  return node['Relation Name'] === 'webhook_queue' ? [node, ...below] : below;
}

describe('the search for non-empty queues', () => {
  const app = useTestApp({ ROLE: 'api' });

  it('reads one delivery per queue, even when thousands have arrived since the last ANALYZE', async () => {
    const acme = await app.anOrganization();
    for (const path of ['a', 'b']) {
      await anEndpoint(acme, `http://127.0.0.1:4/${path}`);
    }
    await app.database.query('ANALYZE webhook_queue');
    await aCustomer(acme, { external_id: 'acme' });
    await app.database.query(
      `WITH delivery AS (
         INSERT INTO webhook_deliveries
         SELECT (jsonb_populate_record(one, jsonb_build_object('id', gen_random_uuid()))).*
           FROM webhook_deliveries AS one CROSS JOIN generate_series(1, ${DELIVERIES / 2})
         RETURNING *)
       INSERT INTO webhook_queue
       SELECT (jsonb_populate_record(one, jsonb_build_object('delivery_id', delivery.id))).*
         FROM delivery JOIN webhook_queue AS one USING (organization_id, webhook_endpoint_id)`,
    );
    const text = FIND_QUEUES.text.replace(/\$(\d)/g, (_, n: string) => VALUES[Number(n) - 1] ?? '');
    const [row] = await app.app.get(DeliveryDatabase, { strict: false }).query<{
      'QUERY PLAN': [{ Plan: PlanNode }];
    }>({ name: 'explain', text: `EXPLAIN (ANALYZE, FORMAT JSON) ${text}` }, []);
    const reads = readsOf(row?.['QUERY PLAN'][0].Plan ?? { 'Actual Rows': 0 });
    expect(reads).toHaveLength(2);
    for (const read of reads) expect(read['Actual Rows']).toBeLessThanOrEqual(1);
  });

  it('returns at most four queues of each organization', async () => {
    const organizations = [await app.anOrganization(), await app.anOrganization()];
    for (const [n, organization] of organizations.entries()) {
      for (let i = 0; i < 6; i++) {
        await anEndpoint(organization, `http://127.0.0.1:4/${n}/${i}`);
      }
      await aCustomer(organization, { external_id: 'acme' });
    }
    const queue = aQueue(app);
    // The first page has the two queues of the previous test.
    const looks = [await queue.findOrganizations(2), await queue.findOrganizations(100)];
    const [first, second] = organizations.map((it) => it.id);
    const shown = (id: string | undefined) =>
      looks
        .flat()
        .filter((it) => it.organizationId === id)
        .map((it) => it.endpointId);
    expect([shown(first).length, shown(second).length]).toEqual([4, 4]);
    const again = await queue.findOrganizations(100);
    expect(again.filter((it) => it.organizationId === first).map((it) => it.endpointId)).toEqual(
      shown(first),
    );
  });
});
