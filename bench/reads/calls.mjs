import { LIMIT } from './settings.mjs';

/** The calls that are measured, by name. `{` in a path is replaced by an id that the list returns. */
export async function callsOf(api, { key, plan, customer, subscription, invoice, wallet }) {
  const own = `customer_id=${customer.id}`;
  const lists = {
    customers: ['', 'order_by=external_id:asc', 'search=jane', 'external_id=customer-500'],
    subscriptions: ['', own, 'status=active', `plan_id=${plan.id}`],
    invoices: ['', own, 'status=finalized', `subscription_id=${subscription.id}`, 'payment_overdue=true'],
    fees: ['', own, `invoice_id=${invoice.id}`],
    payments: ['', own, `invoice_id=${invoice.id}`, 'status=succeeded'],
    credit_notes: ['', own, 'status=finalized'],
    wallets: ['', own, 'status=active'],
    [`wallets/${wallet.id}/transactions`]: [''],
    events: ['', 'code=gb', 'external_subscription_id=subscription'],
    emails: ['', own, 'kind=invoice'],
    audit_log: ['', 'object_type=customer'],
    [`customers/${customer.id}/timeline`]: [''],
  };
  const calls = [];
  for (const [name, filters] of Object.entries(lists)) {
    const shown = name.replace(/[0-9a-f-]{36}/, '{id}');
    for (const filter of filters) {
      const query = `limit=${LIMIT}${filter === '' ? '' : `&${filter}`}`;
      calls.push([
        `list of ${shown} ${filter.replace(/=[0-9a-f-]{36}/, '={id}')}`.trim(),
        `/v1/${name}?${query}`,
      ]);
    }
    const first = `/v1/${name}?limit=${LIMIT}`;
    const next = /<([^>]+)>; rel="next"/.exec((await api.request('GET', first, { key })).headers.link ?? '');
    if (next !== null) calls.push([`next page of ${shown}`, next[1].replace(/^https?:\/\/[^/]+/, '')]);
  }
  for (const name of [
    'customers',
    'subscriptions',
    'invoices',
    'payments',
    'credit_notes',
    'wallets',
    'events',
    'emails',
  ]) {
    const [one] = (await api.request('GET', `/v1/${name}?limit=1`, { key })).value;
    calls.push([`one of ${name}`, `/v1/${name}/${one.id}`]);
  }
  calls.push(
    ['organization', '/v1/organizations/current'],
    ['current usage', `/v1/customers/${customer.id}/current_usage?subscription_id=${subscription.id}`],
    ['receivables', '/v1/analytics/receivables'],
    ['invoices by day', '/v1/analytics/invoices'],
    ['usage by day', '/v1/analytics/usage'],
  );
  return calls;
}
