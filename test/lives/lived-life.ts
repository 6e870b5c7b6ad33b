import type {
  CreditNoteBody,
  EventBatchBody,
  InvoiceBody,
  SubscriptionBody,
  UsageEventBody,
  WalletBody,
} from '../support/wire';
import { chargeBody } from './plan-body';
import type { Documents, InvoiceRecord, NoteRecord } from './documents';
import { metricOf } from './reckoning/catalogue';
import type { Life, Step } from './reckoning/life';
import type { Act } from './reckoning/reckoning';
import type { Answer, ServiceClient } from './service-client';

const iso = (at: number): string => new Date(at).toISOString();

/** One life in the service. */
export class LivedLife {
  private readonly answers: string[] = [];
  private readonly events: EventBatchBody['results'] = [];
  private customerId = '';
  private readonly planIds: string[] = [];
  private readonly subscriptionIds: string[] = [];
  private made = 0;
  /** The errors of refused requests. */
  readonly refusals: string[] = [];

  constructor(
    private readonly client: ServiceClient,
    private readonly name: string,
    private readonly life: Life,
  ) {}

  /** Makes the customer and the plans. */
  async begin(): Promise<void> {
    const { customer, plans } = this.life;
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
  }

  async act(act: Act): Promise<void> {
    const answer = await this.sent(act);
    const accepted = answer.status < 300;
    if (!accepted) this.refusals.push(JSON.stringify(answer.body));
    if (act.step.do === 'use') this.events.push(...(answer.body as EventBatchBody).results);
    this.answers.push(`${act.step.do} ${accepted ? 'accepted' : 'refused'}`);
  }

  private async sent(act: Act): Promise<Answer> {
    const { step } = act;
    switch (step.do) {
      case 'wait':
        return { status: 200, body: null };
      case 'subscribe':
        return this.subscribe(step);
      case 'use':
        return this.use(step);
      case 'change':
        return this.onSubscription(step.of, 'PUT', '', { plan_id: this.planIds[step.plan] });
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
      case 'coupon':
        return this.coupon(step);
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

  private async subscribe(step: Step & { do: 'subscribe' }): Promise<Answer> {
    const answer = await this.client.send<SubscriptionBody>('POST', '/v1/subscriptions', {
      external_id: `${this.name}-${this.subscriptionIds.length}`,
      customer_id: this.customerId,
      plan_id: this.planIds[step.plan],
      billing_time: step.anniversary ? 'anniversary' : 'calendar',
      ...(step.startsAt === null ? {} : { subscription_at: iso(step.startsAt) }),
      ending_at: step.endsAt === null ? null : iso(step.endsAt),
    });
    if (answer.status === 201) this.subscriptionIds.push(answer.body.id);
    return answer;
  }

  private onSubscription(of: number, method: string, path: string, body?: object): Promise<Answer> {
    return this.client.send(method, `/v1/subscriptions/${this.subscriptionIds[of] ?? ''}${path}`, body);
  }

  private use({ of, events }: Step & { do: 'use' }): Promise<Answer<EventBatchBody>> {
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

  private async pay({ payment }: Act): Promise<Answer> {
    const invoice = (await this.invoices())[payment?.invoice ?? -1];
    return this.client.send('POST', '/v1/payments/record', {
      invoice_id: invoice?.id ?? null,
      amount_cents: payment?.cents,
    });
  }

  private async credit({ note }: Act): Promise<Answer> {
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

  private async coupon({ coupon }: Step & { do: 'coupon' }): Promise<Answer> {
    const code = `${this.name}-${++this.made}`;
    const amount =
      coupon.percent === null
        ? { coupon_type: 'fixed_amount', amount_cents: coupon.cents, currency: this.life.customer.currency }
        : { coupon_type: 'percentage', percentage_rate: coupon.percent };
    await this.client.ask('POST', '/v1/coupons', {
      code,
      name: code,
      ...amount,
      frequency: coupon.frequency,
      ...(coupon.frequency === 'recurring' ? { frequency_duration: coupon.times } : {}),
      ...(coupon.limit === 'plan' ? { plan_codes: [this.planCode(coupon.plan)] } : {}),
      ...(coupon.limit === 'metric' ? { billable_metric_codes: [coupon.metric] } : {}),
    });
    return this.client.send('POST', `/v1/customers/${this.customerId}/coupons`, { coupon_code: code });
  }

  private planCode(index: number): string {
    return `${this.name}-${index}`;
  }

  private list<T>(path: string): Promise<T[]> {
    const query = `customer_id=${this.customerId}&order_by=created_at:asc&limit=1000`;
    return this.client.ask<T[]>('GET', `${path}?${query}`);
  }

  private async invoices(): Promise<InvoiceBody[]> {
    const listed = await this.list<InvoiceBody>('/v1/invoices');
    // A draft is exact when it is read alone: the list may be some milliseconds behind.
    return Promise.all(
      listed.map(async (it) =>
        it.status === 'draft' ? this.client.ask<InvoiceBody>('GET', `/v1/invoices/${it.id}`) : it,
      ),
    );
  }

  /** What the service shows of the life. */
  async documents(): Promise<Documents> {
    const invoices = await this.invoices();
    const subscriptions = await this.list<SubscriptionBody>('/v1/subscriptions');
    const notes = await this.list<CreditNoteBody>('/v1/credit_notes');
    const wallets = await this.list<WalletBody>('/v1/wallets');
    const plan = (id: string | null) => this.planIds.indexOf(id ?? '');
    return {
      answers: this.answers,
      events: await this.reported(),
      subscriptions: subscriptions.map(
        (it) =>
          `${it.status} plan ${plan(it.plan_id)}, then ${it.next_plan_id === null ? 'the same' : plan(it.next_plan_id)}`,
      ),
      invoices: invoices.map((it) => this.invoiceRecord(it)),
      notes: notes.map((it) => noteRecord(it, invoices)),
      wallets: wallets.map((it) => ({
        status: it.status,
        credits: it.credits_balance,
        cents: it.balance_cents,
        consumed: it.consumed_amount_cents,
      })),
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

  private invoiceRecord(it: InvoiceBody): InvoiceRecord {
    return {
      at: it.created_at,
      subscription: this.subscriptionIds.indexOf(it.subscription_id ?? ''),
      status: it.status,
      issued: it.issuing_date,
      due: it.payment_due_date,
      fees: it.fees.map((fee) => ({
        type: fee.type,
        plan: this.planIds.indexOf(fee.plan_id ?? ''),
        metric: fee.billable_metric_code,
        units: fee.units,
        cents: fee.amount_cents,
        discount: fee.discount_amount_cents,
        net: fee.net_amount_cents,
        taxes: fee.taxes_amount_cents,
        days: fee.billed_days === null ? null : `${fee.billed_days}/${fee.period_days ?? ''}`,
      })),
      coupons: it.coupons_amount_cents,
      taxes: it.taxes_amount_cents,
      creditNotes: it.credit_notes_amount_cents,
      prepaid: it.prepaid_credit_amount_cents,
      total: it.total_amount_cents,
      paid: it.amount_paid_cents,
      offset: it.offset_amount_cents,
      amountDue: it.amount_due_cents,
    };
  }

  /** Ends what still runs, so that nobody bills it any more. */
  async bury(): Promise<void> {
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

function noteRecord(it: CreditNoteBody, invoices: readonly InvoiceBody[]): NoteRecord {
  const place = invoices.findIndex((invoice) => invoice.id === it.invoice_id);
  const [item] = it.items;
  return {
    invoice: place,
    status: it.status,
    reason: it.reason,
    issued: it.issuing_date,
    fee: invoices[place]?.fees.findIndex((fee) => fee.id === item?.fee_id) ?? -1,
    item: item?.amount_cents ?? 0,
    taxes: it.taxes_amount_cents,
    credit: it.credit_amount_cents,
    offset: it.offset_amount_cents,
    refund: it.refund_amount_cents,
    balance: it.balance_amount_cents,
  };
}
