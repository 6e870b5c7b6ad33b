import { fileURLToPath } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { Service } from '../lib/service.mjs';
import { startCpu } from './cpu.mjs';
import { ORGANIZATIONS, SUBSCRIPTIONS } from './settings.mjs';

const TEMPLATE = 'scale_billing';
const CLOCK_SHIFT = fileURLToPath(new URL('../../test/support/clock-shift.cjs', import.meta.url));
const MINUTE_MS = 60_000;
/** From the start of the processes to the full minute at which the schedules of all of them begin. */
const LEAD_MS = 15_000;
const LEAD_PER_PROCESS_MS = 4_000;
const POLL_MS = 5;
const BILLED = 'SELECT count(*)::int AS count FROM invoices';

/** When the billing period ends. The clocks of all processes are moved ahead, so that they bill at the same minute. */
export const dueWork = {
  title: `Due work: bills of ${SUBSCRIPTIONS.toLocaleString('en-US')} subscriptions of ${ORGANIZATIONS} organizations`,
  unit: 'bills/s',
  async prepare(context) {
    const { server } = context;
    await server.createServiceDatabase(TEMPLATE);
    const api = await Service.start('api', server.serviceUrl(TEMPLATE));
    for (let n = 0; n < ORGANIZATIONS; n++)
      context.periodEnd = await subscribe(api, SUBSCRIPTIONS / ORGANIZATIONS);
    await api.stop();
  },
  async measure({ server, periodEnd }, processes, name) {
    const database = `billing_${name}`;
    await server.createServiceDatabase(database, TEMPLATE);
    const client = await server.connect(database);
    await client.query('VACUUM ANALYZE');
    await server.query('CHECKPOINT');
    const begins = Date.now() + LEAD_MS + processes * LEAD_PER_PROCESS_MS;
    const minute = Math.ceil(new Date(periodEnd).getTime() / MINUTE_MS + 1) * MINUTE_MS;
    const settings = { CLOCK_SHIFT_MS: String(minute - begins), DOCUMENT_RENDERING: 'on_demand' };
    const start = () =>
      Service.start('worker', server.serviceUrl(database), ['--require', CLOCK_SHIFT], settings);
    const services = await Promise.all(Array.from({ length: processes }, start));
    const cpu = await startCpu(services, server);
    const early = await billed(client);
    if (early > 0 || Date.now() > begins)
      throw new Error('The processes took too long to start; the machine is too busy');
    await sleep(begins - Date.now());
    const startedAt = performance.now();
    while ((await billed(client)) < SUBSCRIPTIONS) await sleep(POLL_MS);
    const perSecond = (1000 * SUBSCRIPTIONS) / (performance.now() - startedAt);
    const micros = await cpu(SUBSCRIPTIONS);
    await Promise.all(services.map((it) => it.stop()));
    const count = await billed(client);
    if (count !== SUBSCRIPTIONS) throw new Error(`${count} bills of ${SUBSCRIPTIONS} subscriptions`);
    await client.end();
    await server.dropDatabase(database);
    return { perSecond, ...micros };
  },
};

const billed = async (client) => (await client.query(BILLED)).rows[0].count;

/** Makes an organization with subscriptions of one plan; returns the end of their billing period. */
async function subscribe(api, subscriptions) {
  const { value: organization } = await api.request('POST', '/v1/organizations', { body: { name: 'Bench' } });
  const key = organization.api_key.raw_key;
  const post = async (path, body) => (await api.request('POST', path, { key, body })).value;
  const plan = { code: 'plan', name: 'Plan', interval: 'monthly', amount_cents: 4900, currency: 'EUR' };
  const { id: plan_id } = await post('/v1/plans', plan);
  let periodEnd;
  for (let n = 0; n < subscriptions; n++) {
    const { id: customer_id } = await post('/v1/customers', {
      external_id: `customer_${n}`,
      currency: 'EUR',
    });
    const made = await post('/v1/subscriptions', { external_id: `subscription_${n}`, customer_id, plan_id });
    periodEnd = made.current_period.to;
  }
  return periodEnd;
}
