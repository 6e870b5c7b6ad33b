import type { Core } from './core/core';
import type { Answer, Handler, Request } from './core/http';
import { numberAt, textAt } from './core/json';
import { PROVIDERS, type ProviderName } from './core/ledger';
import { FORCED_ACTIONS, type Provider } from './core/provider';
import { MODES } from './core/script';

const ok = (body: unknown): Answer => ({ status: 200, body });
const refuse = (message: string): Answer => ({ status: 422, body: { error: message } });

/** The control routes: what a test scripts, and what it reads (docs/payments.md#sandbox). */
export function controlOf(core: Core, providers: ReadonlyMap<ProviderName, Provider>): Handler {
  const routes: Readonly<Record<string, (request: Request) => Answer>> = {
    'GET /health/ready': () => ok({ status: 'ok' }),
    'GET /': () => ok({ urls: Object.fromEntries(core.urls), modes: MODES, actions: FORCED_ACTIONS }),
    'GET /ledger': ({ query }) => ok(ledgerOf(core, query)),
    'GET /calls': () => ok({ calls: core.calls }),
    'GET /notifications': () => ok({ pending: core.notifier.pending, notifications: core.notifier.sent }),
    'GET /endpoints': () => ok({ endpoints: core.notifier.list().map(({ secret: _, ...it }) => it) }),
    'PUT /endpoints': ({ body }) => attempted(() => core.notifier.register(body)),
    'GET /script': () => ok({ rules: core.script.list() }),
    'POST /script': ({ body }) => attempted(() => core.script.add(body)),
    'DELETE /script': () => {
      core.script.clear();
      return ok({ rules: [] });
    },
    'POST /clock': ({ body }) => moveClock(core, body),
    'POST /payments': ({ body }) => force(providers, body),
  };
  return (request) => {
    const route = routes[`${request.method} ${request.path}`];
    return (
      route?.(request) ?? { status: 404, body: { error: 'No such route.', routes: Object.keys(routes) } }
    );
  };
}

function moveClock(core: Core, body: unknown): Answer {
  const seconds = Number(textAt(body, 'advance_seconds') ?? NaN);
  if (!(seconds >= 0)) return refuse('advance_seconds must be a number of seconds.');
  core.clock.advance(seconds * 1000);
  core.schedule.runDue();
  return ok({ now: core.clock.iso() });
}

/** @returns what was made, or 422 with what is wrong */
function attempted(act: () => unknown): Answer {
  try {
    return { status: 201, body: act() };
  } catch (error) {
    return refuse(error instanceof Error ? error.message : 'The request is invalid.');
  }
}

function ledgerOf(core: Core, query: unknown): { entries: unknown[] } {
  const [provider, payment] = ['provider', 'payment_id'].map((key) => textAt(query, key));
  const fits = core.ledger
    .entries()
    .filter((it) => (!provider || it.provider === provider) && (!payment || it.payment_id === payment));
  return { entries: fits };
}

function force(providers: ReadonlyMap<ProviderName, Provider>, body: unknown): Answer {
  const name = PROVIDERS.find((it) => it === textAt(body, 'provider'));
  const action = FORCED_ACTIONS.find((it) => it === textAt(body, 'action'));
  if (action === undefined) return refuse(`action must be one of ${FORCED_ACTIONS.join(', ')}.`);
  const provider = name === undefined ? undefined : providers.get(name);
  if (provider === undefined) return refuse(`provider must be one of ${[...providers.keys()].join(', ')}.`);
  const amount = numberAt(body, 'amount') ?? undefined;
  const isAboutDispute = action.startsWith('dispute') && provider.hasPartialDisputes === true;
  if (amount !== undefined && !isAboutDispute)
    return refuse('amount is that of a dispute of Stripe or Razorpay.');
  const status = provider.force(textAt(body, 'id') ?? '', action, amount);
  return status === null ? { status: 404, body: { error: 'No such payment.' } } : ok({ status });
}
