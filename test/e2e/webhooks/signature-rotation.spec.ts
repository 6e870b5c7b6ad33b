import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { anEndpoint } from '../../support/builders';
import { MisbehavingReceiver, type ReceivedRequest } from '../../support/misbehaving-receiver';
import { startTestApp, type TestApp, type TestOrganization } from '../../support/test-app';
import { attemptsOf, deliveryOf, ended, received, untilAttempts } from '../../support/webhooks';
import { bodyOf, problemOf, type EndpointBody, type WebhookBody } from '../../support/wire';

interface SecretBody {
  secret: string;
  previous_secret_expires_at: string | null;
  earlier_secrets: { expires_at: string }[];
}

describe('rotating a signing secret', () => {
  let app: TestApp;
  let receiver: MisbehavingReceiver;
  let organization: TestOrganization;
  let endpoint: EndpointBody;

  beforeAll(async () => {
    app = await startTestApp({ TEST_CLOCK: 'on' });
    receiver = await MisbehavingReceiver.start();
  });
  beforeEach(async () => {
    organization = await app.anOrganization();
    endpoint = await anEndpoint(organization, receiver.url('ok'));
  });
  afterAll(async () => {
    await app.stop();
    await receiver.stop();
  });

  const send = async (): Promise<ReceivedRequest> => {
    const { id } = await bodyOf<WebhookBody>(organization.post(`/v1/webhook_endpoints/${endpoint.id}/test`));
    await ended(organization, id);
    return received(receiver, (it) => it.headers['x-svc-webhook-id'] === id);
  };
  const rotate = (body?: object): Promise<SecretBody> =>
    bodyOf(organization.post(`/v1/webhook_endpoints/${endpoint.id}/secret/rotate`, body));
  const verifiesStandard = (request: ReceivedRequest, secret: string): boolean => {
    // Compares signatures only: the library's verify() also checks the timestamp against the wall clock.
    const headers = request.headers as Record<string, string>;
    const at = new Date(Number(headers['webhook-timestamp']) * 1000);
    const signature = new Webhook(secret).sign(headers['webhook-id'] ?? '', at, request.body.toString());
    return (headers['webhook-signature'] ?? '').split(' ').includes(signature);
  };
  const verifiesSvc = (request: ReceivedRequest, secret: string): boolean =>
    request.headers['x-svc-signature'] === createHmac('sha256', secret).update(request.body).digest('hex');
  const signedBy = async (...secrets: string[]): Promise<unknown> => {
    const request = await send();
    return secrets.map((secret) => [verifiesSvc(request, secret), verifiesStandard(request, secret)]);
  };

  it('a secret encrypted with an unknown key makes attempts fail with signing_failed until it is rotated', async () => {
    const unreadable = `v1.${Buffer.alloc(64).toString('base64')}`;
    await app.database.query('UPDATE webhook_endpoints SET sealed_secret = $1 WHERE id = $2', [
      unreadable,
      endpoint.id,
    ]);
    const path = `/v1/webhook_endpoints/${endpoint.id}`;
    for (let i = 0; i < 12; i++) {
      const { id } = await bodyOf<WebhookBody>(organization.post(`${path}/test`));
      const [attempt] = await untilAttempts(organization, id, 1);
      expect(attempt).toMatchObject({ success: false, http_status: null });
      expect(attempt?.error_message).toMatch(/^signing_failed: /);
    }
    await problemOf(organization.get(`${path}/secret`), 400, 'invalid_state');
    const { secret } = await rotate({ overlap_seconds: 0 });
    expect(verifiesSvc(await send(), secret)).toBe(true);
  });

  it('deliveries of an endpoint whose secret is lost wait, without an attempt, until it is rotated', async () => {
    const path = `/v1/webhook_endpoints/${endpoint.id}`;
    await app.database.query(
      'UPDATE webhook_endpoints SET sealed_secret = $1, secret_lost_at = now() WHERE id = $2',
      [`v1.${Buffer.alloc(64).toString('base64')}`, endpoint.id],
    );
    await problemOf(organization.get(`${path}/secret`), 400, 'invalid_state');
    const { id } = await bodyOf<WebhookBody>(organization.post(`${path}/test`));
    // A move of the clock waits for all deliveries that can be sent.
    const { now } = await bodyOf<{ now: string }>(organization.get('/v1/test_clock'));
    const later = new Date(Date.parse(now) + 60_000).toISOString();
    await organization.put('/v1/test_clock', { now: later }).expect(200);
    expect(await deliveryOf(organization, id)).toMatchObject({ status: 'pending', retries: 0 });
    expect(await attemptsOf(organization, id)).toEqual([]);

    const { secret, previous_secret_expires_at: end } = await rotate();
    expect(end).toBeNull();
    const request = await received(receiver, (it) => it.headers['x-svc-webhook-id'] === id);
    expect([verifiesSvc(request, secret), verifiesStandard(request, secret)]).toEqual([true, true]);
    await bodyOf(organization.get(`${path}/secret`));
  });

  it('during an overlap both secrets sign Standard Webhooks headers and the old one signs X-Svc-Signature', async () => {
    const old = endpoint.secret ?? '';
    const { secret: fresh } = await rotate({ overlap_seconds: 3600 });
    const request = await send();
    expect(verifiesSvc(request, old)).toBe(true);
    expect(verifiesSvc(request, fresh)).toBe(false);
    const headers = request.headers as Record<string, string>;
    expect(headers['webhook-signature']?.split(' ')).toHaveLength(2);
    for (const secret of [old, fresh]) {
      expect(new Webhook(secret).verify(request.body, headers)).toMatchObject({
        webhook_type: 'webhook_endpoint.test',
      });
    }
    const stranger = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    expect(() => new Webhook(stranger).verify(request.body, headers)).toThrow();
  });

  it('an overlap of 0 switches to the new secret immediately', async () => {
    const old = endpoint.secret ?? '';
    const { secret: fresh } = await rotate({ overlap_seconds: 0 });
    expect(await signedBy(old, fresh)).toEqual([
      [false, false],
      [true, true],
    ]);
  });

  it('a retry is signed with the current secret, even if the delivery is older', async () => {
    const old = endpoint.secret ?? '';
    await organization
      .put(`/v1/webhook_endpoints/${endpoint.id}`, { url: receiver.url('status/500') })
      .expect(200);
    const { id } = await bodyOf<WebhookBody>(organization.post(`/v1/webhook_endpoints/${endpoint.id}/test`));
    const first = await received(receiver, (it) => it.headers['x-svc-webhook-id'] === id);
    const { secret: fresh } = await rotate({ overlap_seconds: 0 });
    await organization.put(`/v1/webhook_endpoints/${endpoint.id}`, { url: receiver.url('ok') }).expect(200);
    const { now } = await bodyOf<{ now: string }>(organization.get('/v1/test_clock'));
    await organization
      .put('/v1/test_clock', { now: new Date(Date.parse(now) + 180_000).toISOString() })
      .expect(200);
    const second = receiver.requests.filter((it) => it.headers['x-svc-webhook-id'] === id).at(-1);
    expect(second?.body.equals(first.body)).toBe(true);
    expect([verifiesSvc(first, old), second && verifiesSvc(second, fresh)]).toEqual([true, true]);
  });

  it('after the overlap only the new secret signs', async () => {
    const old = endpoint.secret ?? '';
    const { secret: fresh, previous_secret_expires_at: end } = await rotate();
    expect(await signedBy(old, fresh)).toEqual([
      [true, true],
      [false, true],
    ]);
    await organization.put('/v1/test_clock', { now: end }).expect(200);
    expect(await signedBy(old, fresh)).toEqual([
      [false, false],
      [true, true],
    ]);
    const path = `/v1/webhook_endpoints/${endpoint.id}/secret`;
    expect(await bodyOf(organization.get(path))).toEqual({
      secret: fresh,
      previous_secret_expires_at: null,
      earlier_secrets: [],
    });
  });

  it('each of several secrets signs until its announced end', async () => {
    const path = `/v1/webhook_endpoints/${endpoint.id}/secret`;
    const first = endpoint.secret ?? '';
    const { secret: second, previous_secret_expires_at: dayLater } = await rotate();
    const { secret: third, ...ends } = await rotate({ overlap_seconds: 60 });
    const minuteLater = ends.previous_secret_expires_at;
    expect(ends.earlier_secrets).toEqual([{ expires_at: minuteLater }, { expires_at: dayLater }]);
    expect(await signedBy(first, second, third)).toEqual([
      [true, true],
      [false, true],
      [false, true],
    ]);
    await organization.put('/v1/test_clock', { now: minuteLater }).expect(200);
    expect(await bodyOf(organization.get(path))).toEqual({
      secret: third,
      previous_secret_expires_at: dayLater,
      earlier_secrets: [{ expires_at: dayLater }],
    });
    expect(await signedBy(first, second, third)).toEqual([
      [true, true],
      [false, false],
      [false, true],
    ]);
    await organization.put('/v1/test_clock', { now: dayLater }).expect(200);
    expect(await signedBy(first, second, third)).toEqual([
      [false, false],
      [false, false],
      [true, true],
    ]);
  });

  it('a sixth overlap is refused with 400, and an overlap of 0 ends all earlier secrets', async () => {
    const secrets = [endpoint.secret ?? ''];
    for (let i = 0; i < 5; i++) secrets.push((await rotate({ overlap_seconds: 3600 - i })).secret);
    const request = await send();
    expect(secrets.map((secret) => verifiesStandard(request, secret))).toEqual(secrets.map(() => true));
    const path = `/v1/webhook_endpoints/${endpoint.id}/secret`;
    const before = await bodyOf<SecretBody>(organization.get(path));
    const { detail } = await problemOf(organization.post(`${path}/rotate`), 400, 'invalid_state');
    expect(detail).toContain(before.previous_secret_expires_at);
    expect(await bodyOf(organization.get(path))).toEqual(before);
    const { secret: fresh } = await rotate({ overlap_seconds: 0 });
    expect(await signedBy(...secrets, fresh)).toEqual([...secrets.map(() => [false, false]), [true, true]]);
  });

  it('a secret that cannot be decrypted does not overlap, and does not keep the others from signing', async () => {
    const old = endpoint.secret ?? '';
    const { secret: second } = await rotate();
    const unreadable = `v1.${Buffer.alloc(64).toString('base64')}`;
    const spoil = (column: string) =>
      app.database.query(`UPDATE webhook_endpoints SET ${column} = $1 WHERE id = $2`, [
        unreadable,
        endpoint.id,
      ]);
    await spoil('sealed_previous_secret');
    expect(await signedBy(old, second)).toEqual([
      [false, false],
      [true, true],
    ]);
    await spoil('sealed_secret');
    const { secret: third, earlier_secrets } = await rotate();
    expect(earlier_secrets).toEqual([]);
    expect(await signedBy(third)).toEqual([[true, true]]);
  });
});
