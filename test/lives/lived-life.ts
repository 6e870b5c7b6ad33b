import type { CreditNoteBody, WalletBody } from '../support/credit-wire';
import type { InvoiceBody } from '../support/invoice-wire';
import type { SubscriptionBody } from '../support/subscription-wire';
import type { EventBatchBody, UsageEventBody } from '../support/wire';
import { previewDifference, type Papers, type PreviewBody } from './change-preview';
import { customerBody } from './customer-body';
import { LivedCoupons } from './lived-coupons';
import { chargeBody } from './plan-body';
import type { Documents } from './documents';
import { metricOf } from '../reckoning/catalogue';
import type { Life, Step } from '../reckoning/life';
import type { Act } from '../reckoning/reckoning';
import type { Response, ServiceClient } from './service-client';
import { invoiceRecord, noteRecord } from './service-records';

const iso = (at: number): string => new Date(at).toISOString();

type OnCustomer = Step & {
  do: 'coupon' | 'end coupon' | 'delete coupon' | 'customer' | 'reprice' | 'wallet';
};

/** One life in the service. */
export class LivedLife {
  private readonly responses: string[] = [];
  private readonly events: EventBatchBody['results'] = [];
  private customerId = '';
  readonly planIds: string[] = [];
  readonly subscriptionIds: string[] = [];
  private readonly wrongPreviews: string[] = [];
  private readonly coupons: LivedCoupons;
  private made = 0;
  /** The errors of refused requests. */
  readonly refusals: string[] = [];

  constructor(
    private readonly client: ServiceClient,
    private readonly name: string,
    private readonly life: Life,
  ) {
    this.coupons = new LivedCoupons(client, name, (index) => this.planCode(index));
  }

  /** Makes the customer, the plans and the coupons. */
  async begin(): Promise<void> {
    const { customer, plans, coupons } = this.life;
    const { id } = await this.client.ask<{ id: string }>('POST', '/v1/customers', {
      external_id: this.name,
      currency: customer.currency,
      timezone: customer.zone,
      invoice_grace_period: customer.graceDays,
      net_payment_term: customer.termDays,
      tax_codes: customer.taxes,
    });
    this.customerId = id;
    for (const [index, plan] of plans.entries()) {
      const made = await this.client.ask<{ id: string }>('POST', '/v1/plans', {
        code: this.planCode(index),
        name: `Plan ${index}`,
        interval: plan.interval,
        amount_cents: plan.cents,
        currency: customer.currency,
        pay_in_advance: plan.inAdvance,
        trial_period_days: plan.trialDays,
        tax_codes: plan.taxes,
        charges: plan.charges.map(chargeBody),
      });
      this.planIds.push(made.id);
    }
    await this.coupons.begin(coupons);
  }

  async act(act: Act): Promise<void> {
    const response = await this.sent(act);
    const accepted = response.status < 300;
    if (!accepted) this.refusals.push(JSON.stringify(response.body));
    if (act.step.do === 'use') this.events.push(...(response.body as EventBatchBody).results);
    this.responses.push(`${act.step.do} ${accepted ? 'accepted' : 'refused'}`);
  }

  private async sent(act: Act): Promise<Response> {
    const { step } = act;
    switch (step.do) {
      case 'subscribe':
        return this.subscribe(step);
      case 'use':
        return this.use(step);
      case 'change':
        return this.change(step);
      case 'cancel':
        return this.onSubscription(step.of, 'POST', '/cancel', {});
      case 'keep':
        return this.onSubscription(step.of, 'DELETE', '/cancel');
      case 'terminate':
        return this.onSubscription(step.of, 'DELETE', terminationQuery(step));
      case 'pay':
        return this.pay(act);
      case 'credit':
        return this.credit(act);
      case 'void':
        return this.void(act);
      case 'coupon':
      case 'end coupon':
      case 'delete coupon':
      case 'customer':
      case 'reprice':
      case 'wallet':
        return this.onCustomer(step);
    }
  }

  private onCustomer(step: OnCustomer): Promise<Response> {
    switch (step.do) {
      case 'coupon':
      case 'end coupon':
      case 'delete coupon':
        return this.coupons.act(this.customerId, step);
      case 'customer':
        return this.client.send('PUT', `/v1/customers/${this.customerId}`, customerBody(step.change));
      case 'reprice':
        return this.client.send('PUT', `/v1/plans/${this.planIds[step.plan] ?? ''}`, {
          ...(step.change.cents === undefined ? {} : { amount_cents: step.change.cents }),
          ...(step.change.charges === undefined ? {} : { charges: step.change.charges.map(chargeBody) }),
        });
      case 'wallet':
        return this.client.send('POST', '/v1/wallets', {
          customer_id: this.customerId,
          code: `wallet-${++this.made}`,
          currency: this.life.customer.currency,
          rate_amount: step.rate,
          priority: step.priority,
          granted_credits: step.credits,
          expiration_at: step.expiresAt === null ? null : iso(step.expiresAt),
        });
    }
  }

  /** Asks for a preview, changes the plan, and compares. */
  private async change({ of, plan }: Step & { do: 'change' }): Promise<Response> {
    const body = { plan_id: this.planIds[plan] };
    const preview = await this.onSubscription<PreviewBody>(of, 'POST', '/change_plan_preview', body);
    const isImmediate = preview.status === 200 && preview.body.change === 'upgrade';
    const before = isImmediate ? await this.papers() : null;
    const response = await this.onSubscription(of, 'PUT', '', body);
    if (before === null) return response;
    const difference = previewDifference(preview.body, before, await this.papers());
    if (difference !== null) this.wrongPreviews.push(difference);
    return response;
  }

  private async papers(): Promise<Papers> {
    const [invoices, notes] = await Promise.all([
      this.invoices(),
      this.list<CreditNoteBody>('/v1/credit_notes'),
    ]);
    return { invoices, notes };
  }

  private async subscribe(step: Step & { do: 'subscribe' }): Promise<Response> {
    const response = await this.client.send<SubscriptionBody>('POST', '/v1/subscriptions', {
      external_id: `${this.name}-${this.subscriptionIds.length}`,
      customer_id: this.customerId,
      plan_id: this.planIds[step.plan],
      billing_time: step.anniversary ? 'anniversary' : 'calendar',
      ...(step.startsAt === null ? {} : { subscription_at: iso(step.startsAt) }),
      ending_at: step.endsAt === null ? null : iso(step.endsAt),
    });
    if (response.status === 201) this.subscriptionIds.push(response.body.id);
    return response;
  }

  private onSubscription<T>(of: number, method: string, path: string, body?: object): Promise<Response<T>> {
    return this.client.send(method, `/v1/subscriptions/${this.subscriptionIds[of] ?? ''}${path}`, body);
  }

  private use({ of, events }: Step & { do: 'use' }): Promise<Response<EventBatchBody>> {
    const sent = events.map(({ metric, value, remove, at }) => ({
      transaction_id: `${this.name}-${++this.made}`,
      code: metric,
      external_subscription_id: `${this.name}-${of}`,
      timestamp: iso(at),
      properties: {
        ...(metricOf(metric).aggregation === 'count' ? {} : { value }),
        ...(remove ? { operation_type: 'remove' } : {}),
      },
    }));
    return this.client.send('POST', '/v1/events/batch', { events: sent });
  }

  private async pay({ payment }: Act): Promise<Response> {
    const invoice = (await this.invoices())[payment?.invoice ?? -1];
    return this.client.send('POST', '/v1/payments/record', {
      invoice_id: invoice?.id ?? null,
      amount_cents: payment?.cents,
    });
  }

  private async void({ voided }: Act): Promise<Response> {
    const invoice = (await this.invoices())[voided ?? -1];
    return this.client.send('POST', `/v1/invoices/${invoice?.id ?? ''}/void`);
  }

  private async credit({ note }: Act): Promise<Response> {
    const invoice = (await this.invoices())[note?.invoice ?? -1];
    return this.client.send('POST', '/v1/credit_notes', {
      invoice_id: invoice?.id,
      reason: 'other',
      items: [{ fee_id: invoice?.fees[note?.fee ?? -1]?.id, amount_cents: note?.item }],
      credit_amount_cents: note?.credit,
      offset_amount_cents: note?.offset,
      refund_amount_cents: note?.refund,
      finalize: true,
    });
  }

  placeOfCoupon(appliedId: string): number {
    return this.coupons.placeOf(appliedId);
  }

  private planCode(index: number): string {
    return `${this.name}-${index}`;
  }

  private list<T>(path: string): Promise<T[]> {
    const query = `customer_id=${this.customerId}&order_by=created_at:asc&limit=1000`;
    return this.client.ask<T[]>('GET', `${path}?${query}`);
  }

  /** Invoices that were created at one instant come in the order of their subscriptions. */
  private async invoices(): Promise<InvoiceBody[]> {
    const place = ({ subscription_id: id }: InvoiceBody) => this.subscriptionIds.indexOf(id ?? '');
    const listed = (await this.list<InvoiceBody>('/v1/invoices')).sort(
      (a, b) => a.created_at.localeCompare(b.created_at) || place(a) - place(b),
    );
    // A draft is exact when it is read alone: the list may be some milliseconds behind.
    return Promise.all(
      listed.map(async (it) =>
        it.status === 'draft' ? this.client.ask<InvoiceBody>('GET', `/v1/invoices/${it.id}`) : it,
      ),
    );
  }

  /** What the service shows of the life. */
  async documents(): Promise<Documents> {
    const { invoices, notes } = await this.papers();
    const subscriptions = await this.list<SubscriptionBody>('/v1/subscriptions');
    const wallets = await this.list<WalletBody>('/v1/wallets');
    const plan = (id: string | null) => this.planIds.indexOf(id ?? '');
    return {
      responses: [...this.responses],
      wrongPreviews: [...this.wrongPreviews],
      events: await this.reported(),
      subscriptions: subscriptions.map(
        (it) =>
          `${it.status} plan ${plan(it.plan_id)}, then ${it.next_plan_id === null ? 'the same' : plan(it.next_plan_id)}`,
      ),
      invoices: invoices.map((it) => invoiceRecord(it, this)),
      notes: notes.map((it) => noteRecord(it, invoices)),
      wallets: wallets.map((it) => ({
        status: it.status,
        credits: it.credits_balance,
        cents: it.balance_cents,
        consumed: it.consumed_amount_cents,
      })),
      coupons: await this.coupons.records(this.customerId),
    };
  }

  /** What became of each event. */
  private async reported(): Promise<string[]> {
    if (this.events.length === 0) return [];
    const path = '/v1/events?limit=1000&external_subscription_id=';
    const late = new Set<string>();
    for (const of of this.subscriptionIds.keys()) {
      const listed = await this.client.ask<UsageEventBody[]>('GET', `${path}${this.name}-${of}`);
      for (const it of listed) if (it.late) late.add(it.id);
    }
    return this.events.map((it) => (late.has(it.id ?? '') ? 'late' : it.status));
  }

  /** Ends the subscriptions that are still active, so that later lives do not wait for them. */
  async endSubscriptions(): Promise<void> {
    const query = '?on_termination_action=skip&on_termination_credit_note=skip';
    for (const of of this.subscriptionIds.keys()) {
      const { status } = await this.onSubscription(of, 'DELETE', query);
      if (status >= 300) await this.onSubscription(of, 'POST', '/cancel', {});
    }
  }
}

function terminationQuery({ skip, unused }: Step & { do: 'terminate' }): string {
  const parts = [
    `on_termination_action=${skip ? 'skip' : 'generate_invoice'}`,
    ...(unused === null ? [] : [`on_termination_credit_note=${unused}`]),
  ];
  return `?${parts.join('&')}`;
}
