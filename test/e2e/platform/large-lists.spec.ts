import { useSharedOrganization, useTestApp } from '../../support/use-test-app';
import { listOf, type CustomerBody } from '../../support/wire';

/** Lists are read and serialized in slices, which must not show. */
describe('large lists', () => {
  const app = useTestApp({ ROLE: 'api' });
  const organization = useSharedOrganization(app);

  beforeAll(async () => {
    await app.database.query(
      `INSERT INTO customers (organization_id, id, external_id, name, created_at, updated_at)
       SELECT $1, gen_random_uuid(), 'n' || n, 'Zoë "' || n || '"', now(), now() FROM generate_series(1, 1205) AS n`,
      [organization.id],
    );
  });

  it.each([1, 20, 21, 99, 100, 101, 199, 999, 1000])('have %s rows once each', async (limit) => {
    const { items, total } = await listOf<CustomerBody>(organization.get(`/v1/customers?limit=${limit}`));
    expect(total).toBe(1205);
    expect(new Set(items.map((it) => it.id)).size).toBe(limit);
    expect(items.every((it) => it.name?.startsWith('Zoë "'))).toBe(true);
  });

  it('begin after the rows to skip', async () => {
    const [all, rest] = await Promise.all([
      listOf<CustomerBody>(organization.get('/v1/customers?order_by=external_id&limit=1000')),
      listOf<CustomerBody>(organization.get('/v1/customers?order_by=external_id&limit=1000&skip=300')),
    ]);
    expect(rest.items).toHaveLength(905);
    expect(rest.items.slice(0, 700)).toEqual(all.items.slice(300));
  });

  it('have the headers of short ones', async () => {
    const headersOf = async (limit: number) => {
      const { headers, text } = await organization.get(`/v1/customers?limit=${limit}`).expect(200);
      expect(Number(headers['content-length'])).toBe(Buffer.byteLength(text));
      return Object.keys(headers).sort();
    };
    expect(await headersOf(1000)).toEqual(await headersOf(1));
    const { headers } = await organization.get('/v1/customers?limit=1000');
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
  });
});
