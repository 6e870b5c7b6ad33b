import { setTimeout as sleep } from 'node:timers/promises';
import { insertServiceDeliveries } from '../delivery/service-load.mjs';
import { prepareTemplate, TEMPLATE } from '../delivery/template.mjs';
import { Service } from '../lib/service.mjs';
import { startCpu } from './cpu.mjs';
import { DELIVERIES } from './settings.mjs';

const PENDING = `SELECT EXISTS (SELECT FROM webhook_queue WHERE stage <> 'failed') AS pending`;
const POLL_MS = 2;

/** Deliveries to 20 endpoints of 4 organizations, claimed, sent and recorded by all workers. */
export const claims = {
  title: `Deliveries, ${DELIVERIES.toLocaleString('en-US')} for 20 endpoints`,
  unit: 'deliveries/s',
  async prepare(context) {
    context.template = await prepareTemplate(context.server, context.receiverUrl);
  },
  async measure({ server, receiver, template }, processes, name) {
    const database = `claims_${name}`;
    await server.createServiceDatabase(database, TEMPLATE);
    const start = () => Service.start('worker', server.serviceUrl(database));
    const services = await Promise.all(Array.from({ length: processes }, start));
    const client = await server.connect(database);
    const deliver = async (count) => {
      await receiver.call('reset');
      await client.query('BEGIN');
      await insertServiceDeliveries(client, count, template.organizations);
      await client.query('ANALYZE');
      await server.query('CHECKPOINT');
      const cpu = await startCpu(services, server);
      const startedAt = performance.now();
      await client.query('COMMIT');
      await client.query(`SELECT pg_notify('webhook_deliveries', '')`);
      await receiver.call('reached', count);
      while ((await client.query(PENDING)).rows[0].pending) await sleep(POLL_MS);
      const perSecond = (1000 * count) / (performance.now() - startedAt);
      const micros = await cpu(count);
      const { count: received } = await receiver.call('counts');
      if (received !== count)
        throw new Error(`The receiver got ${received} requests for ${count} deliveries`);
      return { perSecond, ...micros };
    };
    await deliver(Math.ceil(DELIVERIES / 4)); // warm-up
    const result = await deliver(DELIVERIES);
    await Promise.all(services.map((it) => it.stop()));
    await client.end();
    await server.dropDatabase(database);
    return result;
  },
};
