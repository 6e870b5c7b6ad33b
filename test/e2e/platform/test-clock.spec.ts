import { request } from 'node:http';
import { BillingStory } from '../../support/billing-story';
import { aCustomer, anEndpoint } from '../../support/builders';
import { eventually } from '../../support/eventually';
import { organizationWithKey, startTestApp, type TestApp } from '../../support/test-app';
import { createTestDatabase, type TestDatabase } from '../../support/test-database';
import { MisbehavingReceiver } from '../../support/misbehaving-receiver';
import { bodyOf, listOf, problemOf, wrongFieldsOf } from '../../support/wire';

describe('the test clock', () => {
  it('does not exist by default', async () => {
    const app = await startTestApp();
    try {
      const organization = await app.anOrganization();
      await problemOf(organization.get('/v1/test_clock'), 404, 'not_found');
      await problemOf(organization.put('/v1/test_clock', { now: '2099-01-01T00:00:00Z' }), 404, 'not_found');
    } finally {
      await app.stop();
    }
  });

  it('stands still once it has been moved, and moves only forward', async () => {
    const app = await startTestApp({ TEST_CLOCK: 'on' });
    try {
      const organization = await app.anOrganization();
      const read = async () => (await bodyOf<{ now: string }>(organization.get('/v1/test_clock'))).now;
      expect(Math.abs(Date.parse(await read()) - Date.now())).toBeLessThan(5000);
      const to = '2098-01-01T00:00:00.000Z';
      expect(await bodyOf(organization.put('/v1/test_clock', { now: to }))).toEqual({
        now: to,
        events: [],
        passed_over: [],
      });
      expect([await read(), await read()]).toEqual([to, to]);
      await organization.put('/v1/test_clock', { now: to }).expect(200);
      const back = organization.put('/v1/test_clock', { now: '2097-12-31T23:59:59.999Z' });
      await problemOf(back, 400, 'invalid_state');
      expect(await read()).toBe(to);
      const customer = await aCustomer(organization, { external_id: 'c1' });
      expect(customer).toMatchObject({ created_at: to, updated_at: to });
      for (const now of [undefined, null, 'soon', 4_000_000_000, '2099-02-30T00:00:00Z']) {
        expect(await wrongFieldsOf(organization.put('/v1/test_clock', { now }))).toEqual(['now']);
      }
      const again = await startTestApp({ TEST_CLOCK: 'on' }, app.database);
      const elsewhere = again.request.get('/v1/test_clock').auth(organization.rawKey, { type: 'bearer' });
      expect(await bodyOf(elsewhere)).toEqual({ now: to });
      await again.stop();
    } finally {
      await app.stop();
    }
  });
});

describe('a move of the test clock', () => {
  const FAR = '2099-12-31T23:59:59.999Z';
  let database: TestDatabase;
  let app: TestApp;
  let story: BillingStory;

  interface ClockBody {
    now: string;
    move?: { from: string; to: string };
    stopped?: true;
    events: { webhook_type: string }[];
  }

  beforeAll(async () => {
    database = await createTestDatabase();
    app = await startTestApp({ TEST_CLOCK: 'on' }, database);
    story = await BillingStory.begin(app);
    await story.moveTo('2030-01-01');
    await story.subscribe(await story.plan({ interval: 'weekly' }));
  });
  afterAll(async () => {
    await app.stop();
    await database.drop();
  });

  const read = () => bodyOf<ClockBody>(story.organization.get('/v1/test_clock'));
  const move = (now: string) => bodyOf<ClockBody>(story.organization.put('/v1/test_clock', { now }));
  const stop = () => story.organization.delete('/v1/test_clock/move').expect(204);
  const yearAfter = (now: string): string => `${Number(now.slice(0, 4)) + 1}${now.slice(4)}`;
  /** Waits until the running move has passed an instant, and returns the clock. */
  const passed = (instant: string): Promise<ClockBody> =>
    eventually(async () => {
      const clock = await read();
      return clock.move !== undefined && clock.now > instant ? clock : null;
    });
  /** Expects one invoice for every Monday since the start. */
  const expectWeeklyInvoices = async (until: string): Promise<void> => {
    const weeks = Math.floor((Date.parse(until) - Date.parse('2030-01-07')) / (7 * 86_400_000)) + 1;
    expect((await listOf(story.organization.get('/v1/invoices?limit=1'))).total).toBe(weeks);
  };

  it('beyond 2099-12-31 is refused with 422 that names the limit', async () => {
    for (const now of ['2100-01-01T00:00:00Z', '9999-12-31T00:00:00Z']) {
      const put = story.organization.put('/v1/test_clock', { now });
      const { errors } = await problemOf(put, 422, 'validation_failed');
      expect(errors).toMatchObject([{ field: 'now', code: 'out_of_range' }]);
      expect(errors?.[0]?.message).toContain('2099-12-31');
    }
  });

  it('shows its progress, refuses other moves, and stops on DELETE; the next one continues', async () => {
    const { now: from } = await read();
    const moving = move(FAR);
    const other = story.organization.put('/v1/test_clock', { now: FAR });
    expect((await passed('2030-02-15')).move).toEqual({ from, to: FAR });
    await app.request.get('/health/ready').expect(200);
    const { detail } = await problemOf(other, 409, 'move_in_progress');
    expect(detail).toContain('DELETE /v1/test_clock/move');
    await stop();
    const stopped = await moving;
    expect(stopped).toMatchObject({ stopped: true, passed_over: [] });
    expect(stopped.now < FAR).toBe(true);
    expect(await read()).toEqual({ now: stopped.now });
    const to = yearAfter(stopped.now);
    expect(await move(to)).not.toHaveProperty('stopped');
    await expectWeeklyInvoices(to);
    await stop();
  });

  it('stops when its client disconnects', async () => {
    const { now: from } = await read();
    const body = JSON.stringify({ now: FAR });
    const headers = {
      authorization: `Bearer ${story.organization.rawKey}`,
      'content-type': 'application/json',
    };
    const client = request(`${app.url}/v1/test_clock`, { method: 'PUT', headers });
    client.on('error', () => undefined); // caused by destroy()
    client.end(body);
    await passed(from);
    client.destroy();
    const { now } = await eventually(async () => {
      const clock = await read();
      return clock.move === undefined ? clock : null;
    });
    expect(now < FAR).toBe(true);
    await expectWeeklyInvoices(now);
  });

  it('stops when the service stops, even while a delivery is due; the next one continues after the restart', async () => {
    const receiver = await MisbehavingReceiver.start();
    await anEndpoint(story.organization, receiver.url('ok'));
    const { now: from } = await read();
    const moving = move(FAR);
    await passed(from);
    await app.stop();
    const { now, stopped } = await moving;
    expect(stopped).toBe(true);
    app = await startTestApp({ TEST_CLOCK: 'on' }, database);
    const { id, apiKeyId, rawKey } = story.organization;
    story = new BillingStory(app, organizationWithKey(app.request, id, { id: apiKeyId, raw_key: rawKey }));
    expect(await read()).toEqual({ now });
    const to = yearAfter(now);
    expect(await move(to)).toMatchObject({ now: to });
    await expectWeeklyInvoices(to);
    await receiver.stop();
  });
});
