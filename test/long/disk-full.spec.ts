import { setTimeout as sleep } from 'node:timers/promises';
import { ApiClient, type ApiAnswer } from '../support/api-client';
import { FLAWLESS, ended, halfStates, judge } from '../support/delivery-verdict';
import { eventually } from '../support/eventually';
import { Ledger } from '../support/ledger';
import { reportFigures } from '../support/long-form';
import { startOwnPostgres, type OwnPostgres } from '../support/own-postgres';
import { RecordingReceiver } from '../support/recording-receiver';
import { assertNoneFell, killServices, ServiceProcess } from '../support/service-process';
import { SmallDisk } from '../support/small-disk';

const DISK_MB = 256;
const FULL_MS = 8000;
const RECOVERY_MS = 10_000;

const disk = SmallDisk.mount(DISK_MB);
const onSmallDisk = disk === null ? it.skip : it;

let database: OwnPostgres;
let receiver: RecordingReceiver;

beforeAll(async () => {
  if (disk === null) return;
  database = await startOwnPostgres(disk.folder);
  receiver = await RecordingReceiver.start();
}, 90_000);
afterEach(assertNoneFell);
afterAll(async () => {
  if (disk === null) return;
  disk.free();
  await killServices();
  await receiver.stop();
  await database.drop();
  disk.unmount();
});

/** Invoices a customer, one invoice after the other, until the signal aborts; repeats each until it is created. */
async function invoice(client: ApiClient, signal: AbortSignal, answers: ApiAnswer[]): Promise<number> {
  const customer = await client.request('POST', '/v1/customers', { external_id: 'invoiced' });
  const { id: customer_id } = customer.body as { id: string };
  const fees = [{ description: 'Work', units: '1', unit_amount_cents: 5000 }];
  let created = 0;
  while (!signal.aborted) {
    const headers = { 'idempotency-key': `invoice-${created}` };
    const answer = await client.request(
      'POST',
      '/v1/invoices/one_off',
      { customer_id, currency: 'EUR', fees },
      headers,
    );
    answers.push(answer);
    if (answer.status === 201) created++;
    await sleep(50);
  }
  return created;
}

/** Reads lists until the signal aborts. */
async function read(client: ApiClient, signal: AbortSignal, answers: ApiAnswer[]): Promise<void> {
  while (!signal.aborted) {
    for (const path of ['/v1/customers', '/v1/invoices', '/v1/webhook_endpoints/hooks/list']) {
      answers.push(await client.request('GET', path));
    }
    await sleep(50);
  }
}

const statusesOf = (answers: readonly ApiAnswer[]): number[] =>
  [...new Set(answers.map((it) => it.status))].sort();

onSmallDisk(
  'writes return 503 and reads work while the disk is full, and all writes succeed once there is space',
  async () => {
    const service = await ServiceProcess.start({ role: 'all', databaseUrl: database.url });
    const client = await ApiClient.signUp(service.url);
    await client.anEndpoint(receiver.url('/customers'), { event_types: ['customer.created'] });
    const [end, ledger] = [new AbortController(), new Ledger()];
    const [invoices, reads]: [ApiAnswer[], ApiAnswer[]] = [[], []];
    const { signal } = end;
    const load = Promise.all([
      client.createCustomers({ concurrency: 4, pauseMs: 20, persistent: true, signal }, ledger),
      invoice(client, signal, invoices),
      read(client, signal, reads),
    ]);
    let recoveryMs = Infinity;
    try {
      await eventually(() => (ledger.acknowledged.size >= 100 && invoices.length > 10 ? true : null));
      disk?.fill();
      await eventually(
        () => (ledger.statuses.includes(503) && statusesOf(invoices).includes(503) ? true : null),
        60_000,
      );
      await sleep(FULL_MS);
      disk?.free();
      const freedAt = performance.now();
      const before = ledger.acknowledged.size;
      await eventually(() => (ledger.acknowledged.size > before + 10 ? true : null), RECOVERY_MS);
      recoveryMs = performance.now() - freedAt;
    } finally {
      disk?.free();
      end.abort();
    }
    const [, created] = await load;
    await ended(database, client.organizationId);

    const answers = {
      writes: Object.fromEntries(ledger.answers),
      invoices: invoices.length,
      reads: reads.length,
    };
    reportFigures('full disk', { ...answers, created, recoveryMs });
    expect(ledger.statuses).toEqual([201, 503]);
    expect(statusesOf(invoices)).toEqual([201, 503]);
    expect([ledger.bare503, invoices.filter((it) => it.status === 503 && it.retryAfter === null)]).toEqual([
      0,
      [],
    ]);
    expect(statusesOf(reads)).toEqual([200]);
    // No write is lost, and none was made in part.
    expect([...ledger.unacknowledged]).toEqual([]);
    const { arrivals } = receiver;
    const deliveries = ledger.acknowledged.size + 1; // one more for the invoiced customer
    const verdict = await judge(database, client.organizationId, { ledger, arrivals, endpoints: 1 });
    expect(verdict).toMatchObject({ ...FLAWLESS, deliveries, duplicates: 0 });
    expect(await halfStates(database, client.organizationId, 1)).toEqual({});
    const numbers = await database.query<{ number: string }>(
      'SELECT number FROM invoices WHERE organization_id = $1 ORDER BY number',
      [client.organizationId],
    );
    expect(numbers.map((it) => Number(it.number.split('-').at(-1)))).toEqual(
      Array.from({ length: created }, (_, index) => index + 1),
    );
    expect((await client.request('GET', '/v1/reconciliation')).body).toMatchObject({ agrees: true });
  },
  180_000,
);
