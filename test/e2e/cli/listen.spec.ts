import { createHash } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { BuiltCli, type CliProcess } from '../../support/built-cli';
import { aCustomer } from '../../support/builders';
import { eventually } from '../../support/eventually';
import { anInbox, messagesOf, untilMessages } from '../../support/inboxes';
import { RecordingReceiver } from '../../support/recording-receiver';
import { TcpProxy } from '../../support/tcp-proxy';
import { useOrganization, useTestApp } from '../../support/use-test-app';

jest.setTimeout(60_000);

describe('billing listen', () => {
  const app = useTestApp();
  const organization = useOrganization(app);
  let cli: BuiltCli;
  let receiver: RecordingReceiver;
  /** In front of the receiver, and in front of the service. */
  let door: TcpProxy;
  let network: TcpProxy;
  const bodies: string[] = [];

  beforeAll(async () => {
    cli = await BuiltCli.create();
    receiver = await RecordingReceiver.start();
    door = await TcpProxy.start(receiver.url('/'));
    network = await TcpProxy.start(app.url);
  });
  beforeEach(() => {
    receiver.reset();
    bodies.length = 0;
    receiver.answer = (_arrival, body) => {
      bodies.push(body.toString());
      return { status: 200 };
    };
  });
  afterAll(async () => {
    cli.remove();
    await Promise.all([door.stop(), network.stop()]);
    await receiver.stop();
  });

  const start = (endpoint: { id: string }): CliProcess =>
    cli.start(
      ['listen', '--forward', `http://127.0.0.1:${door.port}/hooks`, '--endpoint', endpoint.id, '--json'],
      { BILLING_URL: `http://127.0.0.1:${network.port}`, BILLING_API_KEY: organization.rawKey },
    );
  const customers = async (from: number, to: number): Promise<void> => {
    for (let n = from; n < to; n++) await aCustomer(organization, { external_id: `c${n}` });
  };
  const arrived = (count: number): Promise<void> => receiver.until(() => receiver.arrivals.length >= count);
  const oldestFirst = async (endpoint: { id: string }): Promise<string[]> =>
    (await messagesOf(organization, endpoint)).map((it) => it.id).reverse();
  const listening = (listen: CliProcess): Promise<true> =>
    eventually(async () => {
      if (!listen.stderr.includes('Forwarding')) return null;
      return (await app.database.query('SELECT 1 FROM webhook_inbox_streams')).length > 0 ? true : null;
    });

  it('forwards the signed bytes with the original headers, in order', async () => {
    const endpoint = await anInbox(organization);
    const listen = start(endpoint);
    await listening(listen);
    await customers(0, 3);
    await arrived(3);
    const messages = (await untilMessages(organization, endpoint, 3)).reverse();
    expect(receiver.arrivals.map((it) => [it.deliveryId, it.path])).toEqual(
      messages.map((it) => [it.id, '/hooks']),
    );
    for (const [index, arrival] of receiver.arrivals.entries()) {
      const { headers = {}, body = '' } = messages[index] ?? {};
      expect(arrival.digest).toBe(createHash('sha256').update(body).digest('hex'));
      expect(arrival.headers).toMatchObject(headers);
      new Webhook(endpoint.secret).verify(bodies[index] ?? '', headers);
    }
    await eventually(() => (listen.events.length === 3 ? true : null));
    expect(await listen.signal('SIGTERM')).toMatchObject({ code: 0 });
    expect(listen.events.map((it) => [it.delivery_id, it.status])).toEqual(
      messages.map((it) => [it.id, 200]),
    );
  });

  it('keeps the deliveries of a dead receiver in order, over a lost connection and kill -9', async () => {
    const endpoint = await anInbox(organization);
    const first = start(endpoint);
    await listening(first);
    await customers(0, 2);
    await eventually(() => (first.events.length === 2 ? true : null));
    door.refuse();
    await customers(2, 6);
    await eventually(() => (first.stderr.includes('does not respond') ? true : null));
    network.cut();
    door.pass();
    await arrived(6);
    await first.signal('SIGKILL');
    await customers(6, 9);
    await untilMessages(organization, endpoint, 9);
    const second = start(endpoint);
    await receiver.until(() => new Set(receiver.arrivals.map((it) => it.deliveryId)).size === 9);
    const inOrder = [...new Set(receiver.arrivals.map((it) => it.deliveryId))];
    expect(inOrder).toEqual(await oldestFirst(endpoint));
    // The process was killed between the response of the receiver and its record.
    expect(receiver.duplicates).toBeLessThanOrEqual(1);
    await second.signal('SIGINT');
  });

  it('shows the status of a receiver that refuses, and does not forward a message that was changed', async () => {
    const endpoint = await anInbox(organization);
    receiver.answer = () => ({ status: 400 });
    const listen = start(endpoint);
    await listening(listen);
    await customers(0, 1);
    await eventually(() => (listen.events.length === 1 ? true : null));
    await listen.signal('SIGINT');
    await customers(1, 2);
    const [changed] = await untilMessages(organization, endpoint, 2);
    await app.database.query(
      `UPDATE webhook_inbox_messages SET headers = jsonb_set(headers::jsonb, '{webhook-id}', '"x"')
        WHERE delivery_id = $1`,
      [changed?.id],
    );
    const again = start(endpoint);
    await eventually(() => (again.events.length === 1 ? true : null));
    await again.signal('SIGINT');
    expect([...listen.events, ...again.events]).toMatchObject([
      { status: 400 },
      { delivery_id: changed?.id, status: null, error: expect.stringContaining('No signature') as string },
    ]);
    expect(receiver.arrivals).toHaveLength(1);
  });
});
