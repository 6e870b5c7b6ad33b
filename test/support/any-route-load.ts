import { randomUUID } from 'node:crypto';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { ApiAnswer, ApiClient } from './api-client';
import { exampleBody, pathOf, type ApiRoute } from './api-routes';
import { collectionOf, type KnownIds } from './seed-from-description';
import type { SeededRandom } from './seeded-random';

/** Routes that would end the load: they revoke its key or reach the network. */
const LEFT_OUT = /\/api_keys\/\{id\}|\/v1\/test_clock/;
const REPLACED = { url: 'http://127.0.0.1:4/', timestamp: undefined };
/** Share of usage events among the requests, in per cent. */
const EVENTS = 25;

/** A response of a route, named by method and pattern. */
export interface RouteAnswer extends Pick<ApiAnswer, 'status' | 'ms' | 'retryAfter'> {
  route: string;
}

/** Calls random routes of the API description with the ids of one organization, and usage events in between. */
export class AnyRouteLoad {
  readonly answers: RouteAnswer[] = [];
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
      while (!signal.aborted) await (this.random.chance(EVENTS) ? this.sendEvents() : this.callAny());
    };
    await Promise.all(Array.from({ length: concurrency }, client));
  }

  private async callAny(): Promise<void> {
    const route = this.random.pick(this.routes);
    if (route === undefined) return;
    const id = this.random.pick(this.known.get(collectionOf(route) ?? '') ?? []) ?? randomUUID();
    const body = route.body === null ? undefined : exampleBody(this.document, route, REPLACED);
    const keyed = route.method === 'POST' && this.random.chance(30);
    const headers: Record<string, string> = keyed ? { 'idempotency-key': randomUUID() } : {};
    await this.send(route.name, () => this.client.request(route.method, pathOf(route, id), body, headers));
  }

  private async sendEvents(): Promise<void> {
    const event = { transaction_id: randomUUID(), code: 'calls', external_subscription_id: 'loaded' };
    const [path, body] = this.random.chance(50)
      ? ['/v1/events', event]
      : ['/v1/events/batch', { events: [event, { ...event, transaction_id: randomUUID() }] }];
    await this.send(`POST ${path}`, () => this.client.request('POST', path, body));
  }

  private async send(route: string, call: () => Promise<ApiAnswer>): Promise<void> {
    const { status, ms, retryAfter } = await call();
    this.answers.push({ route, status, ms, retryAfter });
  }
}
