import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import type { SecureVersion } from 'node:tls';
import { AddressPolicy, type OutboundClient } from '../../src/platform/outbound';
import { MisbehavingReceiver } from '../support/misbehaving-receiver';
import { anOutboundClient, postTo, tlsFixture } from '../support/outbound-fixture';
import { stubLookup, type StubAnswer } from '../support/stub-lookup';

const SHORT_MS = 400;

const clients: OutboundClient[] = [];
const receivers: MisbehavingReceiver[] = [];

const aClient: typeof anOutboundClient = (overrides) => {
  const client = anOutboundClient(overrides);
  clients.push(client);
  return client;
};
const aReceiver: typeof MisbehavingReceiver.start = async (options) => {
  const receiver = await MisbehavingReceiver.start(options);
  receivers.push(receiver);
  return receiver;
};

afterEach(async () => {
  await Promise.all(clients.splice(0).map((client) => client.close()));
  await Promise.all(receivers.splice(0).map((receiver) => receiver.stop()));
});

describe('a DNS lookup', () => {
  it.each<[string, StubAnswer, RegExp]>([
    ['NXDOMAIN', { code: 'ENOTFOUND' }, /^dns_error: hooks\.test could not be resolved \(ENOTFOUND\)$/],
    ['SERVFAIL', { code: 'ESERVFAIL' }, /^dns_error: .*\(ESERVFAIL\)$/],
    ['EAI_AGAIN', { code: 'EAI_AGAIN' }, /^dns_error: .*\(EAI_AGAIN\)$/],
    ['no addresses', [], /^dns_error: hooks\.test could not be resolved/],
    [
      'no result before the deadline',
      'hang',
      /^timeout: no connection to the endpoint was established within 400 ms$/,
    ],
    ['a private address', ['10.0.0.1'], /^blocked_address: hooks\.test resolves only to addresses/],
    ['an invalid address', ['not-an-address'], /^blocked_address: /],
  ])('with %s fails', async (_name, answer, message) => {
    const client = aClient({ deadlineMs: SHORT_MS, lookup: stubLookup(() => answer).lookup });
    const outcome = await postTo(client, 'http://hooks.test/');
    expect(outcome).toMatchObject({ httpStatus: null, responseBody: null, success: false });
    expect(outcome.errorMessage).toMatch(message);
    expect(client.stats).toMatchObject({ inFlight: 0, connections: 0 });
  });

  it('that lacks memory is a local fault, and closes idle connections, which hold memory and descriptors', async () => {
    const receiver = await aReceiver();
    const { lookup } = stubLookup((name) => (name === 'hooks.test' ? { code: 'ENOMEM' } : ['127.0.0.1']));
    const client = aClient({ lookup });
    expect(await postTo(client, receiver.url('ok'))).toMatchObject({ success: true, localFault: null });
    expect(client.stats.connections).toBe(1);
    const { localFault } = await postTo(client, 'http://hooks.test/');
    expect(localFault).toMatchObject({ kind: 'shortage', cause: { code: 'ENOMEM' } });
    expect(client.stats.connections).toBe(0);
  });

  it('that throws fails the request with dns_error', async () => {
    const client = aClient({
      lookup: () => {
        throw new Error('no resolver');
      },
    });
    expect((await postTo(client, 'http://hooks.test/')).errorMessage).toMatch(/^dns_error: /);
  });

  it('runs once per name for connections that are established concurrently', async () => {
    const receiver = await aReceiver();
    const stub = stubLookup(() => ['127.0.0.1']);
    const client = aClient({ lookup: stub.lookup });
    await Promise.all(Array.from({ length: 10 }, () => postTo(client, receiver.url('ok', 'hooks.test'))));
    expect(receiver.connections).toBe(10);
    expect(stub.calls).toBe(1);
  });

  it('is repeated after a lookup that never returned', async () => {
    const receiver = await aReceiver();
    const { lookup } = stubLookup((_name, call) => (call === 1 ? 'hang' : ['127.0.0.1']));
    const client = aClient({ deadlineMs: SHORT_MS, lookup });
    expect((await postTo(client, receiver.url('ok', 'hooks.test'))).errorMessage).toMatch(/^timeout: /);
    expect(await postTo(client, receiver.url('ok', 'hooks.test'))).toMatchObject({ success: true });
  });

  it('leaves threads to other organizations when many lookups of one organization hang', async () => {
    const receiver = await aReceiver();
    const { lookup } = stubLookup((name) => (name.endsWith('.dead.test') ? 'hang' : ['127.0.0.1']));
    const client = aClient({ deadlineMs: SHORT_MS, lookup, lookupThreads: 8 });
    const hanging = Array.from({ length: 20 }, (_, n) =>
      postTo(client, receiver.url('ok', `${n}.dead.test`), 'loud'),
    );
    expect(await postTo(client, receiver.url('ok', 'hooks.test'), 'other')).toMatchObject({ success: true });
    for (const { errorMessage } of await Promise.all(hanging)) expect(errorMessage).toMatch(/^timeout: /);
  });

  it('with several addresses falls back to the next allowed address', async () => {
    const receiver = await aReceiver();
    const { lookup } = stubLookup(() => ['::1', '127.0.0.1']);
    expect(await postTo(aClient({ lookup }), receiver.url('ok', 'hooks.test'))).toMatchObject({
      success: true,
    });
  });
});

describe('a blocked address', () => {
  const closed = new AddressPolicy([]);
  const LOCAL = [
    '127.0.0.1',
    '::1',
    '::ffff:127.0.0.1',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '0.0.0.0',
    '::',
  ];

  it('gets no connection in any notation', async () => {
    const canary = await aReceiver();
    const client = aClient({ policy: closed });
    const hosts = [
      '127.0.0.1',
      '127.1',
      '2130706433',
      '0x7f.1',
      '017700000001',
      '１２７.０.０.１',
      '127。0。0。1',
      '127.0.0.1.',
      'localhost',
      'localhost.',
      'a.localhost',
      '0',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '[64:ff9b::7f00:1]',
      '[2002:7f00:1::]',
    ];
    for (const host of hosts) {
      const outcome = await postTo(client, canary.url('ok', host));
      expect([host, outcome.success, outcome.errorMessage]).toEqual([
        host,
        false,
        expect.stringMatching(/^blocked_address: The URL points to a private, local or reserved address/),
      ]);
    }
    expect(canary.connections).toBe(0);
  });

  it.each([
    'file:///etc/passwd',
    'http://example.com:22/',
    'http://example.com:5432/',
    'http://u:p@example.com/',
    'nonsense',
    '',
  ])('is reported for the rejected URL %j without a lookup', async (url) => {
    const stub = stubLookup(() => ['127.0.0.1']);
    expect((await postTo(aClient({ lookup: stub.lookup }), url)).errorMessage).toMatch(/^blocked_address: /);
    expect(stub.calls).toBe(0);
  });

  it('gets no connection in 1,000 rounds of DNS rebinding', async () => {
    const canary = await aReceiver();
    // The name resolved to a public address at registration, and resolves to a local one at every connection.
    const stub = stubLookup((_name, call) => [LOCAL[call % LOCAL.length] ?? '127.0.0.1']);
    const client = aClient({ policy: closed, lookup: stub.lookup });
    for (let round = 0; round < 1_000; round += 1) {
      const outcome = await postTo(client, canary.url('ok', `round-${round % 7}.test`));
      expect(outcome.errorMessage).toMatch(/^blocked_address: /);
    }
    // One lookup per attempt: a second one could return an address that was not checked.
    expect(stub.calls).toBe(1_000);
    expect(canary.connections).toBe(0);
  });

  it('gets no connection when it is one of several addresses of a name', async () => {
    const receiver = await aReceiver();
    const canary = await aReceiver();
    const { lookup } = stubLookup(() => ['::1', '10.0.0.1', '::ffff:10.0.0.1', '127.0.0.1']);
    const onlyOne = new AddressPolicy(['127.0.0.1/32']);
    const client = aClient({ policy: onlyOne, lookup });
    expect(await postTo(client, receiver.url('ok', 'hooks.test'))).toMatchObject({ success: true });
    expect((await postTo(client, `http://[::1]:${canary.port}/ok`)).errorMessage).toMatch(
      /^blocked_address: /,
    );
    expect(canary.connections).toBe(0);
  });

  it('is not reached through a proxy from the environment', async () => {
    const receiver = await aReceiver();
    const proxy = await aReceiver();
    const names = ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'ALL_PROXY'];
    for (const name of names) process.env[name] = proxy.url('');
    const outcome = await postTo(aClient(), receiver.url('ok'));
    for (const name of names) Reflect.deleteProperty(process.env, name);
    expect(outcome).toMatchObject({ success: true });
    expect(proxy.connections).toBe(0);
  });
});

describe('TLS', () => {
  const key = tlsFixture('server.key');
  const { lookup } = stubLookup(() => ['127.0.0.1']);
  const trusting = (deadlineMs = 5_000) => aClient({ deadlineMs, lookup, tls: { ca: tlsFixture('ca.crt') } });

  it('with a valid certificate succeeds, by host name and by address', async () => {
    const receiver = await aReceiver({ tls: { key, cert: tlsFixture('valid.crt') } });
    for (const host of ['good.test', 'good.test.', '127.0.0.1']) {
      expect(await postTo(trusting(), receiver.url('ok', host))).toMatchObject({
        success: true,
        errorMessage: null,
      });
    }
  });

  it.each([
    ['expired.crt', 'good.test', 'tls_error: the certificate has expired (CERT_HAS_EXPIRED)'],
    [
      'valid.crt',
      'other.test',
      'tls_error: the certificate is for another host name (ERR_TLS_CERT_ALTNAME_INVALID)',
    ],
    [
      'self-signed.crt',
      'good.test',
      'tls_error: the certificate is self-signed (DEPTH_ZERO_SELF_SIGNED_CERT)',
    ],
  ] as const)('with %s for %s fails at every attempt', async (name, host, message) => {
    const receiver = await aReceiver({ tls: { key, cert: tlsFixture(name) } });
    const client = trusting();
    for (let n = 0; n < 2; n += 1) {
      expect(await postTo(client, receiver.url('ok', host))).toMatchObject({
        httpStatus: null,
        success: false,
        errorMessage: message,
      });
    }
    expect(receiver.requests).toEqual([]);
  });

  it('rejects a certificate authority that the system does not trust', async () => {
    const receiver = await aReceiver({ tls: { key, cert: tlsFixture('valid.crt') } });
    expect((await postTo(aClient({ lookup }), receiver.url('ok', 'good.test'))).errorMessage).toMatch(
      /^tls_error: /,
    );
    expect(receiver.requests).toEqual([]);
  });

  it.each<[SecureVersion, boolean]>([
    ['TLSv1.1', false],
    ['TLSv1.2', true],
    ['TLSv1.3', true],
  ])('%s is accepted: %s', async (version, success) => {
    const cert = tlsFixture('valid.crt');
    // At its default security level, OpenSSL itself refuses the old versions.
    const tls = {
      key,
      cert,
      minVersion: 'TLSv1' as const,
      maxVersion: version,
      ciphers: 'DEFAULT@SECLEVEL=0',
    };
    const receiver = await aReceiver({ tls });
    const outcome = await postTo(trusting(), receiver.url('ok', 'good.test'));
    expect(outcome.success).toBe(success);
    if (!success)
      expect(outcome.errorMessage).toMatch(/^tls_error: no secure connection could be established \(/);
  });

  it('to a server that speaks plain HTTP fails with tls_error', async () => {
    const receiver = await aReceiver();
    const { errorMessage } = await postTo(trusting(), `https://good.test:${receiver.port}/ok`);
    expect(errorMessage).toMatch(/^tls_error: /);
  });

  it('to a server that never responds to the handshake times out at the deadline', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    const accepted = new Promise<Socket>((resolve) => silent.once('connection', resolve));
    await once(silent, 'listening');
    const client = trusting(SHORT_MS);
    const posted = postTo(client, `https://good.test:${(silent.address() as AddressInfo).port}/ok`);
    const socket = (await accepted).resume();
    const closed = once(socket, 'close');

    expect((await posted).errorMessage).toMatch(/^timeout: no connection to the endpoint was established/);
    expect(client.stats).toMatchObject({ inFlight: 0, connections: 0 });
    await closed;
    silent.close();
  });
});
