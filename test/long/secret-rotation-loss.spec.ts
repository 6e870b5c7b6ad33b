import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import { ApiClient, type ApiAnswer } from '../support/api-client';
import { reportFigures } from '../support/long-form';
import { RecordingReceiver, type Arrival } from '../support/recording-receiver';
import { assertNoneFell, killServices, ServiceProcess } from '../support/service-process';
import { createTestDatabase, type TestDatabase } from '../support/test-database';

const KILLS = 30;
/** A rotation takes less, so that kills hit it before, during and after its commit. */
const KILL_WITHIN_MS = 40;
const OVERLAP = { overlap_seconds: 3600 };
const KEYS = '/v1/organizations/current/api_keys';

let database: TestDatabase;
let receiver: RecordingReceiver;
let service: ServiceProcess;
/** Bodies of the deliveries, by path. */
const bodies = new Map<string, Buffer>();

beforeAll(async () => {
  database = await createTestDatabase();
  receiver = await RecordingReceiver.start();
  receiver.answer = ({ path }, body) => {
    bodies.set(path, body);
    return { status: 200 };
  };
  service = await start();
});
afterEach(assertNoneFell);
afterAll(async () => {
  await killServices();
  await receiver.stop();
  await database.drop();
});

const start = (): Promise<ServiceProcess> =>
  ServiceProcess.start({
    role: 'all',
    databaseUrl: database.url,
    env: { WEBHOOK_TIMEOUT_MS: '3000' },
  });

/** An organization with an API key and an endpoint, whose secrets it rotates. */
class Rotation {
  private constructor(
    private readonly client: ApiClient,
    readonly key: { id: string; raw_key: string },
    readonly endpoint: { id: string; secret: string },
    private readonly path: string,
  ) {}

  static async begin(path: string): Promise<Rotation> {
    const client = await ApiClient.signUp(service.url);
    const { body } = await client.request('POST', KEYS, { name: 'Rotated' });
    const endpoint = await client.anEndpoint(receiver.url(path));
    return new Rotation(client, body as { id: string; raw_key: string }, endpoint, path);
  }

  /** Rotates both secrets; later calls repeat the requests with the same Idempotency-Key. */
  rotate(): Promise<[ApiAnswer, ApiAnswer]> {
    this.client.baseUrl = service.url;
    const send = (path: string): Promise<ApiAnswer> =>
      this.client.request('POST', path, OVERLAP, { 'idempotency-key': path });
    return Promise.all([
      send(`${KEYS}/${this.key.id}/rotate`),
      send(`/v1/webhook_endpoints/${this.endpoint.id}/secret/rotate`),
    ]);
  }

  async isAccepted(rawKey: string): Promise<boolean> {
    const client = new ApiClient(service.url, this.client.organizationId, rawKey);
    return (await client.request('GET', '/v1/customers')).status === 200;
  }

  /** Creates an event and returns its delivery. */
  async deliver(): Promise<Arrival> {
    this.client.baseUrl = service.url;
    const before = receiver.arrivals.length;
    await this.client.createCustomers({ concurrency: 1, count: 1 });
    await receiver.until(() => receiver.arrivals.length > before);
    const [arrival] = receiver.arrivals.slice(before);
    if (arrival?.path !== this.path) throw new Error('The delivery is for another endpoint');
    return arrival;
  }
}

/** Expects that receivers accept the delivery with each of the secrets, and `X-Svc-Signature` with the first. */
function expectSigned({ path, headers }: Arrival, secrets: readonly string[]): void {
  const body = bodies.get(path) ?? Buffer.alloc(0);
  for (const secret of secrets) {
    expect(() => new Webhook(secret).verify(body, headers as Record<string, string>)).not.toThrow();
  }
  const [first = ''] = secrets;
  expect(headers['x-svc-signature']).toBe(createHmac('sha256', first).update(body).digest('hex'));
}

it('a rotation that is killed leaves the old secret valid, and a returned secret is valid', async () => {
  let unanswered = 0;
  let replays = 0;
  for (let kill = 0; kill < KILLS; kill++) {
    const rotation = await Rotation.begin(`/${kill}`);
    const rotating = rotation.rotate();
    await sleep(Math.random() * KILL_WITHIN_MS);
    await service.kill();
    unanswered += (await rotating).filter((it) => it.status === 0).length;
    service = await start();

    expect(await rotation.isAccepted(rotation.key.raw_key)).toBe(true);
    expectSigned(await rotation.deliver(), [rotation.endpoint.secret]);

    const [key, endpoint] = await rotation.rotate();
    expect([key.status, endpoint.status]).toEqual([200, 200]);
    replays += [key, endpoint].filter((it) => it.replayed).length;
    expect(await rotation.isAccepted(rotation.key.raw_key)).toBe(true);
    expect(await rotation.isAccepted((key.body as { raw_key: string }).raw_key)).toBe(true);
    const { secret } = endpoint.body as { secret: string };
    expectSigned(await rotation.deliver(), [rotation.endpoint.secret, secret]);
  }
  reportFigures('SIGKILL during rotations', { kills: KILLS, unanswered, replays });
}, 300_000);
