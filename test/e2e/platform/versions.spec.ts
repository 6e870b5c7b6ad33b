import { aCustomer, aPlan } from '../../support/builders';
import { useOrganization, useTestApp } from '../../support/use-test-app';
import { bodyOf, problemOf, wrongFieldsOf, type CustomerBody } from '../../support/wire';

describe('versions', () => {
  const app = useTestApp({ TEST_CLOCK: 'on' });
  const organization = useOrganization(app);
  let customer: CustomerBody;
  let path: string;

  beforeEach(async () => {
    customer = await aCustomer(organization, { name: 'Before' });
    path = `/v1/customers/${customer.id}`;
  });

  const tagOf = async (of = path): Promise<string> =>
    String((await organization.get(of).expect(200)).headers.etag);
  const rename = (name: string, ifMatch: string) => organization.put(path, { name }).set('If-Match', ifMatch);
  const events = async (): Promise<number> => {
    const text = 'SELECT count(*)::int AS count FROM outbox_events WHERE organization_id = $1';
    const [row] = await app.database.query<{ count: number }>(text, [organization.id]);
    return row?.count ?? 0;
  };

  it('an ETag stays the same without a change and differs after a PUT, which returns the new one', async () => {
    const first = await tagOf();
    expect(await tagOf()).toBe(first);
    const head = await app.request.head(path).auth(organization.rawKey, { type: 'bearer' }).expect(200);
    expect(head.headers.etag).toBe(first);
    const unchanged = await organization.put(path, { name: 'Before' }).expect(200);
    expect(unchanged.headers.etag).toBe(first);
    const changed = await organization.put(path, { name: 'After' }).expect(200);
    expect(changed.headers.etag).not.toBe(first);
    expect(await tagOf()).toBe(changed.headers.etag);
  });

  it('an ETag differs after a change of a related row, and after a change by SQL', async () => {
    await organization.post('/v1/taxes', { code: 'vat', name: 'VAT', rate: '20' }).expect(201);
    const first = await tagOf();
    const changed = await organization.put(path, { tax_codes: ['vat'] }).expect(200);
    expect(changed.headers.etag).not.toBe(first);
    await app.database.query('UPDATE customers SET updated_at = updated_at WHERE id = $1', [customer.id]);
    expect(await tagOf()).not.toBe(changed.headers.etag);
  });

  it.each([
    ['the current ETag', (current: string) => current],
    ['a list that contains it', (current: string) => `"1-other", W/"x", ${current}`],
    ['*', () => '*'],
  ])('a PUT with %s in If-Match is accepted', async (_, headerOf) => {
    await rename('After', headerOf(await tagOf())).expect(200);
  });

  it.each([
    ['another ETag', () => '"1-other"'],
    ['a list without the current ETag', () => '"1-other","2-other"'],
    ['the current ETag as a weak one', (current: string) => `W/${current}`],
  ])('a PUT with %s in If-Match is refused with 412 and changes nothing', async (_, headerOf) => {
    const current = await tagOf();
    const before = await events();
    const refused = await rename('After', headerOf(current));
    expect(refused.status).toBe(412);
    expect(refused.headers.etag).toBe(current);
    expect(refused.headers['content-type']).toContain('application/problem+json');
    expect(refused.body).toMatchObject({
      code: 'precondition_failed',
      status: 412,
      detail: `If-Match does not contain the current ETag of the record, which is ${current}. GET the record again, apply your change to it, and send its ETag.`,
    });
    expect(await tagOf()).toBe(current);
    expect(await bodyOf(organization.get(path))).toEqual(customer);
    expect(await events()).toBe(before);
  });

  it.each(['unquoted', '"open', '*, "a"', '""x'])(
    'a malformed If-Match, %s, is refused with 422',
    async (header) => {
      expect(await wrongFieldsOf(rename('After', header))).toEqual(['If-Match']);
      expect(await bodyOf(organization.get(path))).toEqual(customer);
    },
  );

  it('of two concurrent PUTs with the same ETag, exactly one is accepted', async () => {
    const plan = await aPlan(organization);
    for (const each of [path, `/v1/plans/${plan.id}`, '/v1/organizations/current']) {
      const tag = await tagOf(each);
      const names = ['one', 'two', 'three'];
      const answers = await Promise.all(
        names.map((name) => organization.put(each, { name }).set('If-Match', tag)),
      );
      expect(answers.map((it) => it.status).sort()).toEqual([200, 412, 412]);
      const stored = await bodyOf<{ name: string }>(organization.get(each));
      expect(stored.name).toBe(names[answers.findIndex((it) => it.status === 200)]);
    }
  });

  it('a change that the body does not show, at a clock that stands still, changes the ETag', async () => {
    const [{ now }] = (await app.database.query<{ now: Date }>(`SELECT now() + interval '1 day' AS now`)) as [
      { now: Date },
    ];
    await organization.put('/v1/test_clock', { now: now.toISOString() }).expect(200);
    const provider = '/v1/payment_providers/dodopayments';
    const connect = (secret: string) =>
      organization.put(provider, { webhook_secret: `whsec_${Buffer.from(secret).toString('base64')}` });
    const created = await connect('a secret of some length').expect(200);
    const changed = await connect('a secret of some length')
      .set('If-Match', String(created.headers.etag))
      .expect(200);
    expect(changed.body).toEqual(created.body);
    expect(changed.headers.etag).not.toBe(created.headers.etag);
    await problemOf(
      connect('another of some length').set('If-Match', String(created.headers.etag)),
      412,
      'precondition_failed',
    );
  });

  it('If-Match of an object that does not exist is refused with 412 where a PUT would create it', async () => {
    const body = { webhook_secret: `whsec_${Buffer.from('a secret of some length').toString('base64')}` };
    for (const header of ['*', '"1-other"']) {
      const refused = await organization
        .put('/v1/payment_providers/dodopayments', body)
        .set('If-Match', header);
      expect(refused.status).toBe(412);
      expect(refused.headers.etag).toBeUndefined();
    }
    await organization.get('/v1/payment_providers/dodopayments').expect(404);
  });

  it('a PUT on the record of another organization is refused with 404', async () => {
    const other = await app.anOrganization();
    for (const header of [await tagOf(), '*', '"1-other"']) {
      await problemOf(other.put(path, { name: 'After' }).set('If-Match', header), 404, 'not_found');
    }
  });

  it('the PUT of the test clock compares and returns the ETag of its GET', async () => {
    const { now } = await bodyOf<{ now: string }>(organization.get('/v1/test_clock'));
    const to = new Date(Date.parse(now) + 60_000).toISOString();
    const move = (tag: string) => organization.put('/v1/test_clock', { now: to }).set('If-Match', tag);
    const current = String((await organization.put('/v1/test_clock', { now: to }).expect(200)).headers.etag);
    expect(await tagOf('/v1/test_clock')).toBe(current);
    const refused = await move('"other"');
    expect([refused.status, refused.headers.etag]).toEqual([412, current]);
    await move(current).expect(200);
  });

  it('a response that is not one object to GET or PUT has no ETag', async () => {
    const list = await organization.get('/v1/customers').expect(200);
    const created = await organization.post('/v1/customers', { external_id: 'another' }).expect(201);
    const missing = await organization.get('/v1/customers/0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a').expect(404);
    const health = await app.request.get('/health/live').expect(200);
    for (const { headers } of [list, created, missing, health]) expect(headers.etag).toBeUndefined();
  });
});
