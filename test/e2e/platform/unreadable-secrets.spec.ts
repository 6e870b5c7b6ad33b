import { randomBytes } from 'node:crypto';
import { logger } from '../../../src/platform/observability/logger';
import { connect, deliver, pathOfUrl } from '../../support/payments';
import { signHex } from '../../support/provider-messages';
import { ENCRYPTION_KEY, organizationWithKey, startTestApp, type TestApp } from '../../support/test-app';
import { useMisbehavingReceiver } from '../../support/use-receiver';
import { lateBound, useOrganization, useTestApp } from '../../support/use-test-app';
import { anEndpoint, received } from '../../support/webhooks';
import {
  bodyOf,
  problemOf,
  type ConnectionBody,
  type EndpointBody,
  type SecretBody,
} from '../../support/wire';

const EMPTY = JSON.stringify({ events: [] });

describe('secrets that no key decrypts', () => {
  const receiver = useMisbehavingReceiver();
  const before = useTestApp({ ROLE: 'api' });
  const organization = useOrganization(before);
  let started: TestApp | undefined;
  const after = lateBound<TestApp>(() => started, 'The service with another key has not started.');
  const logged = jest.spyOn(logger, 'error');

  beforeAll(async () => {
    const env = { ENCRYPTION_KEY: randomBytes(32).toString('base64') };
    started = await startTestApp(env, before.database);
  });
  afterAll(() => started?.stop());
  afterAll(() => jest.restoreAllMocks());

  /** The organization's requests to the service that has another key. */
  const there = () =>
    organizationWithKey(after.request, organization.id, {
      id: organization.apiKeyId,
      raw_key: organization.rawKey,
    });

  it('revealing one is a generic 503 and an error in the log', async () => {
    const endpoint = await anEndpoint(organization, receiver.url('ok'));
    logged.mockClear();
    const { detail } = await problemOf(
      there().get(`/v1/webhook_endpoints/${endpoint.id}/secret`),
      503,
      'service_unavailable',
    );
    expect(detail).not.toMatch(/secret|encrypt|decrypt|key/i);
    expect(logged.mock.calls.map(([about]) => about)).toContainEqual(
      expect.objectContaining({ reason: expect.stringContaining('cannot be decrypted') as string }),
    );
  });

  it('rotating one drops it, so that the new secret signs at once', async () => {
    const endpoint = await anEndpoint(organization, receiver.url('ok'));
    const path = `/v1/webhook_endpoints/${endpoint.id}`;
    const rotated = await bodyOf<SecretBody>(there().post(`${path}/secret/rotate`));
    expect(rotated.previous_secret_expires_at).toBeNull();
    const { id } = await bodyOf<{ id: string }>(there().post(`${path}/test`));
    const request = await received(receiver, (it) => it.headers['x-svc-webhook-id'] === id);
    expect(request.headers['x-svc-signature']).toBe(
      signHex(request.body.toString(), rotated.secret).headers['webhook-signature'],
    );
  });

  it('an unreadable previous secret does not keep the current one from signing', async () => {
    const endpoint = await anEndpoint(organization, receiver.url('ok'));
    const path = `/v1/webhook_endpoints/${endpoint.id}`;
    await bodyOf(there().post(`${path}/secret/rotate`, { overlap_seconds: 0 }));
    await before.database.query(
      `UPDATE webhook_endpoints SET sealed_previous_secret = 'v1.AAAA', previous_secret_expires_at = now() + interval '1 hour'
        WHERE id = $1`,
      [endpoint.id],
    );
    const { id } = await bodyOf<{ id: string }>(there().post(`${path}/test`));
    await received(receiver, (it) => it.headers['x-svc-webhook-id'] === id);
  });

  it('PUT replaces the secret of a connection and keeps its webhook_url', async () => {
    const first = await connect(organization, 'gocardless', 'the-first-secret-of-a-provider');
    const second = await connect(there(), 'gocardless', 'the-second-secret-of-a-provider');
    expect(second).toMatchObject({ webhook_url: after.url + pathOfUrl(first), id: first.id });
    expect(second.previous_secret_expires_at).toBeNull();
    await deliver(after, pathOfUrl(second), signHex(EMPTY, 'the-second-secret-of-a-provider')).expect(200);
    await deliver(after, pathOfUrl(second), signHex(EMPTY, 'the-first-secret-of-a-provider')).expect(401);
  });

  it('PUT of the same secret drops an unreadable previous one', async () => {
    await connect(organization, 'gocardless', 'the-first-secret-of-a-provider');
    await connect(organization, 'gocardless', 'the-second-secret-of-a-provider');
    await before.database.query(
      `UPDATE payment_provider_connections SET sealed_previous_secret = 'v1.AAAA' WHERE organization_id = $1`,
      [organization.id],
    );
    const again = await connect(organization, 'gocardless', 'the-second-secret-of-a-provider');
    expect(again.previous_secret_expires_at).toBeNull();
    await deliver(before, pathOfUrl(again), signHex(EMPTY, 'the-second-secret-of-a-provider')).expect(200);
  });

  it('a notification is 503 with a signature header and 401 without', async () => {
    const connection = await connect(organization, 'gocardless', 'the-first-secret-of-a-provider');
    const path = pathOfUrl(connection);
    logged.mockClear();
    const signed = await problemOf(
      deliver(after, path, signHex(EMPTY, 'the-first-secret-of-a-provider')),
      503,
      'service_unavailable',
    );
    expect(signed.detail).not.toMatch(/secret|encrypt|decrypt|key/i);
    expect(logged.mock.calls.flat().join(' ')).toContain('cannot be decrypted');
    const unsigned = await problemOf(deliver(after, path, { body: EMPTY, headers: {} }), 401, 'unauthorized');
    const unknown = await problemOf(
      deliver(after, '/v1/payments/webhook/gocardless', { body: EMPTY, headers: {} }),
      401,
      'unauthorized',
    );
    expect(unsigned.detail).toBe(unknown.detail);
  });

  it('a list of keys reads what its second key encrypted', async () => {
    const endpoint: EndpointBody = await anEndpoint(organization, receiver.url('ok'));
    const connection: ConnectionBody = await connect(
      organization,
      'gocardless',
      'the-first-secret-of-a-provider',
    );
    const keys = `${randomBytes(32).toString('base64')}, ${ENCRYPTION_KEY}`;
    const both = await startTestApp({ ROLE: 'api', ENCRYPTION_KEYS: keys }, before.database);
    try {
      const same = { id: organization.apiKeyId, raw_key: organization.rawKey };
      const caller = organizationWithKey(both.request, organization.id, same);
      const revealed = await bodyOf<SecretBody>(caller.get(`/v1/webhook_endpoints/${endpoint.id}/secret`));
      expect(revealed.secret).toBe(endpoint.secret);
      await deliver(both, pathOfUrl(connection), signHex(EMPTY, 'the-first-secret-of-a-provider')).expect(
        200,
      );
    } finally {
      await both.stop();
    }
  });
});
