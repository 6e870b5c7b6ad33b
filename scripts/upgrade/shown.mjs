// Reads the amounts and states that the API returns. They must be the same before and after the upgrade.
import { Client } from './client.mjs';

/** Lists whose records have money. */
export const LISTS = [
  'invoices',
  'payments',
  'credit_notes',
  'wallets',
  'payment_requests',
  'subscriptions',
  'customers',
];

const IS_SHOWN = /^(id|number|status|payment_status|currency)$|_cents$|credits|balance/;

const pick = (record) => Object.fromEntries(Object.entries(record).filter(([name]) => IS_SHOWN.test(name)));

/** Returns the records of an organization, with their amounts and states. */
export async function recordsOf(client) {
  const lists = await Promise.all(
    LISTS.map(async (name) => [name, (await client.list(`/v1/${name}`)).map(pick)]),
  );
  const { wallets, subscriptions } = Object.fromEntries(lists);
  const ledgers = await Promise.all(
    wallets.map(async ({ id }) => [id, (await client.list(`/v1/wallets/${id}/transactions`)).map(pick)]),
  );
  const usage = await Promise.all(
    subscriptions
      .filter((it) => it.status === 'active')
      .map(async (it) => [it.id, await usageOf(client, it)]),
  );
  return {
    ...Object.fromEntries(lists),
    wallet_transactions: Object.fromEntries(ledgers),
    current_usage: Object.fromEntries(usage),
  };
}

async function usageOf(client, { id }) {
  const { customer_id } = await client.get(`/v1/subscriptions/${id}`);
  const { amount_cents, charges } = await client.get(
    `/v1/customers/${customer_id}/current_usage?subscription_id=${id}`,
  );
  return { amount_cents, charges: charges.map((it) => ({ units: it.units, amount_cents: it.amount_cents })) };
}

/** Returns a client of each organization that the keys belong to, by the organization's name. */
export async function clientsOf(url, keys) {
  const clients = {};
  for (const key of keys) {
    const client = new Client(url, key);
    const { name } = await client.get('/v1/organizations/current').catch(() => ({ name: null })); // a wrong key
    if (name !== null) clients[name] ??= client;
  }
  return clients;
}

/** Returns the time, and for each organization its key and its records. */
export async function shownTo(clients) {
  const organizations = {};
  let now;
  for (const [name, client] of Object.entries(clients)) {
    ({ now } = await client.get('/v1/test_clock'));
    const { agrees } = await client.get('/v1/reconciliation');
    if (!agrees) throw new Error(`The books of ${name} do not agree`);
    organizations[name] = { key: client.key, ...(await recordsOf(client)) };
  }
  return { now, organizations };
}

/** Moves the clock, and returns the new invoices of each organization, whatever their IDs. */
export async function billsUntil(now, clients) {
  const invoicesOf = (client) => client.list('/v1/invoices');
  const before = new Set();
  for (const client of Object.values(clients)) for (const it of await invoicesOf(client)) before.add(it.id);
  await Object.values(clients)[0].moveTo(now);
  const bills = {};
  for (const [name, client] of Object.entries(clients)) {
    const made = (await invoicesOf(client)).filter((it) => !before.has(it.id));
    bills[name] = made
      .map((it) => [
        it.subscription_id,
        it.billing_period?.from,
        it.status,
        it.currency,
        it.total_amount_cents,
      ])
      .sort((a, b) => (String(a) < String(b) ? -1 : 1));
  }
  return bills;
}
