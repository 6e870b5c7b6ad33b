import type { Answer } from '../core/http';
import type { Call, Route } from '../core/dialect';
import { newId } from '../core/ids';
import { textAt, textsAt, type Fields } from '../core/json';
import { ok, page } from './lists';
import { businessId, type Customer, type DodoStore, type Method, type Session } from './store';
import { invalid, missing } from './wording';

/** The routes of customers and their saved methods. */
export function customerRoutes(store: DodoStore): Route[] {
  const customer = ({ account, params }: Call): Customer =>
    store.require(store.customers, account, params.id ?? '');
  return [
    {
      at: 'POST /customers',
      operation: 'customers.create',
      run: (it) => ok(create(store, it.account, it.body)),
    },
    { at: 'GET /customers', operation: 'customers.list', run: (it) => list(store, it) },
    { at: 'GET /customers/:id', operation: 'customers.get', run: (it) => ok(customer(it)) },
    {
      at: 'GET /customers/:id/payment-methods',
      operation: 'payment_methods.list',
      run: (it) => ok({ items: methodsOf(store, it.account, customer(it).customer_id).map(shownMethod) }),
    },
    {
      at: 'DELETE /customers/:id/payment-methods/:method',
      operation: 'payment_methods.delete',
      run: (it) => remove(store, it, customer(it)),
    },
  ];
}

/** Returns the customer of a checkout; an unknown one is made. */
export function customerFor(store: DodoStore, account: string, fields: Fields): Session['customer'] {
  const id = textAt(fields, 'customer_id');
  const found = id === null ? create(store, account, fields) : store.require(store.customers, account, id);
  return { customer_id: found.customer_id, email: found.email, name: found.name };
}

function create(store: DodoStore, account: string, body: unknown): Customer {
  const email = textAt(body, 'email');
  if (email === null) throw invalid('email is required');
  const customer: Customer = {
    business_id: businessId(account),
    created_at: store.now,
    customer_id: newId('cus_', 20),
    email,
    name: textAt(body, 'name') ?? '',
    metadata: textsAt(body, 'metadata'),
  };
  return store.customers.put(account, customer);
}

function list(store: DodoStore, call: Call): Answer {
  const email = textAt(call.query, 'email');
  return page(
    call,
    store.customers.list(call.account).filter((it) => email === null || it.email === email),
  );
}

const methodsOf = (store: DodoStore, account: string, customer: string): Method[] =>
  store.methods.list(account).filter((it) => it.customer === customer);

const shownMethod = ({ payment_method_id: id }: Method): object => ({
  payment_method_id: id,
  payment_method: 'card',
  payment_method_type: 'credit',
  recurring_enabled: true,
  card: { card_network: 'VISA', last4_digits: '4242', expiry_month: '12', expiry_year: '2030' },
});

function remove(store: DodoStore, { account, params }: Call, customer: Customer): Answer {
  const id = params.method ?? '';
  if (store.methods.get(account, id)?.customer !== customer.customer_id) throw missing(id);
  store.methods.remove(id);
  return { status: 204, body: '' };
}
