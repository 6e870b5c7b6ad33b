import type { Core } from '../core/core';
import type { Call, Dialect, Route } from '../core/dialect';
import { serveHosted } from '../core/hosted';
import type { Answer, Request } from '../core/http';
import { fieldsAt, isFields, listAt, textAt } from '../core/json';
import type { ForcedAction, Provider } from '../core/provider';
import { Charging } from './charging';
import { Checkout } from './checkout';
import { Disputes } from './disputes';
import { onceByKey } from './idempotency';
import { Intents } from './intents';
import { page } from './lists';
import { customerRoutes, methodRoutes } from './methods';
import { Refunds } from './refunds';
import { Sessions } from './sessions';
import { StripeStore } from './store';
import { ERRORS, unauthorized } from './wording';

/** Stripe: PaymentIntents, Checkout Sessions, SetupIntents, customers, payment methods, refunds, events. */
export function stripe(core: Core): Provider {
  const store = new StripeStore(core);
  const charging = new Charging(store);
  const checkout = new Checkout(store, charging);
  const sessions = new Sessions(store);
  const disputes = new Disputes(store);
  const force = new Force(store, charging, checkout, sessions, disputes);
  const routes: Route[] = [
    ...new Intents(store, charging).routes,
    ...sessions.routes,
    ...new Refunds(store).routes,
    ...disputes.routes,
    ...customerRoutes(store),
    ...methodRoutes(store),
    {
      at: 'GET /v1/events',
      operation: 'events.list',
      run: (call) => page(call, store.events.list(call.account)),
    },
  ];
  const dialect: Dialect = {
    provider: 'stripe',
    routes: routes.map((route) => ({ ...route, run: (call) => expanded(store, call, route.run(call)) })),
    pages: (request) => pageOf(checkout, request),
    authenticate,
    once: onceByKey(store),
    errors: ERRORS,
  };
  return { dialect, force: (...it) => force.act(...it), hasPartialDisputes: true };
}

function pageOf(checkout: Checkout, request: Request): Answer | null {
  const session = /^\/c\/pay\/(\w+)$/.exec(request.path)?.[1];
  if (session !== undefined) return serveHosted(request, checkout.session(session));
  const intent = /^\/authenticate\/(\w+)$/.exec(request.path)?.[1];
  return intent === undefined ? null : serveHosted(request, checkout.authentication(intent));
}

/** The account is the key: two keys see nothing of each other. A key that contains `invalid` is none. */
function authenticate({ headers }: Request): string {
  const [, token] = /^Bearer (\S+)$/.exec(headers.authorization ?? '') ?? [];
  const [, user] = /^Basic (\S+)$/.exec(headers.authorization ?? '') ?? [];
  const key =
    token ??
    Buffer.from(user ?? '', 'base64')
      .toString()
      .replace(/:$/, '');
  if (key === '') throw unauthorized('You did not provide an API key.');
  if (!/^[sr]k_/.test(key) || key.includes('invalid')) {
    throw unauthorized(`Invalid API Key provided: ${key.slice(0, 8)}****`);
  }
  return key;
}

/** What a script can do to a payment, by the id of its PaymentIntent or session. */
class Force {
  constructor(
    private readonly store: StripeStore,
    private readonly charging: Charging,
    private readonly checkout: Checkout,
    private readonly sessions: Sessions,
    private readonly disputes: Disputes,
  ) {}

  act(id: string, action: ForcedAction, amount?: number): string | null {
    if (action === 'expire') return this.sessions.expireNow(id);
    if (action === 'complete' && id.startsWith('cs_')) return this.checkout.complete(id);
    const session = this.store.sessions.find(id)?.value;
    const intent = this.store.intents.find(textAt(session, 'payment_intent') ?? id);
    if (intent === null) return null;
    const { account, value } = intent;
    if (action === 'complete') return this.charging.succeed(account, value).status;
    if (action === 'fail') return this.charging.fail(account, value, 'generic_decline').status;
    return this.disputes.move(account, value, action, amount);
  }
}

/** Puts objects in the place of ids, as `expand[]=latest_charge` or, in lists, `data.latest_charge` asks for. */
function expanded(store: StripeStore, call: Call, answer: Answer): Answer {
  const wanted = [...listAt(call.query, 'expand'), ...listAt(call.body, 'expand')];
  const paths = wanted.filter((it) => typeof it === 'string').map((it) => it.split('.'));
  const body = paths.reduce<unknown>((it, path) => expandAt(store, call.account, it, path), answer.body);
  return { ...answer, body };
}

function expandAt(store: StripeStore, account: string, value: unknown, path: readonly string[]): unknown {
  const [key, ...rest] = path;
  if (key === undefined || !isFields(value)) return value;
  if (key === 'data') {
    return { ...value, data: listAt(value, 'data').map((it) => expandAt(store, account, it, rest)) };
  }
  const id = textAt(value, key);
  const object = id === null ? fieldsAt(value, key) : objectOf(store, account, id);
  return object === null ? value : { ...value, [key]: expandAt(store, account, object, rest) };
}

function objectOf(store: StripeStore, account: string, id: string): unknown {
  const tables = [store.intents, store.charges, store.setups, store.methods, store.customers];
  return tables.reduce<unknown>((found, table) => found ?? table.get(account, id), null);
}
