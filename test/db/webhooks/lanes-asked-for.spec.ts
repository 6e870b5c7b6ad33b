import { Client } from 'pg';
import { eventually } from '../../support/eventually';
import { gate } from '../../support/gate';
import { untilLockWait } from '../../support/lock-waits';
import { RecordingReceiver } from '../../support/recording-receiver';
import { startTestApp, type TestApp } from '../../support/test-app';
import { anEndpoint } from '../../support/webhooks';

describe('A worker asked for lanes', () => {
  let app: TestApp;
  let receiver: RecordingReceiver;
  let blocker: Client;

  beforeAll(async () => {
    app = await startTestApp();
    receiver = await RecordingReceiver.start();
    blocker = new Client({ connectionString: app.database.url });
    await blocker.connect();
  });
  afterAll(async () => {
    await blocker.end();
    await app.stop();
    await receiver.stop();
  });

  it('keeps a lane that a claim under way is bringing deliveries of', async () => {
    const acme = await app.anOrganization();
    const aCustomer = (externalId: string) =>
      acme.post('/v1/customers', { external_id: externalId }).expect(201);
    const arrived = (count: number) => receiver.until(() => receiver.arrivals.length >= count);
    const second = gate();
    const rest = gate();
    const ofGiven = [Promise.resolve(), second.opened];
    receiver.answer = ({ path }) => ({
      status: 200,
      after: (path === '/given' ? ofGiven.shift() : undefined) ?? rest.opened,
    });

    // The lane that is the first to be given up has had an answer, so that more is claimed for it beside one under way.
    const given = await anEndpoint(acme, receiver.url('/given'));
    await aCustomer('first');
    await eventually(async () => ((await queued()) === 0 ? true : null));
    await anEndpoint(acme, receiver.url('/kept'));
    await aCustomer('second');
    await arrived(3);
    await blocker.query('BEGIN');
    await blocker.query(`SELECT FROM webhook_lanes WHERE webhook_endpoint_id = $1 FOR UPDATE`, [given.id]);
    await aCustomer('third');
    await untilLockWait(app.database, '%webhook_lanes%');

    await ask();
    second.open();
    await eventually(async () => ((await queued()) === 3 ? true : null));
    await ask();
    await blocker.query('COMMIT');
    await arrived(5);
    const [lane] = await app.database.query<{ leased: boolean }>(
      `SELECT leased_until > now() AS leased FROM webhook_lanes WHERE webhook_endpoint_id = $1`,
      [given.id],
    );
    expect(lane).toEqual({ leased: true });
    rest.open();
    await eventually(async () => ((await queued()) === 0 ? true : null));
    expect(receiver.arrivals.map((it) => it.attempt)).toEqual([1, 1, 1, 1, 1]);
  });

  /** As another worker does that has time. */
  async function ask(): Promise<void> {
    await app.database.query(`SELECT pg_notify('webhook_lanes', 'another worker')`);
    await app.request.get('/health/ready').expect(200); // it has heard by now
  }

  async function queued(): Promise<number> {
    const [row] = await app.database.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM webhook_queue',
    );
    return row?.count ?? 0;
  }
});
