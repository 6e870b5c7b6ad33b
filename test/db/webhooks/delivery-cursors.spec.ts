import fc from 'fast-check';
import { ListWebhooksDto, toWebhookFilters } from '../../../src/modules/webhooks/webhook.dto';
import { WebhooksService } from '../../../src/modules/webhooks/webhooks.service';
import { aCustomer, anEndpoint } from '../../support/builders';
import { isLong } from '../../support/long-form';
import { costOf, type Cost } from '../../support/page-cost';
import type { TestOrganization } from '../../support/test-app';
import { useTestApp } from '../../support/use-test-app';

const COUNT = 10_000;
const QUEUED = 0.2 * COUNT;
const ORDERS = ['created_at:asc', 'created_at:desc', 'updated_at:asc', 'updated_at:desc'];

/**
 * Multiplies the only delivery of the organization. Of ten deliveries, one is pending, one has failed, and the others
 * have succeeded. `$3` deliveries were created in each millisecond, and `$4` changed in each millisecond.
 */
const MULTIPLY = `
  WITH numbers AS (
    SELECT n, timestamptz '2026-01-31 12:00:00Z' + (n / $3::int) * interval '1 ms' AS created_at,
           timestamptz '2026-01-31 13:00:00Z' + (n * 7919 % $2::int / $4::int) * interval '1 ms' AS changed_at
      FROM generate_series(1, $2::int) AS n),
  rows AS (
    SELECT n, created_at, changed_at,
           (lpad(to_hex((extract(epoch FROM created_at) * 1000)::bigint), 12, '0') || '7'
            || substr(md5(n::text), 1, 3) || '8' || substr(md5(n::text), 4, 15))::uuid AS id
      FROM numbers),
  deliveries AS (
    INSERT INTO webhook_deliveries
    SELECT (jsonb_populate_record(one, jsonb_build_object('id', rows.id, 'created_at', rows.created_at))).*
      FROM rows JOIN webhook_deliveries AS one ON one.organization_id = $1),
  queue AS (
    INSERT INTO webhook_queue
    SELECT (jsonb_populate_record(one, jsonb_build_object('delivery_id', rows.id, 'updated_at', rows.changed_at,
              'stage', CASE WHEN n % 10 = 0 THEN 'failed' ELSE 'waiting' END, 'open', n % 10 = 1))).*
      FROM rows JOIN webhook_queue AS one ON one.organization_id = $1 WHERE n % 10 < 2)
  INSERT INTO webhook_attempts (organization_id, delivery_id, attempt_number, id, success, attempted_at, recorded_at, retries)
  SELECT $1, rows.id, 1, gen_random_uuid(), true, rows.changed_at, rows.changed_at, 0 FROM rows WHERE n % 10 > 1`;

/** Filters, with the number of matching deliveries. */
const FILTERS: [Partial<ListWebhooksDto>, number][] = [
  [{}, COUNT],
  [{ webhook_type: 'customer.created' }, COUNT],
  [{ status: 'succeeded' }, 0.8 * COUNT],
  [{ status: 'failed' }, 0.1 * COUNT],
];

describe('pages of deliveries by cursor', () => {
  const app = useTestApp({ ROLE: 'api' });

  const pageOf = (organization: TestOrganization, query: Partial<ListWebhooksDto>) => {
    const dto = Object.assign(new ListWebhooksDto(), query);
    return app.app.get(WebhooksService, { strict: false }).list(organization.id, toWebhookFilters(dto), dto);
  };

  /** Creates an organization with one delivery and `count` copies. */
  async function filled(count: number, perMs: [created: number, changed: number]) {
    const organization = await app.anOrganization();
    const endpoint = await anEndpoint(organization);
    const customer = await aCustomer(organization);
    await app.database.query(MULTIPLY, [organization.id, count, ...perMs]);
    return { organization, endpoint, customer };
  }

  it('are exactly the list, forwards and backwards, for any order, filters and limit', async () => {
    const { organization, endpoint, customer } = await filled(40, [3, 5]);
    const between = { created_after: new Date('2026-01-31T12:00:00.003Z') };
    const filters = fc.record(
      {
        status: fc.constantFrom('pending' as const, 'succeeded' as const, 'failed' as const),
        webhook_endpoint_id: fc.constant(endpoint.id),
        webhook_type: fc.constant('customer.created'),
        object_type: fc.constant('customer'),
        object_id: fc.constant(customer.id),
        customer_id: fc.constant(customer.id),
        created_after: fc.constant(between.created_after),
      },
      { requiredKeys: [] },
    );
    const limits = fc.integer({ min: 1, max: 45 });
    const check = fc.asyncProperty(
      fc.constantFrom(...ORDERS),
      filters,
      limits,
      async (order, given, limit) => {
        const query = { ...given, order_by: order };
        const all = (await pageOf(organization, query)).items;
        let page = await pageOf(organization, { ...query, limit });
        const forwards = [...page.items];
        while (page.next !== null) {
          page = await pageOf(organization, { ...query, limit, after: page.next });
          forwards.push(...page.items);
        }
        expect(forwards).toEqual(all);
        let backwards = page.items;
        while (page.previous !== null) {
          page = await pageOf(organization, { ...query, limit, before: page.previous });
          backwards = [...page.items, ...backwards];
        }
        expect(backwards).toEqual(all);
      },
    );
    await fc.assert(check, { numRuns: isLong ? 300 : 25 });
  }, 60_000);

  it.each(ORDERS)(
    'sorted by %s cost the same at the beginning and after thousands of deliveries',
    async (order_by) => {
      const organization = await many();
      const cost = (query: Partial<ListWebhooksDto>): Promise<Cost> =>
        costOf(app, organization.id, () => pageOf(organization, { limit: 20, ...query }));
      for (const [filter, total] of FILTERS) {
        const query = { order_by, ...filter };
        const skip = total - 90;
        // By creation, PostgreSQL may read the whole queue to find the status, whatever the place in the list.
        const queued = order_by.startsWith('created_at') && 'status' in filter ? QUEUED : 0;
        const { next } = await pageOf(organization, { ...query, limit: 20 });
        const { next: deep, previous } = await pageOf(organization, { ...query, skip, limit: 20 });
        const atBegin = await cost({ ...query, after: next ?? '' });
        expect(atBegin.rows).toBeGreaterThan(20);
        for (const place of [{ after: deep ?? '' }, { before: previous ?? '' }]) {
          const atEnd = await cost({ ...query, ...place });
          expect(atEnd.rows).toBeLessThan(2 * atBegin.rows + queued);
          expect(atEnd.blocks).toBeLessThan(2 * atBegin.blocks);
        }
        const bySkip = await cost({ ...query, skip });
        expect(bySkip.rows).toBeGreaterThan(skip);
      }
    },
    60_000,
  );

  let large: Promise<TestOrganization> | undefined;

  const many = (): Promise<TestOrganization> =>
    (large ??= (async () => {
      const { organization } = await filled(COUNT, [2, 20]);
      await app.database.query(
        'VACUUM ANALYZE webhook_deliveries, webhook_queue, webhook_attempts, outbox_events',
      );
      return organization;
    })());
});
