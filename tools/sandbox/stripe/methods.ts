import type Stripe from 'stripe';
import type { Answer } from '../core/http';
import type { Call, Route } from '../core/dialect';
import { textAt, textsAt } from '../core/json';
import { asId, ok, page } from './lists';
import { newCustomer, newMethod } from './objects';
import type { StripeStore } from './store';
import { invalid, missing } from './wording';

/** Stripe's names of test cards, and what they do when they are charged. */
const TEST_CARDS: ReadonlyMap<string, readonly [last4: string, behavior: string]> = new Map([
  ['pm_card_visa', ['4242', 'succeed']],
  ['pm_card_mastercard', ['4444', 'succeed']],
  ['pm_card_chargeDeclined', ['0002', 'decline:generic_decline']],
  ['pm_card_chargeCustomerFail', ['0341', 'decline:generic_decline']],
  ['pm_card_chargeDeclinedInsufficientFunds', ['9995', 'decline:insufficient_funds']],
  ['pm_card_chargeDeclinedExpiredCard', ['0069', 'decline:expired_card']],
  ['pm_card_chargeDeclinedProcessingError', ['0119', 'decline:processing_error']],
  ['pm_card_authenticationRequired', ['3184', 'requires_action']],
  ['pm_usBankAccount_processing', ['6789', 'processing']],
]);

/** Returns the method, null without one; a test card becomes a method of its own. @throws Refusal if it is not the customer's */
export function methodOf(
  store: StripeStore,
  account: string,
  id: string | null,
  customer: string | null,
): Stripe.PaymentMethod | null {
  if (id === null) return null;
  const card = TEST_CARDS.get(id);
  if (card !== undefined) return saveMethod(store, account, null, card);
  const method = store.methods.get(account, id);
  if (method === null) throw missing('PaymentMethod', id, 'payment_method');
  if (method.customer !== null && method.customer !== customer) {
    throw invalid('The PaymentMethod does not belong to the customer.', 'payment_method_customer_mismatch');
  }
  return method;
}

export function saveMethod(
  store: StripeStore,
  account: string,
  customer: string | null,
  [last4, behavior]: readonly [last4: string, behavior: string],
): Stripe.PaymentMethod {
  const method = store.methods.put(account, newMethod(store.now, customer, last4));
  store.hide(method.id, { behavior });
  if (customer !== null) store.emit(account, 'payment_method.attached', method);
  return method;
}

/** The routes of customers. */
export function customerRoutes(store: StripeStore): Route[] {
  const customer = ({ account, params }: Call): Stripe.Customer =>
    store.require(store.customers, account, params.id ?? '', 'customer');
  return [
    { at: 'GET /v1/account', operation: 'account.get', run: ({ account }) => ok(accountOf(account)) },
    { at: 'POST /v1/customers', operation: 'customers.create', run: (it) => ok(createCustomer(store, it)) },
    {
      at: 'GET /v1/customers',
      operation: 'customers.list',
      run: (call) => page(call, store.customers.list(call.account)),
    },
    { at: 'GET /v1/customers/:id', operation: 'customers.get', run: (call) => ok(customer(call)) },
    {
      at: 'GET /v1/customers/:id/payment_methods',
      operation: 'payment_methods.list',
      run: (call) => methodsOf(store, call, customer(call).id),
    },
  ];
}

/** The routes of payment methods. */
export function methodRoutes(store: StripeStore): Route[] {
  const method = ({ account, params }: Call): Stripe.PaymentMethod => {
    const id = params.id ?? '';
    const found = methodOf(store, account, id, asId(store.methods.get(account, id)?.customer ?? null));
    if (found === null) throw missing('PaymentMethod', id);
    return found;
  };
  return [
    {
      at: 'GET /v1/payment_methods',
      operation: 'payment_methods.list',
      run: (call) => methodsOf(store, call, textAt(call.query, 'customer') ?? ''),
    },
    { at: 'GET /v1/payment_methods/:id', operation: 'payment_methods.get', run: (call) => ok(method(call)) },
    {
      at: 'POST /v1/payment_methods/:id/attach',
      operation: 'payment_methods.attach',
      run: (call) => ok(attach(store, call, method(call))),
    },
    {
      at: 'POST /v1/payment_methods/:id/detach',
      operation: 'payment_methods.detach',
      run: (call) => ok(detach(store, call.account, method(call))),
    },
  ];
}

const methodsOf = (store: StripeStore, call: Call, customer: string): Answer =>
  page(
    call,
    store.methods.list(call.account).filter((it) => it.customer === customer),
  );

const accountOf = (account: string): object => ({
  id: `acct_${account.replaceAll(/\W/g, '').slice(-16)}`,
  object: 'account',
  charges_enabled: true,
  country: 'US',
  default_currency: 'usd',
});

function createCustomer(store: StripeStore, { account, body }: Call): Stripe.Customer {
  const customer = newCustomer({
    created: store.now,
    description: textAt(body, 'description'),
    email: textAt(body, 'email'),
    metadata: textsAt(body, 'metadata'),
    name: textAt(body, 'name'),
  });
  store.customers.put(account, customer);
  store.emit(account, 'customer.created', customer);
  return customer;
}

function attach(
  store: StripeStore,
  { account, body }: Call,
  method: Stripe.PaymentMethod,
): Stripe.PaymentMethod {
  const id = textAt(body, 'customer') ?? '';
  const customer = store.require(store.customers, account, id, 'customer', 'customer');
  const attached = store.methods.put(account, { ...method, customer: customer.id });
  store.emit(account, 'payment_method.attached', attached);
  return attached;
}

function detach(store: StripeStore, account: string, method: Stripe.PaymentMethod): Stripe.PaymentMethod {
  if (method.customer === null) {
    throw invalid(
      'The payment method you provided is not attached to a customer so detachment is impossible.',
    );
  }
  const detached = store.methods.put(account, { ...method, customer: null });
  store.emit(account, 'payment_method.detached', detached);
  return detached;
}
