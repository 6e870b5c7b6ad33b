import { createHmac } from 'node:crypto';
import { connect } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { WebhooksService } from '../../src/modules/webhooks/webhooks.service';
import { aCustomer, anEndpoint } from '../support/builders';
import { eventually } from '../support/eventually';
import { gate } from '../support/gate';
import { MisbehavingReceiver } from '../support/misbehaving-receiver';
import { RecordingReceiver } from '../support/recording-receiver';
import { startTestApp, type TestApp, type TestOrganization } from '../support/test-app';

/** Long enough for a busy machine, short enough for a test. */
const TIMEOUT_MS = 2500;
const SECOND = 1000;
const MIB = 1024 ** 2;

interface WebhookRecord {
  id: string;
  webhook_endpoint_id: string;
  status: string;
  retries: number;
  http_status: number | null;
  response: string | null;
  error_message: string | null;
  next_attempt_at: string | null;
  updated_at: string;
}

interface AttemptRecord {
  attempt_number: number;
  http_status: number | null;
  response_body: string | null;
  success: boolean;
  error_message: string | null;
  attempted_at: string;
}

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ WEBHOOK_TIMEOUT_MS: String(TIMEOUT_MS) });
});
afterAll(() => app.stop());

async function listDeliveries(organization: TestOrganization): Promise<WebhookRecord[]> {
  const response = await organization.get('/v1/webhook_endpoints/hooks/list?limit=1000').expect(200);
  return response.body as WebhookRecord[];
}

async function listAttempts(organization: TestOrganization, id: string): Promise<AttemptRecord[]> {
  const response = await organization.get(`/v1/webhook_endpoints/hooks/${id}/delivery_attempts`).expect(200);
  return response.body as AttemptRecord[];
}

/** Returns a port that nothing listens on. */
async function aClosedPort(): Promise<number> {
  const receiver = await MisbehavingReceiver.start();
  const { port } = receiver;
  await receiver.stop();
  await new Promise((resolve) => connect(port, '127.0.0.1').once('error', resolve));
  return port;
}

/** The expected first attempt. `waits` is the delay until the next attempt in seconds, null for a success. */
interface Expected {
  status: number | null;
  error: RegExp | null;
  waits: number | null;
  response?: string | null;
}

const FAILURES: Record<string, Expected> = {
  hang: { status: null, error: /^timeout: /, waits: 120, response: null },
  'drip-headers': { status: null, error: /^timeout: /, waits: 120, response: null },
  reset: { status: null, error: /^connection_reset: /, waits: 120, response: null },
  'redirect/307': { status: 307, error: /^http_status: .*307/, waits: 120 },
  'status/304': { status: 304, error: /^http_status: .*304/, waits: 120 },
  'status/410': { status: 410, error: /^http_status: .*410/, waits: 120, response: 'status 410' },
  truncated: { status: 500, error: /^http_status: .*500/, waits: 120, response: 'partial' },
  'endless-1xx': { status: null, error: /^(timeout|http_status): /, waits: 120 },
  'huge-header': { status: null, error: /^http_status: /, waits: 120 },
  'not-http': { status: null, error: /^http_status: /, waits: 120 },
  'retry-after/600?status=503': { status: 503, error: /^http_status: .*503/, waits: 600 },
  'retry-after/10?status=429': { status: 429, error: /^http_status: .*429/, waits: 120 },
};

/** Endpoints that no request reaches. */
const UNREACHABLE: Record<string, Expected> = {
  refused: { status: null, error: /^connection_refused: /, waits: 120, response: null },
  'bad TLS': { status: null, error: /^tls_error: /, waits: 120, response: null },
  'unknown host': { status: null, error: /^dns_error: /, waits: 120, response: null },
  'private address': { status: null, error: /^blocked_address: /, waits: 120, response: null },
};

/** A 2xx response is a success, even if its body is broken. */
const SUCCESSES: Record<string, Expected> = {
  ok: { status: 200, error: null, waits: null, response: 'ok' },
  'continue/ahead': { status: 200, error: null, waits: null, response: 'ok' },
  'continue/together': { status: 200, error: null, waits: null, response: 'ok' },
  nul: { status: 200, error: null, waits: null, response: 'ab' },
  'invalid-utf8': { status: 200, error: null, waits: null },
  'body/5000': { status: 200, error: null, waits: null, response: 'b'.repeat(1000) },
  'huge-body': { status: 200, error: /^http_status: /, waits: null, response: 'x'.repeat(1000) },
  'gzip-bomb': { status: 200, error: /^http_status: /, waits: null },
  'drip-body': { status: 200, error: /^timeout: /, waits: null },
  'reset-mid-body': { status: 200, error: /^connection_reset: /, waits: null, response: 'partial' },
};

describe('a receiver that misbehaves', () => {
  const modes = Object.entries({ ...FAILURES, ...SUCCESSES });
  let organization: TestOrganization;
  let receiver: MisbehavingReceiver;
  let deliveries: Map<string, WebhookRecord>;

  beforeAll(async () => {
    receiver = await MisbehavingReceiver.start();
    await (await fetch(receiver.url('gzip-bomb'))).body?.cancel(); // creating the bomb takes a moment
    receiver.requests.length = 0;
    organization = await app.anOrganization();
    const endpoints = new Map<string, string>();
    for (const [mode] of modes) endpoints.set((await anEndpoint(organization, receiver.url(mode))).id, mode);
    const unreachable = {
      refused: `http://127.0.0.1:${await aClosedPort()}/`,
      'bad TLS': receiver.url('ok').replace('http:', 'https:'),
      'unknown host': `http://${'a'.repeat(64)}.test/`, // longer than a label may be, so no lookup leaves the machine
      'private address': receiver.url('ok'),
    };
    for (const [fault, url] of Object.entries(unreachable)) {
      endpoints.set((await anEndpoint(organization, url)).id, fault);
    }
    await becomesPrivate([...endpoints].find(([, fault]) => fault === 'private address')?.[0] ?? '');
    await aCustomer(organization, { external_id: 'one' });
    const ended = await eventually(async () => {
      const rows = await listDeliveries(organization);
      return rows.every((it) => it.status === 'succeeded' || it.error_message !== null) ? rows : null;
    }, 20_000);
    deliveries = new Map(ended.map((it) => [endpoints.get(it.webhook_endpoint_id) ?? '', it]));
  }, 60_000);
  afterAll(() => receiver.stop());

  it.each([...modes, ...Object.entries(UNREACHABLE)])(
    '(%s) leaves a recorded attempt and a scheduled or succeeded delivery',
    async (mode, expected) => {
      const delivery = deliveries.get(mode);
      const [attempt, ...more] = await listAttempts(organization, delivery?.id ?? '');
      expect(more).toEqual([]);
      const success = expected.waits === null;
      expect(delivery).toMatchObject({ status: success ? 'succeeded' : 'pending', retries: 0 });
      expect(attempt).toMatchObject({ attempt_number: 1, success, http_status: expected.status });
      if (expected.error === null) expect(attempt?.error_message).toBeNull();
      else expect(attempt?.error_message).toMatch(expected.error);
      if (expected.response !== undefined) expect(attempt?.response_body).toBe(expected.response);
      expect(delivery).toMatchObject({ http_status: attempt?.http_status, response: attempt?.response_body });
      if (expected.waits === null) {
        expect(delivery?.next_attempt_at).toBeNull();
        return;
      }
      // The delay starts when the attempt is recorded, so the retry is never early.
      const next = Date.parse(delivery?.next_attempt_at ?? '');
      expect(next - Date.parse(delivery?.updated_at ?? '')).toBe(expected.waits * SECOND);
      const began = Date.parse(attempt?.attempted_at ?? '');
      const took = attempt?.error_message?.startsWith('timeout') === true ? TIMEOUT_MS : 0;
      expect(next).toBeGreaterThanOrEqual(began + took + expected.waits * SECOND);
    },
  );

  it('occupies no slot once its attempts have ended', async () => {
    await eventually(async () => {
      const { text } = await app.request.get('/metrics');
      return /^webhook_deliveries_in_flight 0$/m.test(text) ? true : null;
    });
  });

  it('gets one request per delivery; no redirect is followed', () => {
    const asked = receiver.requests.map((it) => it.path).sort();
    expect(asked).toEqual(modes.map(([mode]) => `/${mode}`).sort());
  });
});

/** Replaces the URL of an endpoint with one that the API refuses, as if the address block had been extended. */
async function becomesPrivate(id: string): Promise<void> {
  await app.database.query(`UPDATE webhook_endpoints SET url = 'http://10.0.0.1/' WHERE id = $1`, [id]);
}

describe('a large payload with unusual characters', () => {
  it('is signed, sent and stored as the same bytes at every attempt, even when two sweeps run concurrently', async () => {
    const receiver = await RecordingReceiver.start();
    const organization = await app.anOrganization();
    const endpoint = await anEndpoint(organization, receiver.url('/large'));
    const bodies: Buffer[] = [];
    receiver.answer = ({ attempt }, body) => {
      bodies.push(body);
      return { status: attempt < 4 ? 500 : 200 };
    };
    const awkward = '😀\u2028\u2029é漢"\\/</script>&#x0;\u0001\u007f\ufeff\ufffd 9007199254740993 ';
    const longest = awkward.repeat(Math.floor(500 / awkward.length)).padEnd(500, 'é');
    const metadata = Object.fromEntries(
      Array.from({ length: 50 }, (_, n) => [`key ${n} ${'😀'.repeat(16)}`, longest]),
    );
    await aCustomer(organization, { external_id: 'large', name: awkward, metadata });

    const service = app.app.get(WebhooksService);
    for (let attempt = 1; attempt < 4; attempt++) {
      await receiver.until(() => receiver.arrivals.length === attempt);
      await eventually(async () => ((await makeDue(organization.id)) ? true : null));
      await Promise.all([service.queueDueRetries(), service.queueDueRetries()]);
    }
    const [delivery] = await eventually(async () => {
      const rows = await listDeliveries(organization);
      return rows.every((it) => it.status === 'succeeded') ? rows : null;
    });
    const [stored] = await app.database.query<{ payload: string }>(
      'SELECT payload FROM outbox_events WHERE organization_id = $1',
      [organization.id],
    );

    expect(receiver.arrivals.map((it) => it.attempt)).toEqual([1, 2, 3, 4]);
    expect(stored?.payload.length).toBeGreaterThan(25_000);
    for (const [index, body] of bodies.entries()) {
      expect(body.equals(Buffer.from(stored?.payload ?? ''))).toBe(true);
      const headers = receiver.arrivals[index]?.headers as Record<string, string>;
      expect(headers['x-svc-signature']).toBe(
        createHmac('sha256', endpoint.secret).update(body).digest('hex'),
      );
      expect(() => new Webhook(endpoint.secret).verify(body, headers)).not.toThrow();
      expect(headers['webhook-id']).toBe(delivery?.id);
    }
    expect(delivery).toMatchObject({ retries: 3 });
    const sent = JSON.parse(bodies[0]?.toString() ?? '') as { customer: object };
    expect(sent.customer).toMatchObject({ name: awkward, metadata });
    await receiver.stop();
  }, 30_000);

  it('of 1 MiB is sent as it is stored', async () => {
    const receiver = await RecordingReceiver.start();
    const organization = await app.anOrganization();
    const endpoint = await anEndpoint(organization, receiver.url('/largest'));
    let sent: Buffer = Buffer.alloc(0);
    receiver.answer = ({ attempt }, body) => {
      sent = body;
      return { status: attempt === 1 ? 500 : 200 };
    };
    await aCustomer(organization, { external_id: 'largest' });
    const payload = JSON.stringify({ text: '😀\u2028é'.repeat(MIB / 9) }); // 9 bytes each
    await app.database.query('UPDATE outbox_events SET payload = $2 WHERE organization_id = $1', [
      organization.id,
      payload,
    ]);
    await eventually(async () => ((await makeDue(organization.id)) ? true : null));
    await app.app.get(WebhooksService).queueDueRetries();
    await receiver.until(() => receiver.arrivals.length === 2);
    expect(sent.length).toBeGreaterThanOrEqual(MIB);
    expect(sent.equals(Buffer.from(payload))).toBe(true);
    const headers = receiver.arrivals[1]?.headers as Record<string, string>;
    expect(() => new Webhook(endpoint.secret).verify(sent, headers)).not.toThrow();
    await receiver.stop();
  }, 30_000);

  /** Makes the next retry due; returns false while the attempt is not recorded yet. */
  async function makeDue(organizationId: string): Promise<boolean> {
    const rows = await app.database.query(
      `UPDATE webhook_queue SET next_attempt_at = now() - interval '1 second'
        WHERE organization_id = $1 AND stage = 'waiting' RETURNING 1`,
      [organizationId],
    );
    return rows.length === 1;
  }
});

describe('twenty concurrent manual retries', () => {
  it('cause one retry; the other nineteen are refused with 400', async () => {
    const strict = await startTestApp({ WEBHOOK_MAX_RETRIES: '0' }, app.database);
    const receiver = await RecordingReceiver.start();
    const retried = gate();
    receiver.answer = ({ attempt }) =>
      attempt === 1 ? { status: 500 } : { status: 200, after: retried.opened };
    const organization = await strict.anOrganization();
    await anEndpoint(organization, receiver.url('/retried'));
    await aCustomer(organization, { external_id: 'one' });
    const failed = await eventually(async () => {
      const [row] = await listDeliveries(organization);
      return row?.status === 'failed' ? row : null;
    });

    const path = `/v1/webhook_endpoints/hooks/${failed.id}/retry`;
    const answers = await Promise.all(Array.from({ length: 20 }, () => organization.post(path, {})));
    expect(answers.map((it) => it.status).sort()).toEqual([200, ...Array.from({ length: 19 }, () => 400)]);
    retried.open();
    await eventually(async () =>
      (await listDeliveries(organization))[0]?.status === 'succeeded' ? true : null,
    );
    expect(receiver.arrivals.map((it) => it.attempt)).toEqual([1, 2]);
    expect((await listDeliveries(organization))[0]).toMatchObject({ retries: 1 });
    await receiver.stop();
    await strict.stop();
  }, 30_000);
});
