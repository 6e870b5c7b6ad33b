import fc from 'fast-check';
import { decimal, PER_EVENT, someCharges } from './arbitrary-plan';
import { ZONES } from './grid';
import { dayOf, periodOf, startOf } from '../reckoning/calendar';
import type { MetricTerms } from '../reckoning/catalogue';
import type {
  CreditKind,
  CustomerTerms,
  Instant,
  Interval,
  PlanTerms,
  Step,
  UsageTerms,
} from '../reckoning/life';

/** What steps refer to. */
export interface StepAbout {
  zone: string;
  plans: readonly PlanTerms[];
  metrics: readonly MetricTerms[];
}

/** A step somewhere in a life: made when its instant is known. */
export interface Placed {
  /** Which part of the life is over. */
  share: number;
  late: boolean;
  make: (at: Instant) => Step;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** An instant near another one: an odd one, the same hour of another day, or at a local midnight. */
function near(zone: string, days: { min: number; max: number }): fc.Arbitrary<(at: Instant) => Instant> {
  return fc
    .record({
      days: fc.integer(days),
      how: fc.constantFrom('same hour', 'odd', 'midnight', 'before', 'after'),
      ms: fc.nat(DAY_MS - 1),
    })
    .map(({ days: offset, how, ms }) => (at) => {
      const moved = at + offset * DAY_MS;
      const midnight = startOf(dayOf(moved, zone), zone);
      return {
        'same hour': moved,
        odd: midnight + ms,
        midnight,
        before: midnight - 1,
        after: midnight + 1,
      }[how];
    });
}

/** When and how a subscription starts, and the first instant from which it is billed. */
interface Start {
  startsAt: Instant;
  billedFrom: Instant;
  interval: Interval;
  anniversary: boolean;
}

/** An instant, mostly a late one, on the day on which the first billing period would be over. */
function onTurn(zone: string): fc.Arbitrary<(start: Start) => Instant> {
  return fc
    .tuple(fc.nat(DAY_MS - 1), fc.nat(DAY_MS - 1))
    .map(([one, other]) => ({ startsAt, billedFrom, interval, anniversary }) => {
      const { to } = periodOf(dayOf(billedFrom, zone), interval, anniversary, dayOf(startsAt, zone));
      return startOf(to, zone) + Math.max(one, other);
    });
}

export function subscribeAt({ zone, plans }: StepAbout): fc.Arbitrary<(at: Instant) => Step> {
  const anyEnd = near(zone, { min: 1, max: 100 }).map(
    (end) =>
      ({ startsAt }: Start) =>
        end(startsAt),
  );
  return fc
    .record({
      plan: fc.nat(plans.length - 1),
      anniversary: fc.boolean(),
      start: fc.option(fc.oneof(near(zone, { min: -80, max: 0 }), near(zone, { min: 0, max: 20 })), {
        freq: 1,
      }),
      end: fc.option(fc.oneof(anyEnd, onTurn(zone)), { freq: 2 }),
    })
    .map(({ plan, anniversary, start, end }) => (at): Step => {
      const startsAt = start?.(at) ?? null;
      const first = { startsAt: startsAt ?? at, billedFrom: Math.max(at, startsAt ?? at), anniversary };
      const endsAt = end?.({ ...first, interval: plans[plan]?.interval ?? 'monthly' }) ?? null;
      const isAhead = endsAt !== null && endsAt > Math.max(at, startsAt ?? at);
      return { at, do: 'subscribe', plan, anniversary, startsAt, endsAt: isAhead ? endsAt : null };
    });
}

function usageValue(metric: MetricTerms): fc.Arbitrary<string> {
  if (metric.aggregation === 'unique_count') return fc.constantFrom('ann', 'bob', 'cid', 'dan');
  if (metric.code === PER_EVENT) return decimal(80, 2).filter((it) => it !== '0');
  const sign = fc.constantFrom('', '', '', '-');
  return fc.tuple(sign, decimal(25, 2)).map(([minus, value]) => (value === '0' ? value : minus + value));
}

function anEvent({ zone, plans, metrics }: StepAbout): fc.Arbitrary<(at: Instant) => UsageTerms> {
  const charged = new Set(plans.flatMap((it) => it.charges.map(({ metric }) => metric)));
  const likely = metrics.filter((it) => charged.has(it.code));
  return fc.constantFrom(...(likely.length === 0 ? metrics : likely)).chain((metric) =>
    fc
      .record({
        value: usageValue(metric),
        remove: metric.aggregation === 'unique_count' ? fc.boolean() : fc.constant(false),
        when: fc.oneof(
          fc.constant((at: Instant) => at),
          fc.integer({ min: -4 * 60_000, max: 4 * 60_000 }).map((ms) => (at: Instant) => at + ms),
          near(zone, { min: -3, max: 0 }),
          near(zone, { min: -35, max: 0 }),
        ),
      })
      .map(({ value, remove, when }) => (at): UsageTerms => ({
        metric: metric.code,
        value,
        remove,
        at: when(at),
      })),
  );
}

type CustomerChange = Partial<Pick<CustomerTerms, 'zone' | 'graceDays' | 'termDays'>>;

const CREDITS: CreditKind[] = ['credit', 'offset', 'refund'];

/** Usage, plan changes, payments, voids, ends. */
export function stepAt(about: StepAbout): fc.Arbitrary<Placed> {
  const { plans } = about;
  const of = fc.constantFrom(0, 0, 1);
  const usage = fc
    .tuple(of, fc.array(anEvent(about), { minLength: 1, maxLength: 4 }))
    .map(([sub, events]) => (at: Instant): Step => ({
      at,
      do: 'use',
      of: sub,
      events: events.map((it) => it(at)),
    }));
  const change = fc.tuple(of, fc.nat(plans.length - 1)).map(([sub, plan]) => (at: Instant): Step => ({
    at,
    do: 'change',
    of: sub,
    plan,
  }));
  const cancel = of.map((sub) => (at: Instant): Step => ({ at, do: 'cancel', of: sub }));
  const keep = of.map((sub) => (at: Instant): Step => ({ at, do: 'keep', of: sub }));
  const terminate = fc
    .tuple(of, fc.boolean(), fc.constantFrom(null, null, ...CREDITS, 'skip' as const))
    .map(([sub, skip, unused]) => (at: Instant): Step => ({ at, do: 'terminate', of: sub, skip, unused }));
  const pay = fc.constantFrom(100, 100, 100, 50, 33, 1).map((percent) => (at: Instant): Step => ({
    at,
    do: 'pay',
    percent,
  }));
  const voided = fc.constant((at: Instant): Step => ({ at, do: 'void' }));
  const make = fc.oneof(
    { weight: 9, arbitrary: usage },
    { weight: 4, arbitrary: change },
    { weight: 1, arbitrary: cancel },
    { weight: 1, arbitrary: keep },
    { weight: 1, arbitrary: terminate },
    { weight: 3, arbitrary: pay },
    { weight: 1, arbitrary: voided },
  );
  return placed(make);
}

/** Wallets and credit notes. */
export function fundsAt({ zone }: StepAbout): fc.Arbitrary<Placed> {
  const wallet = fc
    .record({
      credits: decimal(60, 2).map((it) => (it === '0' ? '10' : it)),
      rate: fc.constantFrom('1', '0.5', '2', '0.333'),
      priority: fc.integer({ min: 1, max: 3 }),
      expires: fc.option(near(zone, { min: 2, max: 120 }), { freq: 2 }),
    })
    .map(({ expires, ...terms }) => (at: Instant): Step => ({
      at,
      do: 'wallet',
      ...terms,
      expiresAt: expires?.(at) ?? null,
    }));
  const credit = fc
    .tuple(fc.nat(3), fc.constantFrom(100, 50, 33, 7), fc.constantFrom(...CREDITS))
    .map(([fee, percent, as]) => (at: Instant): Step => ({ at, do: 'credit', fee, percent, as }));
  return placed(fc.oneof(wallet, credit));
}

/** New terms of the customer and new versions of plans. */
export function termsAt({ plans }: StepAbout): fc.Arbitrary<Placed> {
  const customer = fc
    .oneof(
      { weight: 3, arbitrary: fc.record<CustomerChange>({ zone: fc.constantFrom(...ZONES) }) },
      { weight: 1, arbitrary: fc.record<CustomerChange>({ graceDays: fc.nat(12) }) },
      { weight: 1, arbitrary: fc.record<CustomerChange>({ termDays: fc.nat(30) }) },
    )
    .map((change) => (at: Instant): Step => ({ at, do: 'customer', change }));
  const reprice = fc
    .tuple(
      fc.nat(plans.length - 1),
      fc.record({ cents: fc.nat(20_000), charges: someCharges }, { requiredKeys: ['cents'] }),
    )
    .map(([plan, change]) => (at: Instant): Step => ({ at, do: 'reprice', plan, change }));
  return placed(fc.oneof(customer, reprice));
}

function placed(make: fc.Arbitrary<(at: Instant) => Step>): fc.Arbitrary<Placed> {
  return fc
    .record({ percent: fc.nat(99), late: fc.boolean(), make })
    .map(({ percent, ...rest }) => ({ share: percent / 100, ...rest }));
}
