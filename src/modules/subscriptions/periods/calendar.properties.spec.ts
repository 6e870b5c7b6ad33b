import fc from 'fast-check';
import { DateTime } from 'luxon';
import {
  advanceFeeDueAt,
  billedPeriod,
  currentPeriod,
  feeDays,
  localDays,
  nextPeriod,
  periodContaining,
  previousPeriod,
  unusedDays,
  type FeeTerms,
  type PeriodRule,
} from './index';
import { formatDate, localDayOf, startOfLocalDay, trialEnd } from '../../../platform/calendar';
import { proratedAmountCents } from '../../plans';

/**
 * Zones whose clocks change at 02:00, at midnight, or from after midnight back to the previous day; zones
 * with half-hour offsets; and zones that skipped a date.
 */
const ZONES =
  `UTC America/New_York Pacific/Auckland Europe/London Asia/Kathmandu Australia/Lord_Howe America/Santiago
  America/Sao_Paulo America/Havana America/St_Johns Africa/Cairo Africa/Casablanca Asia/Beirut Asia/Amman
  Pacific/Apia Pacific/Kiritimati Pacific/Chatham`.split(/\s+/);

const instantFrom = (year: number): fc.Arbitrary<Date> =>
  fc.integer({ min: Date.UTC(year, 0), max: Date.UTC(2045, 0) }).map((time) => new Date(time));
const instant = instantFrom(1990);
/** Later than any skipped or repeated date in these zones, so that luxon can serve as the oracle. */
const plainInstant = instantFrom(2013);

const ruleWith = (anchor: fc.Arbitrary<Date>): fc.Arbitrary<PeriodRule> =>
  fc
    .record({
      interval: fc.constantFrom('weekly', 'monthly', 'quarterly', 'yearly'),
      billingTime: fc.constantFrom('calendar', 'anniversary'),
      start: anchor,
      timezone: fc.constantFrom(...ZONES),
    })
    .map(({ start, timezone, ...rest }) => ({ ...rest, timezone, anchor: localDayOf(start, timezone) }));
const rule = ruleWith(instant);

const inside = (from: Date, to: Date, share: number): Date =>
  new Date(from.getTime() + Math.floor((to.getTime() - from.getTime()) * share));
const share = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const check = <T>(property: fc.IPropertyWithHooks<T>): void => {
  fc.assert(property, { numRuns: 300 });
};

describe('periods', () => {
  it('periods leave no gaps: each contains its instants and ends where the next one begins', () => {
    check(
      fc.property(rule, instant, (rule, at) => {
        const period = periodContaining(rule, at);
        expect(period.from <= at && at < period.to).toBe(true);
        expect(nextPeriod(rule, period).from).toEqual(period.to);
        expect(previousPeriod(rule, period).to).toEqual(period.from);
      }),
    );
  });

  it('every instant of a period yields the same period, and nextPeriod and previousPeriod are inverses', () => {
    check(
      fc.property(rule, instant, share, (rule, at, share) => {
        const period = periodContaining(rule, at);
        expect(periodContaining(rule, inside(period.from, period.to, share))).toEqual(period);
        expect(previousPeriod(rule, nextPeriod(rule, period))).toEqual(period);
      }),
    );
  });

  it('periods begin and end at starts of local days', () => {
    check(
      fc.property(rule, instant, ({ timezone, ...rest }, at) => {
        const { from, to } = periodContaining({ timezone, ...rest }, at);
        expect(startOfLocalDay(localDayOf(from, timezone), timezone)).toEqual(from);
        expect(startOfLocalDay(localDayOf(to, timezone), timezone)).toEqual(to);
      }),
    );
  });

  it('anniversary periods begin on the anchor day or the last day of a shorter month, calendar periods on the 1st or a Monday', () => {
    check(
      fc.property(ruleWith(plainInstant), plainInstant, (rule, at) => {
        const from = DateTime.fromJSDate(periodContaining(rule, at).from, { zone: rule.timezone });
        const anchor = DateTime.fromISO(formatDate(rule.anchor));
        const isCalendar = rule.billingTime === 'calendar';
        if (rule.interval === 'weekly') {
          expect(from.weekday).toBe(isCalendar ? 1 : anchor.weekday);
          return;
        }
        expect(from.day).toBe(isCalendar ? 1 : Math.min(anchor.day, from.daysInMonth ?? 0));
        const step = { monthly: 1, quarterly: 3, yearly: 12 }[rule.interval];
        expect((12 + from.month - (isCalendar ? 1 : anchor.month)) % step).toBe(0);
      }),
    );
  });

  it('periods have as many days as their interval', () => {
    const ranges = { weekly: [7, 7], monthly: [28, 31], quarterly: [89, 92], yearly: [365, 366] };
    check(
      fc.property(ruleWith(plainInstant), plainInstant, (rule, at) => {
        const { from, to } = periodContaining(rule, at);
        const [least = 0, most = 0] = ranges[rule.interval];
        const days = localDays(from, to, rule.timezone);
        expect(days >= least && days <= most).toBe(true);
        const date = (at: Date): DateTime =>
          DateTime.fromJSDate(at, { zone: rule.timezone })
            .setZone('utc', { keepLocalTime: true })
            .startOf('day');
        const elapsed = date(to).diff(date(from), 'days').days;
        expect(days).toBe(elapsed);
      }),
    );
  });
});

describe('invoices of a subscription', () => {
  it('invoices cover every day and every instant of usage exactly once, from start to end', () => {
    const count = fc.integer({ min: 0, max: 6 });
    check(
      fc.property(rule, instant, count, share, fc.boolean(), (rule, startedAt, periods, share, inAdvance) => {
        let period = periodContaining(rule, startedAt);
        const boundaries: Date[] = [];
        for (let i = 0; i < periods; i += 1) {
          boundaries.push(period.to);
          period = nextPeriod(rule, period);
        }
        const from = period.from > startedAt ? period.from : startedAt;
        const endedAt = inside(from, period.to, share);
        if (boundaries.length > 0 && endedAt.getTime() === from.getTime()) boundaries.pop();
        const term = { startedAt, endedAt };
        const bills = [...boundaries, endedAt].map((at) => billedPeriod(rule, term, inAdvance, at));

        expect(bills[0]?.chargesFrom).toEqual(startedAt);
        expect(bills.at(-1)?.chargesTo).toEqual(endedAt);
        bills.slice(1).forEach((bill, i) => expect(bill.chargesFrom).toEqual(bills[i]?.chargesTo));

        const running = { startedAt, endedAt: null };
        const fees = (inAdvance ? [billedPeriod(rule, running, true, startedAt), ...bills] : bills).filter(
          (bill) => bill.includesFee,
        );
        fees.slice(1).forEach((bill, i) => expect(bill.from).toEqual(fees[i]?.to));
        if (fees[0] !== undefined) {
          expect(fees[0].from).toEqual(currentPeriod(rule, term, startedAt).from);
        }
      }),
    );
  });
});

/** Generates ended subscriptions, each with the period in which it ended. */
const endingWith = (trialDays: fc.Arbitrary<number>): fc.Arbitrary<FeeTerms & { endedAt: Date }> =>
  fc
    .record({ rule, at: instant, start: share, end: share, trialDays })
    .map(({ rule, at, start, end, trialDays }) => {
      const before = previousPeriod(rule, periodContaining(rule, at));
      const period = nextPeriod(rule, before);
      // Half of the subscriptions start in the previous period.
      const startedAt = inside(before.from, period.to, start);
      const earliest = startedAt > period.from ? startedAt : period.from;
      const endedAt = inside(earliest, period.to, end);
      const { timezone } = rule;
      const trialEndsAt = trialEnd(startedAt, trialDays, timezone);
      return { period, begunAt: earliest, trialEndsAt, endedAt, endReason: 'terminated', timezone };
    });
const ending = endingWith(fc.integer({ min: 0, max: 40 }));
const endingWithoutTrial = endingWith(fc.constant(0));

const running = (terms: FeeTerms): FeeTerms => ({ ...terms, endedAt: null, endReason: null });

describe('fee days', () => {
  it('the days billed under both plans of an upgrade add up to the days billed without an upgrade', () => {
    check(
      fc.property(endingWithoutTrial, (terms) => {
        const { billedDays, periodDays } = feeDays(running(terms));
        const old = feeDays({ ...terms, endReason: 'upgraded' });
        const next = feeDays({ ...running(terms), begunAt: terms.endedAt });
        expect(old.billedDays + next.billedDays).toBe(billedDays);
        expect([old.periodDays, next.periodDays]).toEqual([periodDays, periodDays]);
        if (terms.begunAt <= terms.period.from) expect(billedDays).toBe(periodDays);
      }),
    );
  });

  it('a termination bills every day up to and including the last day of the subscription', () => {
    check(
      fc.property(endingWithoutTrial, (terms) => {
        const { period, begunAt, endedAt, timezone } = terms;
        fc.pre(endedAt > begunAt);
        const startDay = startOfLocalDay(localDayOf(begunAt, timezone), timezone);
        const from = startDay > period.from ? startDay : period.from;
        expect(feeDays(terms).billedDays).toBe(localDays(from, endedAt, timezone));
        const lastDay = localDayOf(new Date(endedAt.getTime() - 1), timezone);
        const rest = localDays(startOfLocalDay(lastDay + 1, timezone), period.to, timezone);
        expect(unusedDays(terms).unusedDays).toBe(rest);
      }),
    );
  });

  it('used and unused days add up to the paid days, which do not exceed the period', () => {
    check(
      fc.property(
        ending,
        fc.constantFrom('terminated', 'upgraded'),
        fc.boolean(),
        (terms, endReason, full) => {
          const days = unusedDays({ ...terms, endReason, fullFirstPeriod: full });
          expect(days.usedDays + days.unusedDays).toBe(days.paidDays);
          expect(days.usedDays >= 0 && days.unusedDays >= 0 && days.paidDays <= days.periodDays).toBe(true);
        },
      ),
    );
  });

  it('a prepaid fee is due if and only if there are billed days', () => {
    check(
      fc.property(ending, (terms) => {
        const days = feeDays(running(terms)).billedDays;
        expect(advanceFeeDueAt(terms) !== null).toBe(days > 0);
      }),
    );
  });

  it('days of the trial are not billed in any period', () => {
    const days = fc.integer({ min: 1, max: 100 });
    check(
      fc.property(ruleWith(plainInstant), plainInstant, days, (rule, startedAt, trialDays) => {
        const { timezone } = rule;
        const trialEndsAt = trialEnd(startedAt, trialDays, timezone);
        let period = periodContaining(rule, startedAt);
        let free = 0;
        for (let i = 0; i < 18 && period.from <= (trialEndsAt ?? startedAt); i += 1) {
          const begunAt = startedAt > period.from ? startedAt : period.from;
          const terms = { period, begunAt, endedAt: null, endReason: null, timezone };
          free +=
            feeDays({ ...terms, trialEndsAt: null }).billedDays -
            feeDays({ ...terms, trialEndsAt }).billedDays;
          period = nextPeriod(rule, period);
        }
        expect(free).toBe(trialDays);
      }),
    );
  });
});

describe('prorated amounts', () => {
  it('prorated parts add up to the whole amount, apart from rounding', () => {
    const amount = fc.bigInt({ min: 0n, max: 9007199254740991n });
    const parts = fc.array(fc.nat({ max: 100 }), { minLength: 1, maxLength: 6 });
    check(
      fc.property(amount, parts, (amount, parts) => {
        const days = parts.reduce((sum, part) => sum + part, 0);
        fc.pre(days > 0);
        const amounts = parts.map((part) => proratedAmountCents(amount, part, days));
        const difference = amounts.reduce((sum, part) => sum + part, 0n) - amount;
        expect(2n * (difference < 0n ? -difference : difference) <= BigInt(parts.length)).toBe(true);
        expect(amounts.every((part) => part >= 0n && part <= amount)).toBe(true);
      }),
    );
  });
});
