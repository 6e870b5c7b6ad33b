import { randomUUID } from 'node:crypto';
import { usageSourceSuite } from '../../conformance/usage-source.suite';
import { eventually } from '../../support/eventually';
import { aMeteredSubscription } from '../../support/metered-subscription';
import { hasNats, NatsServers } from '../../support/nats-servers';
import { startTestApp, type TestApp } from '../../support/test-app';
import { bodyOf } from '../../support/wire';

const ADMIN_TOKEN = 'an-admin-token-of-some-length';

(hasNats() ? describe : describe.skip)('streams', () => {
  let nats: NatsServers;
  beforeAll(async () => {
    nats = await NatsServers.prepare();
  });

  usageSourceSuite('NatsSource', {
    async prepare() {
      await nats.start();
      await nats.addStream('USAGE', 'usage');
      return { USAGE_STREAM: nats.url('USAGE') };
    },
    async put(organizationId, body) {
      await (await nats.client()).publish(`usage.${organizationId}`, body);
    },
    waiting: () => nats.waiting('USAGE'),
    rejected: () => nats.rejected('USAGE'),
    drop: () => nats.stop(),
  });
});

(hasNats() ? describe : describe.skip)('a usage stream that is not there', () => {
  let nats: NatsServers;
  let app: TestApp;

  beforeAll(async () => {
    nats = await NatsServers.prepare();
    app = await startTestApp({ USAGE_STREAM: nats.url('USAGE'), ADMIN_TOKEN, OPEN_REGISTRATION: 'on' });
  });
  afterAll(async () => {
    await app.stop();
    await nats.stop();
  });

  const metric = async (name: string): Promise<string | undefined> => {
    const { text } = await app.request.get('/metrics').expect(200);
    return new RegExp(`^billing_usage_stream_${name}(?:{[^}]*})? (\\S+)$`, 'm').exec(text)?.[1];
  };
  const until = (name: string, value: string) =>
    eventually(async () => ((await metric(name)) === value ? true : null), 20_000);

  it('stops neither the start nor the API, and is read as soon as it is there', async () => {
    await until('up', '0');
    const organization = await app.anOrganization();
    const metered = await aMeteredSubscription(app, organization);
    await nats.start();
    expect(await metric('up')).toBe('0');

    await nats.addStream('USAGE', 'usage');
    await until('up', '1');
    const publish = async (): Promise<string> => {
      const id = randomUUID();
      const event = { transaction_id: id, code: 'calls', external_subscription_id: metered.externalId };
      const body = JSON.stringify({ ...event, properties: { value: '1' } });
      await (await nats.client()).publish(`usage.${organization.id}`, body);
      return id;
    };
    const untilStored = (id: string) =>
      eventually(async () => {
        const path = `/v1/events?external_subscription_id=${metered.externalId}`;
        const events = await bodyOf<{ transaction_id: string }[]>(organization.get(path));
        return events.some((it) => it.transaction_id === id) ? true : null;
      });
    await untilStored(await publish());
    await until('lag_messages', '0');

    const putInCell = (state: string) =>
      app.database.query('UPDATE organizations SET cell_state = $2 WHERE id = $1', [organization.id, state]);
    await putInCell('arriving');
    const early = await publish();
    await eventually(async () => (Number(await metric('redeliveries_total')) > 0 ? true : null), 20_000);
    expect(await nats.rejected('USAGE')).toEqual([]);
    await putInCell('active');
    await untilStored(early);
    await putInCell('moved');
    const late = await publish();
    const [misdirected] = await eventually(async () => {
      const messages = await nats.rejected('USAGE');
      return messages.length > 0 ? messages : null;
    });
    expect(misdirected).toMatchObject({
      body: expect.stringContaining(late) as string,
      errors: [{ field: 'organization', code: 'organization_moved' }],
    });
    await putInCell('active');

    const before = Number((await metric('rejections_total')) ?? 0);
    const suspended = app.request
      .post(`/v1/admin/organizations/${organization.id}/suspend`)
      .set('Authorization', `Bearer ${ADMIN_TOKEN}`)
      .send({ reason: 'Unpaid' });
    await suspended.expect(200);
    const refused = await publish();
    const [, rejected] = await eventually(async () => {
      const messages = await nats.rejected('USAGE');
      return messages.length > 1 ? messages : null;
    });
    expect(rejected).toMatchObject({
      subject: `rejected.usage.${organization.id}`,
      body: expect.stringContaining(refused) as string,
      errors: [{ field: 'organization', code: 'organization_suspended' }],
    });
    await until('rejections_total', String(before + 1));
  }, 60_000);
});
