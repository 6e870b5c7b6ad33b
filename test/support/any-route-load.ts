import { randomUUID } from 'node:crypto';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { ApiAnswer, ApiClient } from './api-client';
import { exampleBody, pathOf, type ApiRoute } from './api-routes';
import { collectionOf, type KnownIds } from './seed-from-description';
import type { SeededRandom } from './seeded-random';

/** Routes that would end the load: they revoke its key, delete its organization or move the clock. */
const LEFT_OUT = /\/v1\/(api_keys\/\{id\}|organizations|test_clock)/;
const REPLACED = { url: 'http://127.0.0.1:4/', timestamp: undefined };
/** Shares of the requests, in percent. */
const EVENTS = 25;
const CUSTOMERS = 10;
const KEYED = 30;

/** A response of a route, named by method and pattern. */
export interface RouteAnswer extends Pick<ApiAnswer, 'status' | 'ms' | 'retryAfter'> {
  route: string;
}

interface Sent {
  route: string;
  method: string;
  path: string;
  body?: object | undefined;
  headers?: Record<string, string>;
}

/** Calls random routes of the API description with the IDs of one organization, and usage events and customers in between. */
export class AnyRouteLoad {
  readonly answers: RouteAnswer[] = [];
  /** What the service has acknowledged with 201. */
  readonly customers: string[] = [];
  readonly events: string[] = [];
  private readonly routes: ApiRoute[];

  constructor(
    private readonly client: ApiClient,
    private readonly document: OpenAPIObject,
    routes: readonly ApiRoute[],
    private readonly known: KnownIds,
    private readonly random: SeededRandom,
  ) {
    this.routes = routes.filter((it) => it.secured && !LEFT_OUT.test(it.path));
  }

  /** Sends requests, `concurrency` at a time, until the signal. */
  async run(concurrency: number, signal: AbortSignal): Promise<void> {
    const client = async (): Promise<void> => {
      while (!signal.aborted) await this.sendOne();
    };
    await Promise.all(Array.from({ length: concurrency }, client));
  }

  private sendOne(): Promise<unknown> {
    const kind = this.random.below(100);
    if (kind < EVENTS) return this.random.chance(50) ? this.sendEvent() : this.sendBatch();
    return kind < EVENTS + CUSTOMERS ? this.sendCustomer() : this.callAny();
  }

  private async callAny(): Promise<void> {
    const route = this.random.pick(this.routes);
    if (route === undefined) return;
    // Other routes need the records, so only unknown ones are deleted.
    const ids = route.method === 'DELETE' ? [] : (this.known.get(collectionOf(route) ?? '') ?? []);
    const id = this.random.pick(ids) ?? randomUUID();
    const body = route.body === null ? undefined : exampleBody(this.document, route, REPLACED);
    const keyed = route.method === 'POST' && this.random.chance(KEYED);
    const headers: Record<string, string> = keyed ? { 'idempotency-key': randomUUID() } : {};
    await this.send({ route: route.name, method: route.method, path: pathOf(route, id), body, headers });
  }

  private async sendCustomer(): Promise<void> {
    const externalId = randomUUID();
    const sent = { method: 'POST', path: '/v1/customers', body: { external_id: externalId } };
    const { status } = await this.send({ route: 'POST /v1/customers', ...sent });
    if (status === 201) this.customers.push(externalId);
  }

  private async sendEvent(): Promise<void> {
    const event = anEvent();
    const { status } = await this.send({
      route: 'POST /v1/events',
      method: 'POST',
      path: '/v1/events',
      body: event,
    });
    if (status === 201) this.events.push(event.transaction_id);
  }

  private async sendBatch(): Promise<void> {
    const path = '/v1/events/batch';
    await this.send({
      route: `POST ${path}`,
      method: 'POST',
      path,
      body: { events: [anEvent(), anEvent()] },
    });
  }

  private async send({ route, method, path, body, headers }: Sent): Promise<ApiAnswer> {
    const answer = await this.client.request(method, path, body, headers);
    const { status, ms, retryAfter } = answer;
    this.answers.push({ route, status, ms, retryAfter });
    return answer;
  }
}

function anEvent(): { transaction_id: string } & Record<string, unknown> {
  return { transaction_id: randomUUID(), code: 'calls', external_subscription_id: 'loaded' };
}
