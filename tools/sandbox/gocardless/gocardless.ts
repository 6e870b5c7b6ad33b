import type { Core } from '../core/core';
import type { Call, Dialect, Route } from '../core/dialect';
import { serveHosted } from '../core/hosted';
import type { Answer, Request } from '../core/http';
import { newId } from '../core/ids';
import { fieldsAt, isFields, textAt } from '../core/json';
import type { ForcedAction, Provider } from '../core/provider';
import { Banking } from './banking';
import { one, page } from './lists';
import { metadataOf, Payments } from './payments';
import { BillingRequests } from './requests';
import { GoCardlessStore, type Event } from './store';
import { conflict, ERRORS, invalidState, usage } from './wording';

const VERSION = '2015-07-06';

/** GoCardless: payments, mandates, billing requests with flows, refunds, customers. */
export function gocardless(core: Core): Provider {
  const store = new GoCardlessStore(core);
  const banking = new Banking(store);
  const payments = new Payments(store, banking);
  const requests = new BillingRequests(store, payments);
  const dialect: Dialect = {
    provider: 'gocardless',
    routes: [...payments.routes, ...requests.routes, ...partyRoutes(store), ...mandateRoutes(store)],
    pages: (request) => {
      const flow = /^\/flow\/(\w+)$/.exec(request.path)?.[1];
      return flow === undefined ? null : serveHosted(request, requests.page(flow));
    },
    authenticate,
    once: onceByKey(store),
    errors: ERRORS,
  };
  const force = (id: string, action: ForcedAction): string | null =>
    id.startsWith('BRQ') && action === 'complete' ? requests.complete(id) : banking.force(id, action);
  return { dialect, force };
}

/** The account is the token. A token that contains `invalid` is none. */
function authenticate({ headers }: Request): string {
  const [, token = ''] = /^Bearer (\S+)$/.exec(headers.authorization ?? '') ?? [];
  if (token === '' || token.includes('invalid')) {
    throw usage(401, 'access_token_not_found', 'The access token you provided is not valid');
  }
  if (headers['gocardless-version'] !== VERSION) {
    throw usage(400, 'missing_version_header', `GoCardless-Version must be ${VERSION}`);
  }
  return token;
}

/**
 * A repeated key is a conflict that names what the first call made, not its answer again. Actions and what failed
 * have no key.
 */
function onceByKey(store: GoCardlessStore): Dialect['once'] {
  const keys = store.core.state.table<{ id: string; made: string }>('gocardless.keys', (it) => it.id);
  return (call, run, lose) => {
    const key = call.headers['idempotency-key'];
    if (typeof key !== 'string' || call.path.includes('/actions/')) return lose(run());
    const id = `${call.account} ${call.path} ${key}`;
    const known = keys.get(call.account, id);
    if (known !== null) return conflict(known.made);
    const answer = run();
    const made = textAt(Object.values(isFields(answer.body) ? answer.body : {})[0], 'id');
    if (answer.status === 201 && made !== null) keys.put(call.account, { id, made });
    return lose(answer);
  };
}

function eventFilter({ query }: Call): (event: Event) => boolean {
  const [kind, action] = [textAt(query, 'resource_type'), textAt(query, 'action')];
  return (it) => (kind === null || it.resource_type === kind) && (action === null || it.action === action);
}

/** The routes of customers, creditors and events. */
function partyRoutes(store: GoCardlessStore): Route[] {
  return [
    {
      at: 'GET /creditors',
      operation: 'creditors.list',
      run: (it) => page(it, 'creditors', [creditor(store)]),
    },
    { at: 'POST /customers', operation: 'customers.create', run: (it) => createCustomer(store, it) },
    {
      at: 'GET /customers',
      operation: 'customers.list',
      run: (it) => page(it, 'customers', store.customers.list(it.account)),
    },
    {
      at: 'GET /customers/:id',
      operation: 'customers.get',
      run: ({ account, params }) =>
        one('customers', store.require(store.customers, account, params.id ?? '')),
    },
    {
      at: 'GET /events',
      operation: 'events.list',
      run: (it) => page(it, 'events', store.events.list(it.account).filter(eventFilter(it))),
    },
  ];
}

function mandateRoutes(store: GoCardlessStore): Route[] {
  return [
    {
      at: 'GET /mandates',
      operation: 'mandates.list',
      run: (call) => {
        const customer = textAt(call.query, 'customer');
        const all = store.mandates.list(call.account);
        return page(
          call,
          'mandates',
          all.filter((it) => customer === null || it.links.customer === customer),
        );
      },
    },
    {
      at: 'GET /mandates/:id',
      operation: 'mandates.get',
      run: ({ account, params }) => one('mandates', store.require(store.mandates, account, params.id ?? '')),
    },
    {
      at: 'POST /mandates/:id/actions/cancel',
      operation: 'mandates.cancel',
      run: (call) => cancelMandate(store, call),
    },
  ];
}

const creditor = (store: GoCardlessStore): { id: string; created_at: string; name: string } => ({
  id: 'CR000000000001',
  created_at: store.now,
  name: 'Sandbox',
});

function createCustomer(store: GoCardlessStore, { account, body }: Call): Answer {
  const fields = fieldsAt(body, 'customers');
  const [email, given, family, company] = ['email', 'given_name', 'family_name', 'company_name'].map((it) =>
    textAt(fields, it),
  );
  const customer = store.customers.put(account, {
    id: newId('CU', 14),
    created_at: store.now,
    email: email ?? null,
    given_name: given ?? null,
    family_name: family ?? null,
    company_name: company ?? null,
    metadata: metadataOf(fields, 'customers'),
  });
  return one('customers', customer, 201);
}

function cancelMandate(store: GoCardlessStore, { account, params }: Call): Answer {
  const mandate = store.require(store.mandates, account, params.id ?? '');
  if (mandate.status === 'cancelled') throw invalidState('cancellation_failed', 'The mandate is cancelled.');
  const cancelled = store.mandates.put(account, { ...mandate, status: 'cancelled' });
  const about = { links: { mandate: mandate.id }, metadata: mandate.metadata ?? {} };
  store.emit(account, 'mandates', 'cancelled', about);
  return one('mandates', cancelled);
}
