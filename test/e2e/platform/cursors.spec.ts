import { apiRoutes } from '../../support/api-routes';
import { buildOpenApi } from '../../../src/platform/openapi/openapi';
import { aCustomer, aPlan, aSubscription, aWallet } from '../../support/builders';
import { anInbox } from '../../support/inboxes';
import { pageOf } from '../../support/links';
import type { TestOrganization } from '../../support/test-app';
import { useSharedOrganization, useTestApp } from '../../support/use-test-app';
import { problemOf, type CustomerBody } from '../../support/wire';

const LIST = '/v1/customers';
const ELSEWHERE =
  'is a cursor of another list, order_by or filter. Omit it to get the first page, and follow its Link header.';
const MALFORMED = 'must be a cursor from the Link header of a list; omit it to get the first page.';

const cursorIn = (reference: string | null, name = 'after'): string => {
  const cursor = new URLSearchParams(reference?.split('?')[1]).get(name);
  if (cursor === null) throw new Error(`No ${name} in ${String(reference)}`);
  return cursor;
};

/** Returns the cursor with some of its parts replaced, as a caller could do who knows the encoding. */
function forged(cursor: string, replaced: Record<number, unknown>): string {
  const parts = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
  for (const [index, part] of Object.entries(replaced)) parts[Number(index)] = part;
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

describe('cursors of lists', () => {
  const app = useTestApp({ ROLE: 'api' });
  const acme = useSharedOrganization(app);
  const other = useSharedOrganization(app);
  let after: string;
  let before: string;

  beforeAll(async () => {
    for (const organization of [acme, other])
      for (let n = 0; n < 6; n++)
        await aCustomer(organization, { external_id: `c${n}`, email: n % 2 ? 'a&b+c@example.com' : null });
    const { next } = await pageOf(acme.get(`${LIST}?limit=2`));
    after = cursorIn(next);
    before = cursorIn((await pageOf(acme.get(next ?? ''))).prev, 'before');
  });

  const errorsOf = async (query: string, path = LIST, by = acme) =>
    (await problemOf(by.get(`${path}?${query}`), 422, 'validation_failed')).errors;

  it('Link has the first page without prev and the last one without next, and is absent if all fits on a page', async () => {
    const first = await pageOf(acme.get(`${LIST}?limit=3`));
    expect([first.items.length, first.total, first.prev]).toEqual([3, 6, null]);
    const last = await pageOf(acme.get(first.next ?? ''));
    expect([last.items.length, last.total, last.next]).toEqual([3, 6, null]);
    const again = await pageOf(acme.get(last.prev ?? ''));
    expect(again).toEqual(first);
    const { headers } = await acme.get(`${LIST}?limit=6`).expect(200);
    expect([headers.link, headers['x-total-count']]).toEqual([undefined, '6']);
    expect((await acme.get(`${LIST}?email=nobody@example.com`).expect(200)).headers.link).toBeUndefined();
  });

  it('the reference repeats filters, order_by and limit, and replaces the place in the list', async () => {
    const query = 'order_by=external_id&email=a%26b%2Bc@example.com&limit=1';
    const { items, next, prev } = await pageOf<CustomerBody>(acme.get(`${LIST}?skip=1&${query}`));
    expect(items.map((it) => it.external_id)).toEqual(['c3']);
    for (const [reference, name, found] of [
      [next, 'after', 'c5'],
      [prev, 'before', 'c1'],
    ] as const) {
      const parameters = Object.fromEntries(new URLSearchParams(reference?.split('?')[1]));
      expect(parameters).toEqual({
        order_by: 'external_id',
        email: 'a&b+c@example.com',
        limit: '1',
        [name]: expect.any(String) as string,
      });
      const page = await pageOf<CustomerBody>(acme.get(reference ?? ''));
      expect(page.items.map((it) => it.external_id)).toEqual([found]);
    }
  });

  it('limit may change between pages, and the default of a parameter may be given', async () => {
    const all = (await pageOf(acme.get(LIST))).items;
    const { items } = await pageOf(acme.get(`${LIST}?limit=4&order_by=created_at:desc&after=${after}`));
    expect(items).toEqual(all.slice(2));
  });

  it('a cursor of another list, order, filter or organization is refused', async () => {
    const refused = [
      [`after=${after}&order_by=created_at:asc`, LIST],
      [`after=${after}&order_by=updated_at:desc`, LIST],
      [`after=${after}&email=a@example.com`, LIST],
      [`after=${after}`, '/v1/plans'],
      [`after=${after}`, '/v1/events'],
      [`after=${after}`, '/v1/webhook_endpoints/hooks/list'],
    ] as const;
    const error = { field: 'after', code: 'invalid_value', message: `after ${ELSEWHERE}` };
    for (const [query, path] of refused)
      expect([query, path, await errorsOf(query, path)]).toEqual([query, path, [error]]);
    expect(await errorsOf(`after=${after}`, LIST, other)).toEqual([error]);
    expect(await errorsOf(`before=${before}&order_by=created_at`)).toEqual([
      { field: 'before', code: 'invalid_value', message: `before ${ELSEWHERE}` },
    ]);
  });

  it('a cursor belongs to the record in the path', async () => {
    const [wallet, empty] = [await aWallet(acme), await aWallet(acme)];
    for (const n of [1, 2])
      await acme.post(`/v1/wallets/${wallet.id}/top_up`, { credits: `${n}`, source: 'granted' }).expect(200);
    const { next } = await pageOf(acme.get(`/v1/wallets/${wallet.id}/transactions?limit=1`));
    expect(await pageOf(acme.get(next ?? ''))).toMatchObject({ items: { length: 1 }, total: 2 });
    const query = `after=${cursorIn(next)}`;
    const elsewhere = await errorsOf(query, `/v1/wallets/${empty.id}/transactions`);
    expect(elsewhere).toMatchObject([{ field: 'after', code: 'invalid_value' }]);
    await other.get(`/v1/wallets/${wallet.id}/transactions?${query}`).expect(404);
  });

  it('a malformed cursor is refused', async () => {
    const texts = [
      '',
      '0',
      '-1',
      'null',
      after.slice(1),
      `${after}=`,
      `${after}%20`,
      '%F0%9F%98%80',
      'e30',
      'W10',
    ];
    for (const text of [...texts, forged(after, { 1: 'x' }), forged(after, { 3: 'false' })])
      expect([text, await errorsOf(`after=${text}`)]).toEqual([
        text,
        [{ field: 'after', code: 'invalid_format', message: `after ${MALFORMED}` }],
      ]);
    expect(await errorsOf('before=')).toMatchObject([{ field: 'before', message: `before ${MALFORMED}` }]);
  });

  it('a sort value that the column cannot have is refused', async () => {
    for (const value of [null, '', 'now', '0000-01-01T00:00:00.000Z', '2026-02-30T00:00:00.000Z', 'x\0'])
      expect([value, await errorsOf(`after=${forged(after, { 2: value })}`)]).toEqual([
        value,
        [{ field: 'after', code: 'invalid_value', message: `after ${ELSEWHERE}` }],
      ]);
  });

  it.each([
    ['after', 'before', () => `after=${after}&before=${before}`],
    ['after', 'skip', () => `after=${after}&skip=2`],
    ['after', 'skip', () => `skip=0&after=${after}`],
    ['before', 'skip', () => `before=${before}&skip=2`],
  ])('%s together with %s is refused, and the response names both', async (one, two, query) => {
    const message = (field: string, with_: string) =>
      `${field} must not be given together with ${with_}; send one of the two.`;
    const errors = (await errorsOf(query()))?.toSorted((a, b) => (a.field < b.field ? -1 : 1));
    expect(errors).toEqual([
      { field: one, code: 'invalid_value', message: message(one, two) },
      { field: two, code: 'invalid_value', message: message(two, one) },
    ]);
  });

  it('a repeated cursor is refused', async () => {
    expect(await errorsOf(`after=${after}&after=${after}`)).toEqual([
      { field: 'after', code: 'invalid_type', message: 'after must be given only once.' },
    ]);
  });

  it("every list of the API description refuses another list's cursor", async () => {
    const foreign = cursorIn((await pageOf(acme.get(`${LIST}?limit=1&order_by=external_id`))).next);
    const lists = apiRoutes(buildOpenApi(app.app)).filter((it) =>
      it.queryParameters.some(({ name }) => name === 'after'),
    );
    expect(lists.length).toBeGreaterThan(20);
    const ids = await recordsOf(acme);
    for (const { path } of lists) {
      const real = path.replace(
        /^(.*?)\{\w+\}/,
        (_, collection: string) => collection + (ids[collection] ?? ''),
      );
      expect([real, await errorsOf(`after=${foreign}`, real)]).toMatchObject([
        real,
        [{ field: 'after', message: `after ${ELSEWHERE}` }],
      ]);
    }
  });

  /** Creates a record for each list below a path ID; returns the IDs by the beginning of the path. */
  async function recordsOf(organization: TestOrganization): Promise<Record<string, string>> {
    const plan = await aPlan(organization);
    const subscription = await aSubscription(organization, { plan_id: plan.id });
    return {
      '/v1/plans/': plan.id,
      '/v1/subscriptions/': subscription.id,
      '/v1/customers/': subscription.customer_id,
      '/v1/wallets/': (await aWallet(organization)).id,
      '/v1/payment_providers/': 'manual',
      '/v1/webhook_endpoints/': (await anInbox(organization)).id,
    };
  }
});
