import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiAnswer, ApiClient } from './api-client';
import type { BillingLedger, Write } from './billing-ledger';
import { stripeEvent } from './payments';
import { signStripe } from './provider-messages';
import type { SeededRandom } from './seeded-random';

const PERSIST_MS = 60_000;
export const STRIPE_SECRET = 'whsec_of_the_random_clients';

/** Records that the clients pick from and add to, so that they act on each other's data. */
export interface SharedBooks {
  customers: string[];
  plans: string[];
  wallets: string[];
  invoices: { id: string; feeId: string }[];
  payments: { id: string; amount_cents: number }[];
  subscriptions: { id: string; external_id: string }[];
  /** Path and query of Stripe's webhook URL. */
  webhookPath: string;
  ledger: BillingLedger;
}

interface Made {
  id: string;
}

/**
 * Performs random operations. Every write is repeated under the same Idempotency-Key until there is a
 * response.
 */
export class RandomBillingClient {
  private readonly operations = [
    ...Array<() => Promise<void>>(3).fill(() => this.oneOff()),
    ...Array<() => Promise<void>>(4).fill(() => this.record()),
    ...Array<() => Promise<void>>(4).fill(() => this.registerAndNotify()),
    ...Array<() => Promise<void>>(2).fill(() => this.refund()),
    ...Array<() => Promise<void>>(3).fill(() => this.creditNote()),
    ...Array<() => Promise<void>>(3).fill(() => this.use()),
    ...Array<() => Promise<void>>(2).fill(() => this.topUp()),
    () => this.voidInvoice(),
    () => this.changePlan(),
    () => this.subscribe(),
    () => this.terminate(),
  ];

  constructor(
    private readonly client: ApiClient,
    private readonly books: SharedBooks,
    private readonly random: SeededRandom,
    /** Returns the addresses of the running services. */
    private readonly urls: () => string[],
  ) {}

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) await this.random.pick(this.operations)?.();
  }

  async oneOff(): Promise<void> {
    const fees = [{ description: 'Work', units: '1', unit_amount_cents: 1 + this.random.below(30_000) }];
    const body = { customer_id: this.random.pick(this.books.customers), currency: 'EUR', fees };
    const made = await this.make<Made & { fees: { id: string }[] }>('oneOffs', '/v1/invoices/one_off', body);
    const feeId = made?.fees[0]?.id;
    if (made !== null && feeId !== undefined) this.books.invoices.push({ id: made.id, feeId });
  }

  async subscribe(): Promise<void> {
    const body = {
      external_id: randomUUID(),
      customer_id: this.random.pick(this.books.customers),
      plan_id: this.random.pick(this.books.plans),
    };
    const made = await this.make<Made & { external_id: string }>('subscriptions', '/v1/subscriptions', body);
    if (made !== null) this.books.subscriptions.push(made);
  }

  private async record(): Promise<void> {
    const invoice = this.random.pick(this.books.invoices);
    if (invoice === undefined) return;
    const body = { invoice_id: invoice.id, amount_cents: 1 + this.random.below(5000), reference: 'Transfer' };
    const payment = await this.make<{ id: string; amount_cents: number }>(
      'payments',
      '/v1/payments/record',
      body,
    );
    if (payment !== null) this.books.payments.push(payment);
  }

  /**
   * Registers a payment and sends notifications about it, some of them repeatedly or with contradictory
   * results.
   */
  private async registerAndNotify(): Promise<void> {
    const invoice = this.random.pick(this.books.invoices);
    if (invoice === undefined) return;
    const body = { invoice_id: invoice.id, provider: 'stripe' };
    const payment = await this.make<{ id: string; amount_cents: number }>('payments', '/v1/payments', body);
    if (payment === null) return;
    this.books.payments.push(payment);
    if (this.random.chance(30)) await this.notify(payment, 'payment_intent.payment_failed');
    if (this.random.chance(85)) await this.notify(payment, 'payment_intent.succeeded');
    if (!this.random.chance(20)) return;
    const refunded = { amount_refunded: 1 + this.random.below(payment.amount_cents) };
    await this.notify(payment, 'charge.refunded', { payment_intent: `pi_${payment.id}`, ...refunded });
  }

  private async notify(
    { id, amount_cents: amount }: { id: string; amount_cents: number },
    type: string,
    fields: object = {},
  ): Promise<void> {
    const about = { id: `pi_${id}`, object: 'payment_intent', amount, amount_received: amount };
    const metadata = { currency: 'eur', metadata: { payment_id: id } };
    const text = stripeEvent(type, { ...about, ...metadata, ...fields });
    const event = JSON.parse(text) as Made;
    const times = 1 + (this.random.chance(40) ? 1 + this.random.below(2) : 0);
    // Replays are sent concurrently with the first notification, so that they race.
    const answers = Array.from({ length: times }, () =>
      this.send('POST', this.books.webhookPath, event, () => signStripe(text, STRIPE_SECRET).headers),
    );
    const taken = (await Promise.all(answers)).map((it) => this.books.ledger.note(type, it));
    if (taken.includes(true)) this.books.ledger.acknowledged.notifications.push(event.id);
  }

  private async refund(): Promise<void> {
    const payment = this.random.pick(this.books.payments);
    if (payment === undefined) return;
    const body = { amount_cents: 1 + this.random.below(payment.amount_cents) };
    if (await this.act('refund', `/v1/payments/${payment.id}/refund`, body))
      this.books.ledger.counts.refunds++;
  }

  private async creditNote(): Promise<void> {
    const invoice = this.random.pick(this.books.invoices);
    if (invoice === undefined) return;
    const cents = 1 + this.random.below(3000);
    const purpose = this.random.pick(['credit', 'credit', 'offset', 'refund']) ?? 'credit';
    const body = {
      invoice_id: invoice.id,
      reason: 'other',
      items: [{ fee_id: invoice.feeId, amount_cents: cents }],
      [`${purpose}_amount_cents`]: cents,
      finalize: this.random.chance(50),
    };
    const note = await this.make<Made>('creditNotes', '/v1/credit_notes', body);
    if (note === null) return;
    if (!body.finalize && this.random.chance(70)) {
      await this.act('finalize note', `/v1/credit_notes/${note.id}/finalize`);
    }
    if (!this.random.chance(25)) return;
    if (await this.act('void note', `/v1/credit_notes/${note.id}/void`))
      this.books.ledger.counts.voidedNotes++;
  }

  private async voidInvoice(): Promise<void> {
    const invoice = this.random.pick(this.books.invoices);
    if (invoice === undefined) return;
    if (await this.act('void', `/v1/invoices/${invoice.id}/void`)) this.books.ledger.counts.voidedInvoices++;
  }

  private async topUp(): Promise<void> {
    const wallet = this.random.pick(this.books.wallets);
    const body = {
      credits: String(1 + this.random.below(20)),
      source: this.random.pick(['paid', 'granted']),
    };
    if (await this.act('top up', `/v1/wallets/${wallet ?? ''}/top_up`, body))
      this.books.ledger.counts.topUps++;
  }

  private async use(): Promise<void> {
    const subscription = this.random.pick(this.books.subscriptions);
    if (subscription === undefined) return;
    const properties = { value: String(this.random.below(500)) };
    const about = { external_subscription_id: subscription.external_id, code: 'calls', properties };
    const body = { transaction_id: randomUUID(), ...about };
    const answer = await this.send('POST', '/v1/events', body);
    if (this.books.ledger.note('use', answer)) {
      this.books.ledger.acknowledged.usageEvents.push((answer.body as Made).id);
    }
  }

  private async changePlan(): Promise<void> {
    const subscription = this.random.pick(this.books.subscriptions);
    if (subscription === undefined) return;
    const body = { plan_id: this.random.pick(this.books.plans) };
    const answer = await this.send('PUT', `/v1/subscriptions/${subscription.id}`, body);
    this.books.ledger.note('change plan', answer);
  }

  /**
   * A retry after a lost response is refused, so the subscription is removed from the shared data either way.
   */
  private async terminate(): Promise<void> {
    const { subscriptions, ledger } = this.books;
    if (subscriptions.length < 10) return;
    const [subscription] = subscriptions.splice(this.random.below(subscriptions.length), 1);
    ledger.note('terminate', await this.send('DELETE', `/v1/subscriptions/${subscription?.id ?? ''}`));
    ledger.counts.terminated++;
  }

  private async make<T extends Made>(write: Write, path: string, body: object): Promise<T | null> {
    const answer = await this.post(path, body);
    if (!this.books.ledger.note(write, answer)) return null;
    const made = answer.body as T;
    this.books.ledger.acknowledged[write].push(made.id);
    return made;
  }

  private async act(operation: string, path: string, body?: object): Promise<boolean> {
    return this.books.ledger.note(operation, await this.post(path, body));
  }

  private post(path: string, body?: object): Promise<ApiAnswer> {
    const key = randomUUID();
    return this.send('POST', path, body, () => ({ 'idempotency-key': key }));
  }

  /**
   * Repeats a request until a running service responds. After a broken connection it is unknown whether the
   * write happened.
   */
  private async send(
    method: string,
    path: string,
    body?: object,
    headers: () => Record<string, string> = () => ({}),
  ): Promise<ApiAnswer> {
    const giveUpAt = performance.now() + PERSIST_MS;
    for (;;) {
      const url = this.random.pick(this.urls());
      if (url !== undefined) {
        this.client.baseUrl = url;
        const answer = await this.client.request(method, path, body, headers());
        if (!isOpen(answer)) return answer;
      }
      if (performance.now() > giveUpAt) throw new Error(`No response to ${method} ${path}`);
      await sleep(20);
    }
  }
}

function isOpen({ status, body }: ApiAnswer): boolean {
  if (status === 0 || status === 503) return true;
  return status === 409 && (body as { code?: string } | null)?.code === 'idempotency_in_progress';
}
