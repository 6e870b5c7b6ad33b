import fc from 'fast-check';
import { METRICS, ORGANIZATIONS, TAXES } from '../reckoning/catalogue';
import { DAY_MS, ZONES, gridInstants, lastInstantBefore } from './grid';
import { couponsAt, someCoupons } from './arbitrary-coupons';
import { planTerms } from './arbitrary-plan';
import { fundsAt, stepAt, subscribeAt, termsAt, type Placed, type StepAbout } from './arbitrary-steps';
import { isUpgrade } from '../reckoning/subscription';
import type { CustomerTerms, Instant, Life, PlanTerms, Step } from '../reckoning/life';

const someTaxes = fc.uniqueArray(fc.constantFrom(...TAXES.map((it) => it.code)), { maxLength: 2 });

const aCustomer: fc.Arbitrary<CustomerTerms> = fc.record({
  zone: fc.option(fc.constantFrom(...ZONES), { freq: 6 }),
  currency: fc.constantFrom('EUR', 'EUR', 'EUR', 'JPY', 'KWD'),
  graceDays: fc.oneof(
    { weight: 3, arbitrary: fc.constant(0) },
    { weight: 1, arbitrary: fc.integer({ min: 1, max: 12 }) },
  ),
  termDays: fc.constantFrom(30, 0, 10),
  taxes: fc.oneof({ weight: 2, arbitrary: fc.constant<string[]>([]) }, { weight: 1, arbitrary: someTaxes }),
});

const somePlans: fc.Arbitrary<PlanTerms[]> = fc.array(
  planTerms(
    fc.oneof({ weight: 3, arbitrary: fc.constant<string[]>([]) }, { weight: 1, arbitrary: someTaxes }),
  ),
  { minLength: 1, maxLength: 3 },
);

/** Days after which a life is looked at, by the shortest interval of its plans. */
function longest(plans: readonly PlanTerms[]): number {
  const intervals = new Set(plans.map((it) => it.interval));
  if (intervals.has('weekly')) return 60;
  if (intervals.has('monthly')) return 130;
  return 430;
}

/** When a life is looked at: on a planned day, or after the end of its subscription if that is not too late. */
function lookedAt(steps: readonly Step[], plannedDay: number, latestDay: number): Instant {
  const [planned, latest] = [gridInstants(plannedDay)[1], gridInstants(latestDay)[1]];
  const ends = steps.flatMap((it) => (it.do === 'subscribe' && it.endsAt !== null ? [it.endsAt] : []));
  const after = ends.map((it) => lastInstantBefore(it + 2 * DAY_MS));
  return Math.max(planned, ...after.filter((it) => it <= latest));
}

/** Upgrades shortly before a subscription ends, maybe on the day to which its period is extended. */
function lastUpgrades(steps: readonly Step[], plans: readonly PlanTerms[], until: Instant): Step[] {
  return steps.flatMap((step, of): Step[] => {
    if (step.do !== 'subscribe' || step.endsAt === null || step.endsAt > until) return [];
    const at = lastInstantBefore(step.endsAt);
    const [before] = plans.slice(step.plan);
    const plan = plans.findIndex((it) => before !== undefined && it !== before && isUpgrade(before, it));
    return plan === -1 ? [] : [{ at, do: 'change', of, plan }];
  });
}

/** The terms that stay the same for a whole life. */
type Frame = Pick<Life, 'organization' | 'customer' | 'plans' | 'coupons'>;

interface Course {
  begin: number;
  slot: boolean;
  length: number;
  first: (at: Instant) => Step;
  other: ((at: Instant) => Step) | null;
  steps: Placed[];
  funds: Placed[];
  coupons: Placed[];
}

function courseIn({ plans, coupons, ...frame }: Frame): fc.Arbitrary<Course> {
  const zone = frame.customer.zone ?? ORGANIZATIONS[frame.organization]?.zone ?? 'UTC';
  const about: StepAbout = { zone, plans, metrics: METRICS };
  const steps = fc.array(stepAt(about), { maxLength: 12 });
  const terms = fc.array(termsAt(about), { maxLength: 3 });
  return fc.record({
    begin: fc.nat(45),
    slot: fc.boolean(),
    length: fc.integer({ min: 5, max: longest(plans) }),
    first: subscribeAt(about),
    other: fc.oneof(
      { weight: 4, arbitrary: fc.constant(null) },
      { weight: 1, arbitrary: subscribeAt(about) },
    ),
    steps: fc.tuple(steps, terms).map((it) => it.flat()),
    funds: fc.array(fundsAt(about), { maxLength: 3 }),
    coupons: couponsAt(coupons),
  });
}

function lifeOf(frame: Frame, { begin, slot, length, first, other, steps, funds, coupons }: Course): Life {
  const { plans } = frame;
  const at = (share: number, late: boolean) => gridInstants(begin + Math.floor(share * length))[late ? 1 : 0];
  const placed = [...steps, ...funds, ...coupons].map(({ share, late, make }) => make(at(share, late)));
  const start = gridInstants(begin)[slot ? 1 : 0];
  const subscribed: Step[] = [first(start)];
  const until = lookedAt(subscribed, begin + length, begin + longest(plans));
  placed.push(...lastUpgrades(subscribed, plans, until));
  const later = placed.sort((a, b) => a.at - b.at);
  if (other !== null) subscribed.push(other(start));
  return {
    ...frame,
    steps: [...subscribed, ...later.filter((it) => it.at >= start)],
    until,
  };
}

/** A random life. */
export const aLife: fc.Arbitrary<Life> = fc
  .record<Omit<Frame, 'coupons'>>({
    organization: fc.nat(ORGANIZATIONS.length - 1),
    customer: aCustomer,
    plans: somePlans,
  })
  .chain(({ customer, plans, ...frame }) =>
    someCoupons(customer.currency, plans).map((coupons): Frame => ({ ...frame, customer, plans, coupons })),
  )
  .chain((frame) => courseIn(frame).map((course) => lifeOf(frame, course)));
