import { request } from 'node:http';
import { BillingStory } from '../../support/billing-story';
import { eventually } from '../../support/eventually';
import { organizationWithKey, startTestApp, type TestApp } from '../../support/test-app';
import { createTestDatabase, type TestDatabase } from '../../support/test-database';
import { problemOf, wrongFieldsOf } from '../../support/wire';

const START = '2030-01-01T00:00:00.000Z';
const FAR = '2099-12-31T23:59:59.999Z';

interface ClockBody {
  now: string;
  move?: { from: string; to: string };
  stopped?: true;
  events: { webhook_type: string }[];
}

describe('a move of the test clock', () => {
  let database: TestDatabase;
  let app: TestApp;
  let story: BillingStory;

  beforeEach(async () => {
    database = await createTestDatabase();
    app = await startTestApp({ TEST_CLOCK: 'on' }, database);
    story = await BillingStory.begin(app);
    await story.moveTo(START);
    await story.subscribe(await story.plan());
  });
  afterEach(async () => {
    await app.stop();
    await database.drop();
  });

  const read = async (): Promise<ClockBody> =>
    (await story.organization.get('/v1/test_clock').expect(200)).body as ClockBody;
  const move = (now: string) =>
    story.organization
      .put('/v1/test_clock', { now })
      .expect(200)
      .then((it) => it.body as ClockBody);
  /** Waits until the running move has passed some billing periods. */
  const underWay = (): Promise<ClockBody> =>
    eventually(async () => {
      const clock = await read();
      return clock.move !== undefined && clock.now > '2030-04-01' ? clock : null;
    });
  const invoices = async (): Promise<number> =>
    Number((await story.organization.get('/v1/invoices?limit=1')).headers['x-total-count']);

  it('beyond 2099-12-31 is refused with 422 and names the limit', async () => {
    for (const now of ['2100-01-01T00:00:00Z', '9999-12-31T00:00:00Z']) {
      expect(await wrongFieldsOf(story.organization.put('/v1/test_clock', { now }))).toEqual(['now']);
    }
    const { detail } = await problemOf(
      story.organization.put('/v1/test_clock', { now: '2100-01-01T00:00:00Z' }),
      422,
      'validation_failed',
    );
    expect(detail).toContain('2099-12-31');
  });

  it('shows how far it has got, stops on DELETE, and the next one goes on from there', async () => {
    const moving = move(FAR);
    const { move: running } = await underWay();
    expect(running).toEqual({ from: START, to: FAR });
    await story.organization.delete('/v1/test_clock/move').expect(204);
    const stopped = await moving;
    expect(stopped).toMatchObject({ stopped: true });
    expect(await read()).toEqual({ now: stopped.now });
    expect(stopped.now < FAR).toBe(true);
    const next = `${Number(stopped.now.slice(0, 4)) + 1}${stopped.now.slice(4)}`;
    const moved = await move(next);
    expect(moved).not.toHaveProperty('stopped');
    // One invoice a month, whoever made it, and none twice.
    const months = (Number(next.slice(0, 4)) - 2030) * 12 + Number(next.slice(5, 7)) - 1;
    expect(await invoices()).toBe(months);
    await story.organization.delete('/v1/test_clock/move').expect(204);
  });

  it('stops when its client disconnects', async () => {
    const body = JSON.stringify({ now: FAR });
    const client = request(`${app.url}/v1/test_clock`, {
      method: 'PUT',
      headers: {
        authorization: `Bearer ${story.organization.rawKey}`,
        'content-type': 'application/json',
        'content-length': body.length,
      },
    });
    client.end(body);
    await underWay();
    client.on('error', () => undefined); // its own end
    client.destroy();
    const { now } = await eventually(async () => {
      const clock = await read();
      return clock.move === undefined ? clock : null;
    });
    expect(now < FAR).toBe(true);
  });

  it('stops when the service stops, and goes on after a restart', async () => {
    const moving = move(FAR);
    await underWay();
    const stopped = app.stop();
    const { now, stopped: flag } = await moving;
    await stopped;
    expect(flag).toBe(true);
    app = await startTestApp({ TEST_CLOCK: 'on' }, database);
    const { id, apiKeyId, rawKey } = story.organization;
    story = new BillingStory(app, organizationWithKey(app.request, id, { id: apiKeyId, raw_key: rawKey }));
    expect(await read()).toEqual({ now });
    const next = `${Number(now.slice(0, 4)) + 1}${now.slice(4)}`;
    expect(await move(next)).toMatchObject({ now: next });
  });
});
