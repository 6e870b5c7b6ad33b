import { setTimeout as sleep } from 'node:timers/promises';
import { newId } from '../../src/platform/domain/id';
import type { ApiAnswer } from './api-client';
import { providerPageOf } from './collections';
import type { RaceBooks } from './race-books';
import { RACE_PAGES, type Payer } from './race-payers';
import type { SeededRandom } from './seeded-random';
import type { TestDatabase } from './test-database';
import type { SandboxControl } from './use-sandbox';

/** All that may happen to an invoice at the same instant. What is likelier is named more than once. */
export const ACTIONS = [
  ...(['pay_link', 'pay_link', 'pay_request', 'collect', 'collect', 'dun'] as const),
  ...(['by_hand', 'credit', 'void', 'cancel', 'end_link', 'end_charge', 'refund'] as const),
];
export type Action = (typeof ACTIONS)[number];

/** What the actions of one race have in common. */
export interface Scene extends Payer {
  readonly control: SandboxControl;
  readonly database: TestDatabase;
  readonly random: SeededRandom;
  readonly books: RaceBooks;
  /** Resolves when the processes are there. */
  readonly ready: () => Promise<void>;
  readonly invoice: { readonly id: string; readonly fees: readonly { readonly id: string }[] };
  readonly cents: number;
  /** Less than the total. */
  readonly part: number;
}

/** A payment that the provider took. */
export interface TakenPayment {
  readonly id: string;
  readonly provider: string;
  readonly provider_payment_id: string;
}

/** A collection, as far as a race looks at it. */
interface SeenCollection {
  readonly id: string;
  readonly status: string;
  readonly dead_at: string | null;
  readonly provider_object_id: string | null;
}

const OUTCOMES = ['succeed', 'succeed', 'decline:card_declined'];
const LOOK_EVERY_MS = 100;
const MOST_LOOKS = 60;
const MOST_TRIES = 3;

export const ACT: Record<Action, (scene: Scene) => Promise<unknown>> = {
  pay_link: (scene) => payLink(scene, `/v1/invoices/${scene.invoice.id}`),
  pay_request: async (scene) => {
    const { client, customerId: customer_id, invoice } = scene;
    const body = { customer_id, invoice_ids: [invoice.id] };
    const { status, body: request } = await client.request('POST', '/v1/payment_requests', body);
    if (status === 201) await payLink(scene, `/v1/payment_requests/${(request as { id: string }).id}`);
  },
  collect,
  dun,
  by_hand: (scene) => payByHand(scene, scene.part),
  credit: (scene) => creditNote(scene, 'offset_amount_cents'),
  void: ({ client, invoice: { id } }) => client.request('POST', `/v1/invoices/${id}/void`, {}),
  cancel: endAll,
  end_link: async (scene) => {
    await checkout(scene);
    await endAll(scene);
  },
  end_charge: async (scene) => {
    await startEndlessCharge(scene);
    await endAll(scene);
  },
  refund: async (scene) => {
    await collect(scene);
    const payment = await paymentOf(scene);
    if (payment !== null) await refund(scene, payment, { amount_cents: scene.part });
  },
};

export function collect(scene: Scene): Promise<ApiAnswer> {
  return insist(scene, `/v1/invoices/${scene.invoice.id}/collect`, {});
}

export function checkout(scene: Scene): Promise<ApiAnswer> {
  return insist(scene, `/v1/invoices/${scene.invoice.id}/checkout`, RACE_PAGES);
}

/** Asks again where the connection broke, as clients do. */
async function insist({ client, ready }: Scene, path: string, body: object): Promise<ApiAnswer> {
  for (let tries = 1; ; tries++) {
    await ready();
    const answer = await client.request('POST', path, body);
    if (answer.status !== 0 || tries === MOST_TRIES) return answer;
  }
}

/** Charges a method that the bank declines, or about which a bank debit hears nothing for a while. */
export async function startEndlessCharge(scene: Scene): Promise<void> {
  const { control, provider, account } = scene;
  const outcome = provider.waits ? { mode: 'processing', delay_ms: 5_000 } : { mode: 'decline' };
  await control.script({ provider: provider.name, account, operation: 'pay', ...outcome });
  await collect(scene);
  await seen(
    scene,
    async () => (await collectionsOf(scene)).find((it) => it.provider_object_id !== null) ?? null,
  );
}

export function payByHand(scene: Scene, cents: number): Promise<ApiAnswer> {
  return insist(scene, '/v1/payments/record', { invoice_id: scene.invoice.id, amount_cents: cents });
}

/** @param field whether the amount is taken off what is due, or is to be refunded */
export function creditNote(
  { client, invoice: { id, fees }, part }: Scene,
  field: 'offset_amount_cents' | 'refund_amount_cents',
): Promise<ApiAnswer> {
  const items = [{ fee_id: fees[0]?.id, amount_cents: part }];
  const note = { invoice_id: id, reason: 'other', items, [field]: part, finalize: true };
  return client.request('POST', '/v1/credit_notes', note);
}

/** Orders a refund. What is asked for counts as wanted, whatever becomes of the answer. */
export async function refund(
  { client, books, invoice }: Scene,
  { id }: TakenPayment,
  wish: { amount_cents?: number; credit_note_id?: string },
): Promise<void> {
  const answer = await client.request('POST', `/v1/payments/${id}/refunds`, wish);
  const { amount_cents: cents } = answer.body as { amount_cents?: number };
  if (answer.status === 201) books.want(invoice.id, cents ?? 0);
  else if (answer.status === 0) books.want(invoice.id, wish.amount_cents ?? Infinity);
}

/** Returns the payment that the provider took for the invoice, once it is known here; null if there is none in time. */
export function paymentOf(scene: Scene): Promise<TakenPayment | null> {
  const { client, provider, invoice } = scene;
  return seen(scene, async () => {
    const { body } = await client.request('GET', `/v1/payments?invoice_id=${invoice.id}&status=succeeded`);
    const payments = Array.isArray(body) ? (body as TakenPayment[]) : [];
    return payments.find((it) => it.provider === provider.name) ?? null;
  });
}

/** Looks until there is something to see. */
async function seen<T>({ ready }: Scene, look: () => Promise<T | null>): Promise<T | null> {
  for (let looks = 0; looks < MOST_LOOKS; looks++) {
    await ready();
    const found = await look();
    if (found !== null) return found;
    await sleep(LOOK_EVERY_MS);
  }
  return null;
}

async function payLink({ client, control, random }: Scene, target: string): Promise<void> {
  const { status, body } = await client.request('POST', `${target}/checkout`, RACE_PAGES);
  if (status !== 201) return;
  await sleep(random.below(40));
  const page = await providerPageOf((body as { url: string }).url);
  await control.pay(page, random.pick(OUTCOMES));
}

async function collectionsOf({ client, invoice, ready }: Scene): Promise<SeenCollection[]> {
  await ready();
  const { body } = await client.request('GET', `/v1/collections?invoice_id=${invoice.id}`);
  return Array.isArray(body) ? (body as SeenCollection[]) : [];
}

/** Cancels what is open. Now and then a page that was left open completes what the provider has called dead. */
async function endAll(scene: Scene): Promise<void> {
  for (const object of await endCollections(scene))
    if (scene.random.chance(50)) await complete(scene, object);
}

/** Cancels the collections of the invoice. Returns the objects of the provider that are dead and took no money. */
export async function endCollections(scene: Scene): Promise<string[]> {
  const ended: string[] = [];
  for (const { id } of await collectionsOf(scene)) {
    const canceled = await insist(scene, `/v1/collections/${id}/cancel`, {});
    if (canceled.status !== 200) continue;
    const { status, provider_object_id: object } = canceled.body as SeenCollection;
    // A declined intent of Stripe was canceled; elsewhere it is the bank that has said no.
    const isEnded = status === 'canceled' || (status === 'failed' && scene.provider.name === 'stripe');
    if (isEnded && object !== null) ended.push(object);
  }
  return ended;
}

/** Completes an object that the provider has called dead, as a page that was left open may. */
export async function complete({ control, provider, books }: Scene, object: string): Promise<void> {
  if (!books.isFirst(object)) return;
  await control.call('POST', '/payments', { provider: provider.name, id: object, action: 'complete' });
}

/** The invoice was due days ago: the campaign requests its payment, and the next attempt of what was requested is due. */
async function dun({ database, client, customerId, invoice }: Scene): Promise<void> {
  const { organizationId } = client;
  await database.query(
    `UPDATE invoices SET payment_overdue = true, payment_due_date = payment_due_date - 60
      WHERE organization_id = $1 AND id = $2`,
    [organizationId, invoice.id],
  );
  await database.query(
    `UPDATE payment_requests SET next_action_at = now()
      WHERE organization_id = $1 AND customer_id = $2 AND next_action_at IS NOT NULL`,
    [organizationId, customerId],
  );
  await database.query(
    'INSERT INTO dunning_reviews (organization_id, id, customer_id, due_at) VALUES ($1, $2, $3, now())',
    [organizationId, newId(), customerId],
  );
}
