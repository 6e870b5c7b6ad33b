import { ORGANIZATIONS } from './catalogue';
import type { Application } from './coupons';
import { assertCreditedIsInvoiced } from './credited';
import { dueOn, type CreditNote, type Invoice } from './invoices';
import type { Instant, Life, Step, UsageTerms } from './life';
import { Money } from './money';
import { Subscriptions } from './subscriptions';
import { expire, newWallet, type Wallet } from './wallets';
import type { Subscription } from './subscription';

/** What a step must answer, and what its request needs to know. */
export interface Act {
  step: Step;
  /** False if the request must be refused. */
  accepted: boolean;
  /** Places of documents in the order of their creation, and amounts in cents. */
  payment?: { invoice: number; cents: number };
  note?: { invoice: number; fee: number; item: number; credit: number; offset: number; refund: number };
  /** Per event: whether it is accepted, comes too late, or is refused. */
  events?: Answer[];
  /** Place of the invoice that is voided. */
  voided?: number;
}

type Answer = 'accepted' | 'late' | 'rejected';

/** What a life leaves behind. */
export interface Reckoned {
  acts: Act[];
  subscriptions: Subscription[];
  invoices: Invoice[];
  notes: CreditNote[];
  wallets: Wallet[];
  applications: Application[];
}

/**
 * Reckons a whole life by the rules of docs/billing-rules.md: slow and obvious.
 *
 * @param until when the documents are looked at
 */
export function reckon(life: Life, until: Instant): Reckoned {
  const reckoning = new Reckoning(life);
  const acts = life.steps.flatMap((step) => reckoning.act(step));
  reckoning.moveTo(until);
  reckoning.endUsage();
  const { money, subscriptions } = reckoning;
  money.refreshDrafts();
  assertCreditedIsInvoiced(money.invoices, money.notes);
  return {
    acts,
    subscriptions: subscriptions.all,
    invoices: money.invoices,
    notes: money.notes,
    wallets: money.wallets,
    applications: money.coupons.applications,
  };
}

class Reckoning {
  readonly money: Money;
  readonly subscriptions: Subscriptions;
  private arrived = 0;
  /** What was reported of times still to come. */
  private readonly ahead: { of: Subscription; at: Instant; answers: Answer[]; place: number }[] = [];

  private readonly life: Life;
  private now = 0;

  constructor(life: Life) {
    // Steps change the terms of the customer and the versions of plans.
    this.life = { ...life, customer: { ...life.customer }, plans: [...life.plans] };
    const zone = () => this.life.customer.zone ?? ORGANIZATIONS[life.organization]?.zone ?? 'UTC';
    this.money = new Money(this.life, zone);
    this.subscriptions = new Subscriptions(this.life, zone, this.money);
  }

  /** Does what falls due until then, in its order. What a step makes due waits for the next run, after the next move. */
  moveTo(until: Instant): void {
    const isMove = until > this.now;
    for (let due = this.nextDue(isMove); due !== null && due.at <= until; due = this.nextDue(isMove)) {
      this.now = Math.max(this.now, due.at);
      due.run();
    }
    this.now = until;
  }

  /** Returns what is due next. Requests act on subscriptions that are up to date, also without a run. */
  private nextDue(isRun: boolean): { at: Instant; run: () => void } | null {
    const due = [...(isRun ? this.documentsDue() : []), ...this.subscriptions.due()];
    return due.sort((a, b) => a.at - b.at)[0] ?? null;
  }

  private documentsDue(): { at: Instant; run: () => void }[] {
    const finalization = this.money.nextFinalization();
    return [
      ...(finalization === null
        ? []
        : [{ at: finalization.at, run: () => this.money.finalize(finalization.invoice, this.now) }]),
      ...this.money.wallets.flatMap((it) =>
        it.status === 'active' && it.expiresAt !== null ? [{ at: it.expiresAt, run: () => expire(it) }] : [],
      ),
    ];
  }

  act(step: Step): Act[] {
    this.moveTo(step.at);
    switch (step.do) {
      case 'pay':
        return this.pay(step);
      case 'credit':
        return this.credit(step);
      case 'customer':
        Object.assign(this.life.customer, step.change);
        this.money.moveDrafts();
        return [{ step, accepted: true }];
      case 'reprice':
        return this.reprice(step);
      case 'wallet':
        return this.giveWallet(step);
      case 'coupon':
        return [{ step, accepted: this.money.coupons.apply(step.coupon, step.override, step.at) }];
      case 'end coupon':
        return this.endCoupon(step);
      case 'delete coupon':
        return [{ step, accepted: this.money.coupons.delete(step.coupon) }];
      case 'void':
        return this.void(step);
      case 'use':
        return this.use(step);
      case 'subscribe':
      case 'change':
      case 'cancel':
      case 'keep':
      case 'terminate':
        return this.subscriptions.act(step);
    }
  }

  private reprice(step: Step & { do: 'reprice' }): Act[] {
    const before = this.life.plans[step.plan];
    if (before === undefined) return [];
    const after = { ...before, ...step.change };
    // The same price is no new version.
    if (JSON.stringify(after) !== JSON.stringify(before)) this.life.plans[step.plan] = after;
    return [{ step, accepted: true }];
  }

  /** Credits must be worth something. */
  private giveWallet(step: Step & { do: 'wallet' }): Act[] {
    const wallet = newWallet(step, this.life.customer.currency, this.money.wallets.length);
    if (wallet.cents > 0) this.money.wallets.push(wallet);
    return [{ step, accepted: wallet.cents > 0 }];
  }

  private endCoupon(step: Step & { do: 'end coupon' }): Act[] {
    const { coupons } = this.money;
    if (coupons.applications[step.of] === undefined) return [];
    return [{ step, accepted: coupons.end(step.of) }];
  }

  private void(step: Step & { do: 'void' }): Act[] {
    const place = this.money.invoices.findLastIndex((it) => it.status !== 'draft' && it.status !== 'voided');
    const invoice = this.money.invoices[place];
    if (invoice === undefined) return [];
    return [{ step, accepted: this.money.void(invoice), voided: place }];
  }

  private use(step: Step & { do: 'use' }): Act[] {
    const subscription = this.subscriptions.all[step.of];
    if (subscription === undefined) return [];
    const events = step.events.map((it) => this.report(subscription, it, step.at));
    for (const [place, { at }] of step.events.entries()) {
      if (at > step.at) this.ahead.push({ of: subscription, at, answers: events, place });
    }
    return [{ step, accepted: true, events }];
  }

  /** Usage that was accepted for a time after what became the end is never billed: it is late. */
  endUsage(): void {
    for (const { of, at, answers, place } of this.ahead) {
      if (of.terminatedAt !== null && at > of.terminatedAt && answers[place] === 'accepted')
        answers[place] = 'late';
    }
  }

  private report(subscription: Subscription, event: UsageTerms, now: Instant): Answer {
    const { startsAt, terminatedAt, stint, status } = subscription;
    // A whole second that contains the start counts as the start.
    const at = event.at === Math.floor(startsAt / 1000) * 1000 ? startsAt : event.at;
    if (at < startsAt || at > now + 5 * 60_000 || status === 'pending') return 'rejected';
    if (terminatedAt !== null && at >= terminatedAt) return 'rejected';
    subscription.events.push({ ...event, at, arrived: now, order: this.arrived++ });
    if (stint !== null && at >= stint.from) return 'accepted';
    const closed = subscription.closed.find((it) => at >= it.span.from && at < it.span.to);
    return closed?.invoice?.status === 'draft' ? 'accepted' : 'late';
  }

  /** Pays a part of what is due on the oldest unpaid invoice. */
  private pay(step: Step & { do: 'pay' }): Act[] {
    const place = this.money.invoices.findIndex((it) => it.status === 'finalized');
    const invoice = this.money.invoices[place];
    if (invoice === undefined) return [];
    const cents = Math.max(1, Math.floor((dueOn(invoice) * step.percent) / 100));
    this.money.pay(invoice, cents);
    return [{ step, accepted: true, payment: { invoice: place, cents } }];
  }

  /** Credits a part of a fee of the newest final invoice. */
  private credit(step: Step & { do: 'credit' }): Act[] {
    const { money } = this;
    const place = money.invoices.findLastIndex((it) => it.status !== 'draft' && it.status !== 'voided');
    const invoice = money.invoices[place];
    if (invoice === undefined || invoice.fees.length === 0) return [];
    const fee = step.fee % invoice.fees.length;
    const left = money.creditable(invoice, fee);
    if (left <= 0) return [];
    const item = Math.max(1, Math.floor((left * step.percent) / 100));
    const note = money.credit(
      invoice,
      { fee, item },
      { how: step.as, reason: 'other', unused: null },
      step.at,
    );
    const { credit, offset, refund } = note;
    return [{ step, accepted: true, note: { invoice: place, fee, item, credit, offset, refund } }];
  }
}
