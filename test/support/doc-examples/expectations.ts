import { setTimeout as sleep } from 'node:timers/promises';
import type { Fields } from './example';
import { mismatches } from './mismatches';
import type { World } from './world';

type Look = (world: World) => Promise<unknown>;

const newest = async (world: World, path: string): Promise<unknown> => (await world.list(path)).at(-1);

/** What examples can look at: a record as its GET shows it, or a list, oldest first. */
const LOOKS: Readonly<Record<string, Look>> = {
  invoice: (world) => world.invoice(),
  invoices: (world) => world.list('invoices'),
  subscription: (world) => world.read(`subscriptions/${world.idOf('subscription')}`),
  subscriptions: (world) => world.list('subscriptions'),
  plan: (world) => world.read(`plans/${world.idOf('plan')}`),
  migration: (world) => world.read(`plans/${world.idOf('plan')}/migrations/${world.idOf('migration')}`),
  current_usage: async (world) => {
    const { customer_id } = await world.read(`subscriptions/${world.idOf('subscription')}`);
    const query = `subscription_id=${world.idOf('subscription')}`;
    return world.read(`customers/${String(customer_id)}/current_usage?${query}`);
  },
  usage_events: (world) => world.list('events'),
  payment: (world) => newest(world, 'payments'),
  payments: (world) => world.list('payments'),
  credit_note: (world) => newest(world, 'credit_notes'),
  credit_notes: (world) => world.list('credit_notes'),
  wallet: (world) => world.read(`wallets/${world.idOf('wallet')}`),
  wallets: (world) => world.list('wallets'),
  wallet_transactions: (world) => world.list(`wallets/${world.idOf('wallet')}/transactions`),
  payment_request: (world) => newest(world, 'payment_requests'),
  payment_requests: (world) => world.list('payment_requests'),
  reconciliation: (world) => world.read('reconciliation'),
};

/** `invoice of early`: the newest invoice of a subscription. */
const INVOICE_OF = 'invoice of ';

function newestInvoiceOf(subscription: string): Look {
  return (world) => newest(world, `invoices?subscription_id=${world.idOf('subscription', subscription)}`);
}

/** Crossings and the like follow usage within moments. */
const WITHIN_MS = 3_000;
const LOOK_EVERY_MS = 50;

/** Returns what differs from what the page shows. */
export async function unmet(world: World, shown: Fields): Promise<string[]> {
  const deadline = performance.now() + WITHIN_MS;
  for (;;) {
    const found: string[] = [];
    for (const [name, value] of Object.entries(shown)) found.push(...(await unmetBy(world, name, value)));
    if (found.length === 0 || performance.now() > deadline) return found;
    await sleep(LOOK_EVERY_MS);
  }
}

async function unmetBy(world: World, name: string, shown: unknown): Promise<string[]> {
  if (name === 'events') return mismatches(shown, await eventsOf(world, Object.keys(shown as Fields)), name);
  const look = name.startsWith(INVOICE_OF) ? newestInvoiceOf(name.slice(INVOICE_OF.length)) : LOOKS[name];
  if (look === undefined) throw new Error(`examples cannot look at "${name}"`);
  return mismatches(shown, await look(world), name);
}

/** The objects of the events of some kinds, by kind, oldest first. */
async function eventsOf(world: World, kinds: string[]): Promise<Record<string, unknown[]>> {
  const rows = await world.app.database.query<{ kind: string; object_type: string; payload: string }>(
    `SELECT kind, object_type, payload FROM outbox_events
      WHERE organization_id = $1 AND kind = ANY ($2) ORDER BY id`,
    [world.organization.id, kinds],
  );
  const objects = rows.map((it) => ({
    kind: it.kind,
    object: (JSON.parse(it.payload) as Fields)[it.object_type],
  }));
  return Object.fromEntries(
    kinds.map((kind) => [kind, objects.filter((it) => it.kind === kind).map((it) => it.object)]),
  );
}
