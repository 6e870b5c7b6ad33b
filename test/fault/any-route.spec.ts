import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OpenAPIObject } from '@nestjs/swagger';
import supertest from 'supertest';
import { AnyRouteLoad, type RouteAnswer } from '../support/any-route-load';
import { ApiClient } from '../support/api-client';
import { apiRoutes } from '../support/api-routes';
import { eventually } from '../support/eventually';
import { reportFigures, scaled } from '../support/fault-scale';
import { seedFromDescription } from '../support/seed-from-description';
import { SeededRandom } from '../support/seeded-random';
import { ServiceProcess } from '../support/service-process';
import { organizationWithKey, type TestOrganization } from '../support/test-app';
import { useFaultStage } from '../support/use-fault-stage';
import { bodyOf } from '../support/wire';

const FOR_MS = scaled(20_000, 60_000);
const CLIENTS = 16;
const SEED = Number(process.env.FAULT_SEED ?? Date.now() % 1_000_000);

const stage = useFaultStage({ ownPostgres: true });

it(
  'killing PostgreSQL at random instants under mixed load causes no 500 on any route',
  async () => {
    const random = new SeededRandom(SEED);
    const service = await ServiceProcess.start({
      role: 'all',
      databaseUrl: stage.database.url,
      env: { EVENTS_RATE_LIMIT: '0' },
    });
    const load = await aLoad(service, random);
    const end = new AbortController();
    const running = load.run(CLIENTS, end.signal);
    let kills = 0;
    try {
      for (const endAt = performance.now() + FOR_MS; performance.now() < endAt; kills++) {
        await sleep(200 + random.below(1300));
        const { pid } = stage.server();
        process.kill(pid, 'SIGKILL');
        await eventually(() => (stage.server().pid === pid ? null : isReady(service)), 30_000);
      }
    } finally {
      end.abort();
    }
    await running;
    const { answers } = load;
    const slowestMs = Math.max(...answers.map((it) => it.ms));
    reportFigures('any route', {
      seed: SEED,
      kills,
      answers: answers.length,
      ...statusesOf(answers),
      slowestMs,
    });
    const wrong = answers.filter(isWrong);
    const blame = [...new Set(wrong.map((it) => `${it.status} ${it.route}`))];
    const { unexpected } = service;
    expect({ seed: SEED, blame, unexpected }).toEqual({ seed: SEED, blame: [], unexpected: [] });
    expect(answers.filter((it) => it.status === 503 && it.retryAfter === null)).toEqual([]);
    expect(answers.some((it) => it.status === 503)).toBe(true);
  },
  FOR_MS + 90_000,
);

/** Creates an organization with a record of every kind, and load on all of them. */
async function aLoad(service: ServiceProcess, random: SeededRandom): Promise<AnyRouteLoad> {
  const request = supertest(service.url);
  const created = await bodyOf<{ id: string; api_key: { id: string; raw_key: string } }>(
    request.post('/v1/organizations').send({ name: 'Fault' }),
    201,
  );
  const organization = organizationWithKey(request, created.id, created.api_key);
  const document = JSON.parse(readFileSync(join(__dirname, '../../openapi.json'), 'utf8')) as OpenAPIObject;
  const routes = apiRoutes(document);
  await seedUsage(organization);
  const known = await seedFromDescription(organization, document, routes);
  const client = new ApiClient(service.url, created.id, created.api_key.raw_key);
  return new AnyRouteLoad(client, document, routes, known, random);
}

async function seedUsage(organization: TestOrganization): Promise<void> {
  const metric = { code: 'calls', name: 'Calls', aggregation_type: 'count' };
  await organization.post('/v1/billable_metrics', metric).expect(201);
  const plan = { code: 'loaded', name: 'Loaded', interval: 'monthly', amount_cents: 1000, currency: 'EUR' };
  const { id: plan_id } = await bodyOf<{ id: string }>(organization.post('/v1/plans', plan), 201);
  const customer = organization.post('/v1/customers', { external_id: 'loaded' });
  const { id: customer_id } = await bodyOf<{ id: string }>(customer, 201);
  await organization.post('/v1/subscriptions', { external_id: 'loaded', customer_id, plan_id }).expect(201);
}

async function isReady(service: ServiceProcess): Promise<true | null> {
  return (await fetch(`${service.url}/health/ready`)).ok ? true : null;
}

function statusesOf(answers: readonly { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** A response that is streamed has its status already: it can only break off, which clients notice. */
const STREAMED = '/export';

function isWrong({ status, route }: RouteAnswer): boolean {
  return status === 0 ? !route.endsWith(STREAMED) : status >= 500 && status !== 503;
}
