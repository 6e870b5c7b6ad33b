import { anEvent, run } from '../events/load.mjs';
import { startService, verify } from '../events/service.mjs';
import { Service } from '../lib/service.mjs';
import { startCpu } from './cpu.mjs';
import { BATCH, CONNECTIONS, SECONDS, WARMUP_SECONDS } from './settings.mjs';

const TEMPLATE = 'scale_events';

/** Batches of usage events, in turn to all processes of the API. */
export const ingestion = {
  title: `Usage events, batches of ${BATCH}, ${CONNECTIONS} requests in flight over all processes`,
  unit: 'events/s',
  prepare: ({ server }) => server.createServiceDatabase(TEMPLATE),
  async measure({ server }, processes, name) {
    const database = `events_${name}`;
    await server.createServiceDatabase(database, TEMPLATE);
    const { service, key, subscriptions } = await startService(server, database);
    const others = Array.from({ length: processes - 1 }, () =>
      Service.start('api', server.serviceUrl(database), [], { EVENTS_RATE_LIMIT: '0' }),
    );
    const services = [service, ...(await Promise.all(others))];
    const targets = services.map(({ url }) => targetOf(url, key, subscriptions));
    const warm = await sendToAll(targets, WARMUP_SECONDS);
    await server.query('CHECKPOINT');
    const cpu = await startCpu(services, server);
    const sent = await sendToAll(targets, SECONDS);
    const micros = await cpu(sent.events);
    await Promise.all(services.map((it) => it.stop()));
    await verify(server, database, warm.events + sent.events);
    await server.dropDatabase(database);
    return { perSecond: sent.perSecond, ...micros };
  },
};

async function sendToAll(targets, seconds) {
  const connections = Math.max(1, Math.round(CONNECTIONS / targets.length));
  const results = await Promise.all(targets.map((it) => run(it, { connections, seconds })));
  const sum = (field) => results.reduce((total, it) => total + it[field], 0);
  return { events: sum('events'), perSecond: sum('perSecond') };
}

function targetOf(url, key, subscriptions) {
  let next = 0;
  const one = () => anEvent(subscriptions[next++ % subscriptions.length]);
  return {
    url: `${url}/v1/events/batch`,
    events: BATCH,
    headers: { authorization: `Bearer ${key}` },
    body: () => JSON.stringify({ events: Array.from({ length: BATCH }, one) }),
  };
}
