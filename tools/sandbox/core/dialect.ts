import type { Answer, Handler, NoAnswer, Request } from './http';
import type { ProviderName } from './ledger';
import type { Core } from './core';
import type { TransportMode } from './script';

/** A request of a client whose credentials were accepted. */
export interface Call extends Request {
  readonly account: string;
}

export interface Route {
  /** `POST /v1/payment_intents/:id/confirm` */
  readonly at: string;
  /** The name for scripts: `payment_intents.confirm`. */
  readonly operation: string;
  readonly run: (call: Call) => Answer;
}

/** A refusal in the provider's own words. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly body: unknown,
  ) {
    super(`The request is refused with ${status}`);
  }
}

/** How a provider speaks: who is calling, what repeats mean, and how it words its errors. */
export interface Dialect {
  readonly provider: ProviderName;
  readonly routes: readonly Route[];
  /** Pages for people, without credentials. */
  readonly pages: (request: Request) => Answer | null;
  /** Returns the account of the credentials. @throws Refusal */
  readonly authenticate: (request: Request) => string;
  /** Runs a write once per idempotency key, as the provider does; `lose` makes of the answer what the caller gets. */
  readonly once: (call: Call, run: () => Answer, lose: (answer: Answer) => Answer) => Answer;
  readonly errors: Readonly<Record<'notFound' | 'rateLimit' | 'internal' | 'unavailable', Answer>>;
}

/** The mode `error_500_after` keeps the 500 as the answer of the key, where the provider does. */
const BEFORE: Partial<Record<TransportMode, (dialect: Dialect) => Answer | NoAnswer>> = {
  hang: () => 'silence',
  reset: () => 'reset',
  error_500: (it) => it.errors.internal,
  rate_limit: (it) => it.errors.rateLimit,
  down: (it) => it.errors.unavailable,
};

/** Makes a handler of a dialect: finds the route, and lets the script spoil the connection. */
export function handlerOf(core: Core, dialect: Dialect): Handler {
  const routes = dialect.routes.map((route) => ({ ...route, match: matcherOf(route.at) }));
  return (request) => {
    const page = dialect.pages(request);
    if (page !== null) return page;
    try {
      const account = dialect.authenticate(request);
      for (const route of routes) {
        const params = route.match(request);
        if (params !== null) return runRoute(core, dialect, route, { ...request, params, account });
      }
      return dialect.errors.notFound;
    } catch (error) {
      if (error instanceof Refusal) return { status: error.status, body: error.body };
      throw error;
    }
  };
}

function runRoute(core: Core, dialect: Dialect, route: Route, call: Call): Answer | NoAnswer {
  const { provider } = dialect;
  const fault = core.script.transport({ provider, account: call.account, operation: route.operation });
  core.calls.push({
    provider,
    account: call.account,
    operation: route.operation,
    fault: fault?.mode ?? null,
  });
  const before = fault === null ? undefined : BEFORE[fault.mode];
  if (before !== undefined) return before(dialect);

  const lose = (answer: Answer): Answer =>
    fault?.mode === 'error_500_after' && answer.status < 400 ? dialect.errors.internal : answer;
  const run = (): Answer => {
    try {
      return route.run(call);
    } catch (error) {
      if (error instanceof Refusal) return { status: error.status, body: error.body };
      throw error;
    }
  };
  const answer = call.method === 'POST' ? dialect.once(call, run, lose) : lose(run());
  if (fault?.mode === 'time_out_and_succeed') return 'silence';
  return fault?.mode === 'reset_after' ? 'reset' : answer;
}

function matcherOf(at: string): (request: Request) => Record<string, string> | null {
  const [method = '', path = ''] = at.split(' ');
  const pattern = new RegExp(`^${path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`);
  return (request) => {
    if (request.method !== method) return null;
    const found = pattern.exec(request.path);
    if (found === null) return null;
    const named = Object.entries(found.groups ?? {});
    return Object.fromEntries(named.map(([key, value]) => [key, decodeURIComponent(value)]));
  };
}
