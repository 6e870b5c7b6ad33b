import { signHex } from './provider-messages';
import {
  ACT,
  checkout,
  collect,
  complete,
  creditNote,
  endCollections,
  payByHand,
  paymentOf,
  refund,
  startEndlessCharge,
  type Action,
  type Scene,
} from './race-acts';
import { RACE_SECRET, type Payer } from './race-payers';

/** A sequence of acts, and who can be the payer in it. */
export interface Plot {
  readonly run: (scene: Scene) => Promise<unknown>;
  readonly suits: (payer: Payer) => boolean;
}

const anybody = (): boolean => true;
/** Nothing else charges the invoice, and the provider ends what is open. */
const canEnd =
  (action: Action) =>
  ({ isAutomatic, provider }: Payer): boolean =>
    !isAutomatic && Object.values(provider.operations).includes(action);

/** Sequences that move money back, or take more than is due. Left to chance, hardly one of them would come about. */
export const PLOTS: readonly Plot[] = [
  { run: refundTwice, suits: anybody },
  { run: completeDeadLink, suits: canEnd('end_link') },
  { run: completeDeadCharge, suits: canEnd('end_charge') },
  { run: payWhatWasRegistered, suits: ({ isAutomatic }) => !isAutomatic },
  { run: dispute, suits: anybody },
];

/** Everything is refunded, a part is refunded, and a credit note refunds a part, at the same instant. */
async function refundTwice(scene: Scene): Promise<void> {
  await (scene.random.chance(50) ? collect(scene) : ACT.pay_link(scene));
  const payment = await paymentOf(scene);
  if (payment === null) return;
  const ofNote = async (): Promise<void> => {
    const { status, body } = await creditNote(scene, 'refund_amount_cents');
    if (status === 201) await refund(scene, payment, { credit_note_id: (body as { id: string }).id });
  };
  const ofPart = (): Promise<void> => refund(scene, payment, { amount_cents: scene.part });
  await Promise.all([ofNote(), ofPart(), scene.random.chance(50) ? ofPart() : refund(scene, payment, {})]);
}

/** A page that was left open pays what was canceled, at the same instant as somebody pays by hand, or voids. */
async function completeDeadLink(scene: Scene): Promise<void> {
  await checkout(scene);
  await completeEnded(scene);
}

async function completeDeadCharge(scene: Scene): Promise<void> {
  await startEndlessCharge(scene);
  await completeEnded(scene);
}

async function completeEnded(scene: Scene): Promise<void> {
  const { random, cents } = scene;
  const objects = await endCollections(scene);
  const isAtOnce = random.chance(50);
  const settled = random.chance(70) ? payByHand(scene, cents) : ACT.void(scene);
  if (!isAtOnce) await settled;
  await Promise.all([settled, ...objects.map((it) => complete(scene, it))]);
}

/** A payment by any other gateway was registered, which reserves nothing, and pays at the same instant as a collection. */
async function payWhatWasRegistered(scene: Scene): Promise<void> {
  const { client, invoice, cents, manualUrl, books, random } = scene;
  const wish = { invoice_id: invoice.id, provider: 'manual' };
  const { status, body } = await client.request('POST', '/v1/payments', wish);
  if (status !== 201) return;
  const { id: payment_id, amount_cents: amount = cents } = body as { id: string; amount_cents?: number };
  const news = { event_id: `paid-${payment_id}`, payment_id, status: 'succeeded', amount };
  const signed = signHex(JSON.stringify({ ...news, currency: scene.provider.currency }), RACE_SECRET);
  const headers = { 'content-type': 'application/json', ...signed.headers };
  const paid = ACT[random.chance(50) ? 'collect' : 'pay_link'](scene);
  if (random.chance(50)) await paymentOf(scene);
  books.registered.add(invoice.id);
  await fetch(manualUrl, { method: 'POST', headers, body: signed.body });
  await paid;
}

/** The payer disputes, the invoice is paid once more, and the dispute is won or lost. */
async function dispute(scene: Scene): Promise<void> {
  const { control, provider, random, books } = scene;
  await collect(scene);
  const payment = await paymentOf(scene);
  if (payment === null || !books.isFirst(payment.provider_payment_id)) return;
  const move = (action: string): Promise<unknown> =>
    control.call('POST', '/payments', { provider: provider.name, id: payment.provider_payment_id, action });
  await move('dispute');
  const isWon = random.chance(60);
  if (!provider.reinstates) await move(isWon ? 'dispute_won' : 'dispute_lost');
  const again = random.chance(50) ? payByHand(scene, scene.cents) : ACT.pay_link(scene);
  if (random.chance(50)) await again;
  await Promise.all([again, provider.reinstates && isWon ? move('dispute_won') : null]);
}
