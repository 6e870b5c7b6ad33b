import { dayOf, daysAfter, periodOf, startOf } from './calendar';
import type { Invoice, Line, PlanInForce } from './invoices';
import type { CreditKind, Day, Instant, Life, Step } from './life';
import { chargeLines, feeLines, mayGetUsage, type StintEnd } from './lines';
import type { Money } from './money';
import type { Act } from './reckoning';
import {
  earlierPaidDays,
  endOf,
  isUpgrade,
  paidFrom,
  stopDay,
  turnOf,
  type Stint,
  type Subscription,
} from './subscription';

type Of<Kind extends Step['do']> = Step & { do: Kind };

/** Runs the subscriptions of a life. */
export class Subscriptions {
  readonly all: Subscription[] = [];

  /** @param life whose plans are the newest versions of now */
  constructor(
    private readonly life: Life,
    private readonly zone: () => string,
    private readonly money: Money,
  ) {}

  /** The next thing that falls due for each subscription; what is due at one instant goes by the order of the starts. */
  due(): { at: Instant; run: () => void }[] {
    const byStart = [...this.all].sort((a, b) => a.startsAt - b.startsAt || a.order - b.order);
    return byStart.flatMap((it) => {
      if (it.status === 'pending') return [{ at: it.startsAt, run: () => this.start(it, it.startsAt) }];
      if (it.status !== 'active') return [];
      const [end, turn] = [endOf(it), turnOf(it)];
      return [
        ...(end === null ? [] : [{ at: end, run: () => this.end(it, end, false, 'offset') }]),
        ...(turn === null ? [] : [{ at: turn, run: () => this.turn(it, turn) }]),
        ...(it.trialEndsAt === null ? [] : [{ at: it.trialEndsAt, run: () => this.endTrial(it) }]),
      ];
    });
  }

  act(step: Of<'subscribe' | 'change' | 'cancel' | 'keep' | 'terminate'>): Act[] {
    if (step.do === 'subscribe') {
      this.subscribe(step);
      return [{ step, accepted: true }];
    }
    const subscription = this.all[step.of];
    if (subscription === undefined) return [];
    return [{ step, accepted: this.acted(subscription, step) }];
  }

  private acted(it: Subscription, step: Of<'change' | 'cancel' | 'keep' | 'terminate'>): boolean {
    switch (step.do) {
      case 'change':
        return this.change(it, this.newest(step.plan), step.at);
      case 'cancel':
        return this.cancel(it);
      case 'keep': {
        const accepted = it.status === 'active' && it.cancelsAt !== null;
        if (accepted) it.cancelsAt = null;
        return accepted;
      }
      case 'terminate': {
        const accepted = it.status === 'active';
        if (accepted) this.end(it, step.at, step.skip, step.unused ?? 'offset');
        return accepted;
      }
    }
  }

  private newest(plan: number): PlanInForce {
    const terms = this.life.plans[plan];
    if (terms === undefined) throw new Error(`No plan ${plan}`);
    return { plan, terms };
  }

  private subscribe({ at, plan, anniversary, startsAt, endsAt }: Of<'subscribe'>): void {
    const start = startsAt ?? at;
    const subscription: Subscription = {
      order: this.all.length,
      status: 'pending',
      anniversary,
      startsAt: start,
      anchor: 0,
      inForce: this.newest(plan),
      next: null,
      endsAt,
      cancelsAt: null,
      terminatedAt: null,
      trialEndsAt: null,
      trialEnd: null,
      trialFrom: null,
      hadTrial: false,
      stint: null,
      events: [],
      closed: [],
    };
    this.all.push(subscription);
    if (start <= at) this.start(subscription, at);
  }

  private start(it: Subscription, at: Instant): void {
    const zone = this.zone();
    it.anchor = dayOf(it.startsAt, zone);
    const stint = this.stintFrom(it, at, dayOf(at, zone));
    const fromDay = Math.max(stint.period.from, it.anchor);
    const from = Math.max(it.startsAt, startOf(fromDay, zone));
    const { inAdvance, trialDays } = it.inForce.terms;
    it.status = 'active';
    this.tryPlan(it, at);
    it.hadTrial = trialDays > 0;
    it.trialFrom = it.startsAt;
    it.stint = { ...stint, from, fromDay, began: from };
    if (inAdvance && it.trialEndsAt === null) this.billAdvance(it, it.stint, at);
  }

  /**
   * docs/billing-rules.md#trials: the trial of a plan counts from the first start, and ends at the same local time. Without
   * one, or if it is over, a running trial ends now.
   */
  private tryPlan(it: Subscription, now: Instant): void {
    if (it.hadTrial && it.trialEndsAt === null) return;
    const { trialDays } = it.inForce.terms;
    const end = daysAfter(it.startsAt, trialDays, this.zone());
    const isRunning = trialDays > 0 && end > now;
    it.trialEnd = isRunning ? end : it.trialEndsAt && now;
    it.trialEndsAt = isRunning ? end : null;
    if (isRunning && !it.hadTrial) it.trialFrom = now;
    it.hadTrial ||= isRunning;
  }

  /** Bills the fee of a stint in advance, on an invoice of its own. */
  private billAdvance(it: Subscription, stint: Stint, at: Instant): void {
    const days = { from: paidFrom(it, stint), to: stint.period.to };
    const fees = feeLines(stint, days);
    if (fees.length === 0) return;
    stint.advance = { invoice: this.money.bill(it, at, () => fees), days };
  }

  private endTrial(it: Subscription): void {
    const { trialEndsAt, stint } = it;
    it.trialEndsAt = null;
    if (trialEndsAt === null || stint?.of.terms.inAdvance !== true) return;
    if (stint.advance === null) this.billAdvance(it, stint, trialEndsAt);
  }

  /** One billing period ends and the next one begins, on the next day even if the customer has changed the zone. */
  private turn(it: Subscription, at: Instant): void {
    const old = it.stint;
    if (old === null) return;
    const change = it.next;
    it.inForce = change ?? it.inForce;
    it.next = null;
    const stint = this.stintFrom(it, at, old.period.to);
    // After a change of the zone, a period begins before or after the midnight of its first day there.
    if (stint.fromDay === stint.period.from) stint.wholeFrom = at;
    this.hand(it, { old, stint }, { at, day: stint.fromDay, next: null }, change !== null);
  }

  /** A stint of the plan in force that begins on this day. */
  private stintFrom(it: Subscription, at: Instant, day: Day, began = at): Stint {
    const { interval } = it.inForce.terms;
    const period = periodOf(day, interval, it.anniversary, it.anchor);
    const zone = this.zone();
    const wholeFrom = Math.min(startOf(period.from, zone), at);
    const plan = { of: it.inForce, zone, advance: null };
    return { ...plan, from: at, fromDay: day, period, priced: period, wholeFrom, began };
  }

  /**
   * Bills what ends, and what begins if that is paid in advance: on one invoice, unless that has a fee already.
   * A plan change with nothing to bill makes no invoice.
   */
  private hand(
    it: Subscription,
    { old, stint }: { old: Stint; stint: Stint },
    end: StintEnd,
    isChange: boolean,
  ): void {
    it.stint = stint;
    const arrears = old.of.terms.inAdvance ? [] : this.feeInArrears(it, old, end.day);
    if (isChange) this.tryPlan(it, end.at);
    const begins = stint.of.terms.inAdvance && (it.trialEndsAt ?? 0) <= end.at;
    if (arrears.length > 0) {
      this.close(it, old, end, arrears, isChange);
      if (begins) this.billAdvance(it, stint, end.at);
      return;
    }
    const days = { from: stint.fromDay, to: stint.period.to };
    const fees = begins ? feeLines(stint, days) : [];
    const invoice = this.close(it, old, end, fees, isChange);
    if (invoice !== null && begins) stint.advance = { invoice, days };
  }

  private feeInArrears(it: Subscription, stint: Stint, until: Day): Line[] {
    const days = { from: paidFrom(it, stint), to: until };
    return feeLines(stint, days, earlierPaidDays(it, stint));
  }

  private close(
    it: Subscription,
    stint: Stint,
    end: StintEnd,
    fees: Line[],
    isChange: boolean,
  ): Invoice | null {
    const lines = (): Line[] => [...fees, ...chargeLines(this.life, it, stint, end)];
    const mayFollow = this.life.customer.graceDays > 0 && mayGetUsage(stint, end);
    const isNeeded = !isChange || mayFollow || lines().length > 0;
    const invoice = isNeeded ? this.money.bill(it, end.at, lines) : null;
    it.closed.push({ span: { from: stint.from, to: end.at }, invoice });
    return invoice;
  }

  private change(it: Subscription, to: PlanInForce, at: Instant): boolean {
    if (it.status === 'pending') {
      it.inForce = to;
      return true;
    }
    if (it.status !== 'active' || it.stint === null) return false;
    const { plan, terms } = it.inForce;
    if (to.plan === plan && it.next !== null && it.next.plan !== plan) it.next = null;
    else if (to.terms === terms || to.terms === it.next?.terms) return true;
    else if (isUpgrade(terms, to.terms)) this.upgrade(it, to, at);
    else it.next = to;
    return true;
  }

  /** The old plan ends within its period, and the new one begins. */
  private upgrade(it: Subscription, next: PlanInForce, at: Instant): void {
    const old = it.stint;
    if (old === null) return;
    const day = Math.max(old.fromDay, dayOf(at, old.zone));
    this.returnUnused(old, day, 'offset', at);
    it.inForce = next;
    it.next = null;
    const stint =
      day >= old.period.to ? this.lastDayFrom(it, old, at) : this.stintFrom(it, at, day, old.began);
    this.hand(it, { old, stint }, { at, day, next: next.terms, ...this.shared(it, old, stint) }, true);
  }

  /** docs/billing-rules.md#weighted-sum: plans with the same billing period divide by its length, all hours included. */
  private shared(it: Subscription, old: Stint, stint: Stint): Pick<StintEnd, 'wholeTo'> {
    if (stint.priced.from !== old.priced.from || stint.priced.to !== old.priced.to) return {};
    stint.wholeFrom = old.wholeFrom;
    it.stint = stint;
    return { wholeTo: Math.max(stint.from, turnOf(it) ?? endOf(it) ?? 0) };
  }

  /** docs/billing-rules.md#end-date: no period begins on the day of the end, so the plan takes over the running one. */
  private lastDayFrom(it: Subscription, old: Stint, at: Instant): Stint {
    const { interval } = it.inForce.terms;
    const priced = periodOf(old.period.to - 1, interval, it.anniversary, it.anchor);
    const wholeFrom = startOf(priced.from, old.zone);
    return { ...old, of: it.inForce, from: at, fromDay: old.period.to, priced, wholeFrom, advance: null };
  }

  private cancel(it: Subscription): boolean {
    if (it.status === 'pending') {
      it.status = 'canceled';
      return true;
    }
    if (it.status !== 'active' || it.cancelsAt !== null || it.stint === null) return false;
    // The end of the period, which may be extended to the end of the subscription.
    it.cancelsAt = turnOf(it) ?? endOf(it);
    return true;
  }

  private end(it: Subscription, at: Instant, skip: boolean, unused: CreditKind | 'skip'): void {
    const { stint } = it;
    if (stint === null) return;
    const day = stopDay(at, stint.zone);
    const isFree = it.trialEnd !== null && it.trialEnd >= at;
    const until = isFree ? Math.min(day, paidFrom(it, stint)) : day;
    if (unused !== 'skip') this.returnUnused(stint, until, unused, at);
    const fees = stint.of.terms.inAdvance ? [] : this.feeInArrears(it, stint, until);
    const last = { at, day, next: null, byRequest: at !== it.endsAt && at !== it.cancelsAt };
    if (skip) it.closed.push({ span: { from: stint.from, to: at }, invoice: null });
    else this.close(it, stint, last, fees, false);
    it.status = it.cancelsAt === at && it.endsAt !== at ? 'canceled' : 'terminated';
    it.terminatedAt = at;
    it.next = null;
    it.stint = null;
  }

  /** Credits the days of a fee in advance from `day` on. */
  private returnUnused(stint: Stint, day: Day, how: CreditKind, now: Instant): void {
    const { advance } = stint;
    if (advance === null) return;
    const { invoice, days } = advance;
    const unused = days.to - Math.max(day, days.from);
    if (unused <= 0) return;
    const [fee] = feeLines(stint, { from: days.to - unused, to: days.to });
    if (fee !== undefined) this.money.creditUnused(invoice, fee.cents, how, now);
  }
}
