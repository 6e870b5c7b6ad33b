import { aCustomer } from '../../support/builders';
import { useSharedOrganization, useTestApp } from '../../support/use-test-app';
import { listOf, problemOf, type CustomerBody } from '../../support/wire';

const COUNT = 25;

/**
 * The test clock stands still, so that all records have the same creation time and differ only in their IDs.
 */
describe('paging and ordering', () => {
  const app = useTestApp({ TEST_CLOCK: 'on' });
  const organization = useSharedOrganization(app);

  beforeAll(async () => {
    const now = new Date(Date.now() + 60_000).toISOString();
    await organization.put('/v1/test_clock', { now }).expect(200);
    for (let n = 0; n < COUNT; n++) {
      await aCustomer(organization, { external_id: `c${n}`, email: n % 2 ? 'odd@example.com' : null });
    }
  });

  const page = (query: string) => listOf<CustomerBody>(organization.get(`/v1/customers?${query}`));
  const idsOf = (items: CustomerBody[]): string[] => items.map((it) => it.id);

  it('all test records have the same creation time', async () => {
    const { items } = await page('');
    expect(new Set(items.map((it) => it.created_at)).size).toBe(1);
  });

  it.each(['created_at:desc', 'created_at:asc', 'updated_at:desc', 'updated_at', 'external_id:desc'])(
    'pages sorted by %s neither overlap nor omit records',
    async (order) => {
      const { items: all, total } = await page(`order_by=${order}`);
      expect([all.length, total]).toEqual([COUNT, COUNT]);
      const paged: CustomerBody[] = [];
      for (let skip = 0; skip < COUNT; skip += 7) {
        const { items, total: count } = await page(`order_by=${order}&skip=${skip}&limit=7`);
        expect(count).toBe(COUNT);
        paged.push(...items);
      }
      expect(idsOf(paged)).toEqual(idsOf(all));
    },
  );

  it('a list is sorted newest first by default', async () => {
    const [none, desc, asc, plain] = await Promise.all(
      ['', 'order_by=created_at:desc', 'order_by=created_at:asc', 'order_by=created_at'].map(page),
    );
    expect(none).toEqual(desc);
    expect(idsOf(desc?.items ?? [])).toEqual(idsOf(asc?.items ?? []).reverse());
    expect(plain).toEqual(asc);
  });

  it('X-Total-Count counts the rows that match the filters', async () => {
    const { items, total } = await page('email=odd@example.com&limit=5');
    expect([items.length, total]).toEqual([5, 12]);
    expect(await page(`skip=${COUNT}`)).toEqual({ items: [], total: COUNT });
    expect(await page('skip=1000000')).toEqual({ items: [], total: COUNT });
    expect((await page('limit=1000')).items).toHaveLength(COUNT);
    expect((await page('limit=1')).items).toHaveLength(1);
  });

  it('a page has 100 records by default', async () => {
    const other = await app.anOrganization();
    await app.database.query(
      `INSERT INTO customers (organization_id, id, external_id, created_at, updated_at)
       SELECT $1, gen_random_uuid(), 'n' || n, now(), now() FROM generate_series(1, 1001) AS n`,
      [other.id],
    );
    const { items, total } = await listOf(other.get('/v1/customers'));
    expect([items.length, total]).toEqual([100, 1001]);
    expect((await listOf(other.get('/v1/customers?limit=1000'))).items).toHaveLength(1000);
  });

  it.each([
    'skip=-1',
    'skip=1.5',
    'skip=ten',
    'skip=',
    'skip=1e3',
    'skip=0x10',
    'skip=99999999999999999999',
    'skip=1&skip=2',
    'limit=0',
    'limit=1001',
    'limit=-5',
    'limit=NaN',
    'limit=%00',
    'order_by=constructor',
    'order_by=__proto__',
    'order_by=created_at:sideways',
    'order_by=created_at:desc,id',
    'order_by=created_at;DROP TABLE customers',
    'order_by=CREATED_AT',
    'order_by=deleted_at',
    'order_by=organization_id',
    'order_by[]=created_at',
    'offset=10',
    '__proto__=1',
    'constructor=1',
    'toString=1',
    'hasOwnProperty=1',
    'order=asc',
  ])('the query %s is refused with 422', async (query) => {
    await organization.get(`/v1/customers?${query}`).expect(422);
  });

  it('a repeated parameter is refused with 422, even with equal values', async () => {
    const { errors } = await problemOf(
      organization.get('/v1/customers?limit=5&limit=5&email=a&email=b'),
      422,
      'validation_failed',
    );
    expect(errors).toEqual(
      ['email', 'limit'].map((field) => ({
        field,
        code: 'invalid_type',
        message: `${field} must be given only once.`,
      })),
    );
  });
});
