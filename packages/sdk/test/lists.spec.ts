import { BillingClient } from '../src/index.js';
import { problem, ScriptedServer, type ScriptedReply } from './scripted-server.js';

describe('a list', () => {
  let server: ScriptedServer;
  let client: BillingClient;

  beforeAll(async () => {
    server = await ScriptedServer.start();
    client = new BillingClient({ baseUrl: `${server.url}/billing`, apiKey: 'svc_live_1' });
  });
  afterAll(() => server.stop());

  function pageOf(ids: string[], total: number, link?: string): ScriptedReply {
    const headers = { 'x-total-count': String(total), ...(link === undefined ? {} : { link }) };
    return { status: 200, headers, body: ids.map((id) => ({ id })) };
  }

  async function idsOf(list: AsyncIterable<{ id: string }>): Promise<string[]> {
    const ids: string[] = [];
    for await (const it of list) ids.push(it.id);
    return ids;
  }

  const urls = (): string[] => server.requests.map((it) => it.url);

  it('sends nothing until it is used', () => {
    server.script();
    client.customers.list({ limit: 2 });
    expect(urls()).toEqual([]);
  });

  it('follows Link headers to the last page', async () => {
    server.script(
      pageOf(['a', 'b'], 3, '</v1/customers?limit=2&email=x&after=C2>; rel="next"'),
      pageOf(['c'], 3, '</v1/customers?limit=2&email=x&before=C3>; rel="prev"'),
    );
    expect(await idsOf(client.customers.list({ limit: 2, email: 'x' }))).toEqual(['a', 'b', 'c']);
    expect(urls()).toEqual([
      '/billing/v1/customers?limit=2&email=x',
      '/billing/v1/customers?limit=2&email=x&after=C2',
    ]);
  });

  it('follows relative references, beside other relations, and ends without a Link', async () => {
    server.script(pageOf(['a'], 9, '<?before=C1>; rel="prev", <?after=C2>; rel="next"'), pageOf(['b'], 9));
    expect(await idsOf(client.customers.list())).toEqual(['a', 'b']);
    expect(urls()[1]).toBe('/billing/v1/customers?after=C2');
  });

  it('has the cursors of its neighbours', async () => {
    server.script(
      pageOf(['b'], 3, '</v1/customers?after=C2>; rel="next", </v1/customers?before=C1>; rel="prev"'),
      pageOf(['c'], 3),
    );
    expect(await client.customers.list()).toMatchObject({ nextCursor: 'C2', previousCursor: 'C1' });
    expect(await client.customers.list()).toMatchObject({ nextCursor: null, previousCursor: null });
  });

  it('sends the key to no other server that a Link names', async () => {
    server.script(
      pageOf(['a'], 2, '<http://203.0.113.1/v1/customers?after=C2>; rel="next"'),
      pageOf(['b'], 2),
    );
    expect(await idsOf(client.customers.list())).toEqual(['a', 'b']);
    expect(urls()[1]).toBe('/billing/v1/customers?after=C2');
  });

  it('skips to the next records of a service without cursors', async () => {
    server.script(pageOf(['a', 'b'], 5), pageOf(['c', 'd'], 5), pageOf(['e'], 5));
    expect(await idsOf(client.customers.list({ limit: 2 }))).toEqual(['a', 'b', 'c', 'd', 'e']);
    const query = '/billing/v1/customers?limit=2';
    expect(urls()).toEqual([query, `${query}&skip=2`, `${query}&skip=4`]);
  });

  it('ends at an empty page, although the total is higher', async () => {
    server.script(pageOf(['a'], 5), pageOf([], 5));
    expect(await idsOf(client.customers.list({ limit: 1 }))).toEqual(['a']);
  });

  it('returns single pages', async () => {
    server.script(pageOf(['a'], 2), pageOf(['b'], 2));
    const first = await client.customers.list({ limit: 1 });
    expect(first).toMatchObject({ items: [{ id: 'a' }], totalCount: 2 });
    const second = await first.nextPage();
    expect(second?.items).toEqual([{ id: 'b' }]);
    expect(await second?.nextPage()).toBeNull();
  });

  it('rejects with the error of a page', async () => {
    server.script(problem(422, 'validation_failed'));
    await expect(client.customers.list({ limit: 0 })).rejects.toMatchObject({ code: 'validation_failed' });
    server.script(pageOf(['a'], 2), problem(401, 'unauthorized'));
    await expect(idsOf(client.customers.list({ limit: 1 }))).rejects.toMatchObject({ code: 'unauthorized' });
  });
});
