import { MisbehavingReceiver } from '../support/misbehaving-receiver';
import { anOutboundClient, postTo, tlsFixture } from '../support/outbound-fixture';
import { stubLookup } from '../support/stub-lookup';
import type { OutboundClient } from '../../src/platform/outbound';

const SHORT_MS = 400;

let receiver: MisbehavingReceiver;
let client: OutboundClient;

beforeEach(async () => {
  receiver = await MisbehavingReceiver.start();
  client = anOutboundClient();
});
afterEach(async () => {
  await client.close();
  await receiver.stop();
});

const post = (mode: string) => postTo(client, receiver.url(mode));

describe('a keep-alive connection', () => {
  it('is reused', async () => {
    for (let n = 0; n < 20; n += 1) await post('ok');
    expect(receiver.connections).toBe(1);
  });

  it.each(['close-idle', 'reset-idle'])(
    'that closes during the request (%s) causes one resend on a new connection',
    async (mode) => {
      await post(mode);
      expect(await post(mode)).toMatchObject({ success: true, errorMessage: null });
      expect(receiver.requestsTo(mode).map(({ connection }) => connection)).toEqual([1, 1, 2]);
      expect(client.stats.resends).toBe(1);
    },
  );

  it('that closes during the request causes at most one resend', async () => {
    await post('ok');
    expect((await post('reset')).errorMessage).toMatch(/^connection_reset: /);
    expect(receiver.requestsTo('reset')).toHaveLength(2);
  });

  it('that closes after the first byte of the response causes no resend', async () => {
    await post('partial-idle');
    expect((await post('partial-idle')).errorMessage).toMatch(/^connection_reset: /);
    expect(receiver.requestsTo('partial-idle')).toHaveLength(2);
    expect(client.stats.resends).toBe(0);
  });

  it('that closes during the request causes a resend under the same deadline', async () => {
    client = anOutboundClient({ deadlineMs: SHORT_MS });
    await post('ok');
    // Each connection is cut after 250 ms: with a deadline of its own, the resend would also end in a reset.
    expect((await post('close/250')).errorMessage).toMatch(/^timeout: /);
    expect(receiver.requestsTo('close')).toHaveLength(2);
  });

  it('that has closed while idle is not used for the next request', async () => {
    await Promise.all([post('ok'), post('ok'), post('ok')]);
    receiver.dropConnections();
    await receiver.until(({ openConnections }) => openConnections === 0);
    expect(await Promise.all([post('ok'), post('ok')])).toMatchObject([{ success: true }, { success: true }]);
  });

  it('is replaced for each of many concurrent requests while the receiver keeps closing connections', async () => {
    const outcomes = await Promise.all(Array.from({ length: 200 }, () => post('close-idle')));
    expect(outcomes.filter(({ success }) => !success)).toEqual([]);
    expect(receiver.requestsTo('close-idle')).toHaveLength(200 + client.stats.resends);
  });
});

describe('a new connection', () => {
  it.each(['reset', 'close'])('that ends without a response (%s) causes no resend', async (mode) => {
    expect((await post(mode)).errorMessage).toMatch(/^connection_reset: /);
    expect(receiver.requestsTo(mode)).toHaveLength(1);
    expect(client.stats.resends).toBe(0);
  });

  it('that is refused fails the request with connection_refused', async () => {
    const { port } = receiver;
    await receiver.stop();
    const outcome = await postTo(client, `http://127.0.0.1:${port}/ok`);
    expect(outcome.errorMessage).toBe('connection_refused: the endpoint refused the connection');
    receiver = await MisbehavingReceiver.start();
  });
});

describe('over TLS', () => {
  const post = (mode: string) => postTo(client, receiver.url(mode, 'good.test'));

  beforeEach(async () => {
    await receiver.stop();
    receiver = await MisbehavingReceiver.start({
      tls: { key: tlsFixture('server.key'), cert: tlsFixture('valid.crt') },
    });
    const { lookup } = stubLookup(() => ['127.0.0.1']);
    client = anOutboundClient({ lookup, tls: { ca: tlsFixture('ca.crt') } });
  });

  it('a reused connection that closes during the request causes one resend', async () => {
    await post('close-idle');
    expect(await post('close-idle')).toMatchObject({ success: true, responseBody: 'ok' });
    expect(receiver.requests.map(({ connection }) => connection)).toEqual([1, 1, 2]);
  });

  it('a new connection that closes without a response causes no resend', async () => {
    expect((await post('reset')).errorMessage).toMatch(/^connection_reset: /);
    expect(receiver.requests).toHaveLength(1);
  });
});

describe('the connections of an origin', () => {
  it('are opened for each concurrent request and then reused', async () => {
    for (let round = 0; round < 3; round += 1) {
      const outcomes = await Promise.all(Array.from({ length: 30 }, () => post('ok')));
      expect(outcomes.every(({ success }) => success)).toBe(true);
    }
    expect(receiver.connections).toBe(30);
    expect(client.stats).toMatchObject({ inFlight: 0, connections: 30, origins: 1 });
  });

  it('that are never established time out at the deadline', async () => {
    const { lookup } = stubLookup(() => 'hang');
    client = anOutboundClient({ deadlineMs: SHORT_MS, lookup });
    const outcomes = await Promise.all(
      Array.from({ length: 5 }, () => postTo(client, receiver.url('ok', 'a.test'))),
    );
    for (const { errorMessage, durationMs } of outcomes) {
      expect(errorMessage).toBe('timeout: no connection to the endpoint was established within 400 ms');
      expect(durationMs).toBeLessThan(800);
    }
    expect(client.stats).toMatchObject({ inFlight: 0, connections: 0, origins: 0 });
    expect(await post('ok')).toMatchObject({ success: true });
  });

  it('do not delay another origin when they hang', async () => {
    client = anOutboundClient({ deadlineMs: SHORT_MS });
    const other = await MisbehavingReceiver.start();
    const hanging = Array.from({ length: 20 }, () => post('hang'));
    const { success, durationMs } = await postTo(client, other.url('ok'));
    expect(success).toBe(true);
    expect(durationMs).toBeLessThan(200);
    await Promise.all(hanging);
    await other.stop();
  });
});

describe('the number of origins', () => {
  it('is limited by closing the origins that have been idle longest, never busy ones', async () => {
    client = anOutboundClient({ maxOrigins: 2 });
    const others = await Promise.all([1, 2, 3].map(() => MisbehavingReceiver.start()));
    const slow = post('delay/150');
    await receiver.until(({ requests }) => requests.length === 1);
    for (const other of others)
      expect(await postTo(client, other.url('ok'))).toMatchObject({ success: true });

    expect(client.stats.origins).toBe(2);
    expect(await slow).toMatchObject({ success: true });
    await Promise.all(
      others.slice(0, 2).map((other) => other.until(({ openConnections }) => openConnections === 0)),
    );
    await Promise.all(others.map((other) => other.stop()));
  });

  it('can exceed the limit while all origins are busy', async () => {
    client = anOutboundClient({ maxOrigins: 1 });
    const other = await MisbehavingReceiver.start();
    const both = await Promise.all([post('delay/50'), postTo(client, other.url('delay/50'))]);
    expect(both).toMatchObject([{ success: true }, { success: true }]);
    expect(client.stats.origins).toBe(1);
    await other.stop();
  });
});

describe('close()', () => {
  it('waits for requests in flight, then closes every connection', async () => {
    await post('ok');
    const slow = post('delay/100');
    await receiver.until(({ requests }) => requests.length === 2);
    await client.close();
    expect(await slow).toMatchObject({ success: true });
    expect(client.stats).toMatchObject({ inFlight: 0, connections: 0, origins: 0 });
    await receiver.until(({ openConnections }) => openConnections === 0);
  });

  it('takes no longer than the deadline', async () => {
    client = anOutboundClient({ deadlineMs: SHORT_MS });
    const hanging = post('hang');
    await client.close();
    expect((await hanging).errorMessage).toMatch(/^timeout: /);
  });
});
