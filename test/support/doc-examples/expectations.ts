import { setTimeout as sleep } from 'node:timers/promises';
import type { Fields } from './example';
import { mismatches } from './mismatches';
import { KINDS, type World } from './world';

/** Paths that examples read besides records and lists of records. */
const READS: Readonly<Record<string, string>> = {
  current_usage: 'customers/:customer/current_usage',
  reconciliation: 'reconciliation',
  usage_events: 'events?order_by=created_at',
  wallet_transactions: 'wallets/:wallet/transactions?order_by=sequence',
};

const LIST_OF = new Map(Object.entries(KINDS).map(([kind]) => [kind === 'tax' ? 'taxes' : `${kind}s`, kind]));

/** Drafts in lists and events are updated asynchronously after usage. */
const WITHIN_MS = 3_000;
const LOOK_EVERY_MS = 50;

/** Polls until the state matches the page or the time is up. Returns the remaining differences. */
export async function unmet(world: World, shown: Fields): Promise<string[]> {
  const deadline = performance.now() + WITHIN_MS;
  for (;;) {
    const found: string[] = [];
    for (const [name, value] of Object.entries(shown)) {
      found.push(...mismatches(value, await lookAt(world, name), name));
    }
    if (found.length === 0 || performance.now() > deadline) return found;
    await sleep(LOOK_EVERY_MS);
  }
}

/** Reads `invoice` (the newest), `invoice of early` (the newest of a subscription), `wallet first` or `invoices`. */
async function lookAt(world: World, name: string): Promise<unknown> {
  if (name.includes('.')) return eventsOf(world, name);
  const [kind = '', ...key] = name.split(' ');
  if (key[0] === 'of') return newestOf(world, kind, key[1]);
  if (kind in KINDS) return world.read(`${KINDS[kind]}/${(await world.find(kind, key[0])).id}`);
  const listed = LIST_OF.get(kind);
  if (listed !== undefined) return world.list(listed);
  if (READS[kind] === undefined) throw new Error(`Examples cannot read "${name}".`);
  return world.read(READS[kind]);
}

async function newestOf(world: World, kind: string, subscription: unknown): Promise<unknown> {
  const { id } = await world.find('subscription', subscription);
  const newest = (await world.list(kind, `&subscription_id=${id}`)).at(-1);
  return newest && world.read(`${KINDS[kind]}/${newest.id}`);
}

/**
 * Returns the objects of all events of a type that were sent to the organization's endpoint, oldest first.
 */
async function eventsOf(world: World, type: string): Promise<unknown[]> {
  const list = `webhook_endpoints/hooks/list?webhook_type=${type}&order_by=created_at`;
  const deliveries = await world.read<{ object_type: string; payload: Fields }[]>(list);
  return deliveries.map((it) => it.payload[it.object_type]);
}
