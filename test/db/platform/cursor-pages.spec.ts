import fc from 'fast-check';
import { ListCustomersDto } from '../../../src/modules/customers/customer.dto';
import { CustomersRepository } from '../../../src/modules/customers/customers.repository';
import { Transactions } from '../../../src/platform/database/transactions';
import { itemAt } from '../../../src/platform/domain/item-at';
import type { Page } from '../../../src/platform/http/paging';
import { isLong } from '../../support/long-form';
import { costOf, type Cost } from '../../support/page-cost';
import type { TestOrganization } from '../../support/test-app';
import { useTestApp } from '../../support/use-test-app';

const FIELDS = ['created_at', 'updated_at', 'external_id'] as const;
const ORDERS = FIELDS.flatMap((it) => [`${it}:asc`, `${it}:desc`]);
const COUNT = 23;

/** Creates customers of which several have the same creation time, and most times differ by one millisecond. */
const WITH_TIES = `
  INSERT INTO customers (organization_id, id, external_id, email, created_at, updated_at)
  SELECT $1, gen_random_uuid(), (ARRAY['a', 'B', 'ä', '"', 'Z'])[n % 5 + 1] || n,
         CASE n % 3 WHEN 0 THEN 'third@example.com' END,
         timestamptz '2026-01-31 12:00:00.998Z' + (n % 4) * interval '1 ms',
         timestamptz '2026-01-31 12:00:00.998Z' + (n / 7) * interval '1 ms'
    FROM generate_series(1, $2::int) AS n`;

describe('pages by cursor', () => {
  const app = useTestApp({ ROLE: 'api' });

  /** Without row security, so that only the conditions of the list exclude other organizations. */
  const pageOf = (organization: TestOrganization, query: Partial<ListCustomersDto>) => {
    const filters = { externalId: undefined, email: query.email };
    const { reader } = app.app.get(Transactions, { strict: false });
    const dto = Object.assign(new ListCustomersDto(), query);
    return app.app.get(CustomersRepository, { strict: false }).list(reader, organization.id, filters, dto);
  };

  const idsOf = (page: Page<{ id: string }>): string[] => page.items.map((it) => it.id);

  async function filled(count: number): Promise<TestOrganization> {
    const organization = await app.anOrganization();
    await app.database.query(WITH_TIES, [organization.id, count]);
    return organization;
  }

  it('are exactly the list, forwards and backwards, for any order and limits', async () => {
    const [organization] = [await filled(COUNT), await filled(COUNT)];
    const filters = fc.constantFrom({}, { email: 'third@example.com' });
    const limits = fc.array(fc.integer({ min: 1, max: COUNT + 2 }), { minLength: 1, maxLength: 5 });
    const check = fc.asyncProperty(
      fc.constantFrom(...ORDERS),
      filters,
      limits,
      async (order_by, filter, sizes) => {
        const query = { ...filter, order_by };
        const all = idsOf(await pageOf(organization, query));
        let page = await pageOf(organization, { ...query, limit: itemAt(sizes, 0) });
        expect(page.previous).toBeNull();
        const forwards = idsOf(page);
        for (let n = 1; page.next !== null; n++) {
          page = await pageOf(organization, {
            ...query,
            limit: itemAt(sizes, n % sizes.length),
            after: page.next,
          });
          forwards.push(...idsOf(page));
          expect(page.total).toBe(all.length);
        }
        expect(forwards).toEqual(all);
        let backwards = idsOf(page);
        for (let n = 0; page.previous !== null; n++) {
          const limit = itemAt(sizes, n % sizes.length);
          page = await pageOf(organization, { ...query, limit, before: page.previous });
          backwards = [...idsOf(page), ...backwards];
          expect(page.next).not.toBeNull();
        }
        expect(backwards).toEqual(all);
      },
    );
    await fc.assert(check, { numRuns: isLong ? 300 : 20 });
  }, 60_000);

  it('begin where a page with skip ends', async () => {
    const organization = await filled(COUNT);
    const all = idsOf(await pageOf(organization, {}));
    const middle = await pageOf(organization, { skip: 10, limit: 4 });
    const next = await pageOf(organization, { limit: 4, after: middle.next ?? '' });
    const previous = await pageOf(organization, { limit: 4, before: middle.previous ?? '' });
    expect([previous, middle, next].flatMap(idsOf)).toEqual(all.slice(6, 18));
    expect(await pageOf(organization, { skip: COUNT })).toEqual({
      items: [],
      total: COUNT,
      next: null,
      previous: null,
    });
  });

  it('neither repeat nor omit records while others are inserted and deleted', async () => {
    const organization = await filled(COUNT);
    const all = idsOf(await pageOf(organization, {}));
    const seen: string[] = [];
    const deleted: string[] = [];
    let page = await pageOf(organization, { limit: 3 });
    for (;;) {
      seen.push(...idsOf(page));
      if (page.next === null) break;
      const ahead = all.filter((it) => !seen.includes(it) && !deleted.includes(it));
      // The record of the cursor, the first one of the page and, if there is one, a record of a later page.
      const gone = [...idsOf(page).slice(-1), ...idsOf(page).slice(0, 1), ...ahead.slice(4, 5)];
      deleted.push(...gone);
      await app.database.query('UPDATE customers SET deleted_at = now() WHERE id = ANY ($1)', [gone]);
      await app.database.query(
        `INSERT INTO customers (organization_id, id, external_id, created_at, updated_at)
         SELECT $1, gen_random_uuid(), gen_random_uuid()::text, at, at FROM
           (VALUES (timestamptz '2027-01-01'), (timestamptz '2026-01-31 12:00:00.999Z')) AS times (at)`,
        [organization.id],
      );
      page = await pageOf(organization, { limit: 3, after: page.next });
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(deleted.length).toBeGreaterThan(6);
    const omitted = all.filter((it) => !seen.includes(it));
    expect(omitted.filter((it) => !deleted.includes(it))).toEqual([]);
    const original = seen.filter((it) => all.includes(it));
    expect(original).toEqual(all.filter((it) => original.includes(it)));
  });

  it('lead back to the record of the cursor if all records after it have been deleted', async () => {
    const organization = await filled(5);
    const all = idsOf(await pageOf(organization, {}));
    const { next } = await pageOf(organization, { limit: 2 });
    const { previous } = await pageOf(organization, { skip: 2, limit: 2 });
    const remove = (ids: string[]) =>
      app.database.query('UPDATE customers SET deleted_at = now() WHERE id = ANY ($1)', [ids]);
    await remove(all.slice(2));
    const empty = await pageOf(organization, { limit: 2, after: next ?? '' });
    expect(empty).toMatchObject({ items: [], total: 2, next: null });
    const back = await pageOf(organization, { limit: 2, before: empty.previous ?? '' });
    expect([idsOf(back), back.previous, back.next]).toEqual([all.slice(0, 2), null, null]);
    await remove(all.slice(0, 2));
    const none = { items: [], total: 0, next: null, previous: null };
    expect(await pageOf(organization, { before: previous ?? '' })).toEqual(none);
  });

  it.each(ORDERS)(
    'sorted by %s cost the same at the beginning and after 20,000 records',
    async (order) => {
      const organization = await many();
      const cost = (query: Partial<ListCustomersDto>): Promise<Cost> =>
        costOf(app, organization.id, () => pageOf(organization, { order_by: order, limit: 20, ...query }));
      const deep = await pageOf(organization, { order_by: order, skip: 19_900, limit: 20 });
      const first = await pageOf(organization, { order_by: order, limit: 20 });
      const atBegin = await cost({ after: first.next ?? '' });
      expect(atBegin.rows).toBeGreaterThan(20);
      for (const place of [{ after: deep.next ?? '' }, { before: deep.previous ?? '' }]) {
        const atEnd = await cost(place);
        expect(atEnd.rows).toBeLessThan(2 * atBegin.rows);
        expect(atEnd.blocks).toBeLessThan(2 * atBegin.blocks);
      }
      const bySkip = await cost({ skip: 19_900 });
      expect(bySkip.rows).toBeGreaterThan(19_900);
    },
    60_000,
  );

  let large: Promise<TestOrganization> | undefined;

  /** Returns an organization with 20,000 customers, a hundred for each creation time and in no order on the disk. */
  const many = (): Promise<TestOrganization> =>
    (large ??= (async () => {
      const organization = await app.anOrganization();
      await app.database.query(
        `INSERT INTO customers (organization_id, id, external_id, created_at, updated_at)
         SELECT $1, gen_random_uuid(), n, at, at
           FROM generate_series(1, 20000) AS n,
                LATERAL (SELECT timestamptz '2026-01-01' + (n * 7919 % 20000 / 100) * interval '1 s') AS times (at)`,
        [organization.id],
      );
      await app.database.query('VACUUM ANALYZE customers');
      return organization;
    })());
});
