import { Injectable, Module } from '@nestjs/common';
import type supertest from 'supertest';
import {
  SUBSCRIPTION_POLICIES,
  SubscriptionCreated,
  type SubscriptionPolicy,
  type SubscriptionRequest,
  type SubscriptionTransition,
} from '../../src/modules/subscriptions';
import type { Transaction } from '../../src/platform/database/transactions';
import { newId } from '../../src/platform/domain/id';
import { extend } from '../../src/platform/extensions';
import type { DomainEvent } from '../../src/platform/outbox/event-catalogue';
import { Outbox } from '../../src/platform/outbox/outbox';
import { BillingStory } from '../support/billing-story';
import { scaled } from '../support/long-form';
import type { TestApp } from '../support/test-app';
import { bodyOf, problemOf } from '../support/wire';
import { COMMON_MISDEEDS, Misdeeds } from './hostile';

const PATH = '/v1/subscriptions';

export interface VetoedRequest {
  story: BillingStory;
  request: supertest.Test;
  subscriptionId: string;
  sentence: string;
}

/** A subscription policy under test. The application must have a test clock. */
export interface TestedPolicy {
  /** The day on which the tests begin, e.g. `2028-01-28`. They need four months; the clock must not be later. */
  from: string;
  /** Prepares a request that the policy vetoes on that day; only for a policy with `veto`. */
  vetoed?: () => Promise<VetoedRequest>;
}

/** Declares the tests that every subscription policy must pass (docs/extending.md#subscription-policies). */
export function subscriptionPolicySuite(name: string, app: TestApp, tested: TestedPolicy): void {
  const { vetoed, from } = tested;

  describe(`subscription policy ${name}`, () => {
    if (vetoed !== undefined) {
      it('refuses a request with its sentence, and nothing changes', async () => {
        await (await BillingStory.begin(app)).moveTo(from);
        const { story, request, subscriptionId, sentence } = await vetoed();
        const before = [await story.subscription(subscriptionId), await story.events()];
        const { detail } = await problemOf(request, 400, 'invalid_state');
        expect(detail).toBe(sentence);
        expect([await story.subscription(subscriptionId), await story.events()]).toEqual(before);
      });
    }

    it('lets a subscription of another organization go through all transitions', async () => {
      const story = await BillingStory.begin(app);
      await story.moveTo(monthsAfter(from, 1));
      const small = await story.plan({ trial_period_days: 3 });
      const large = await story.plan({ amount_cents: 9000 });
      const { id } = await story.subscribe(small, { subscription_at: monthsAfter(from, 2) });
      await bodyOf(story.organization.post(`${PATH}/${id}/activate`));
      await story.moveTo(monthsAfter(from, 2));
      for (const { id: plan_id } of [large, small, large, small]) await story.change(id, { plan_id });
      await story.moveTo(monthsAfter(from, 3));
      await story.change(id, { ending_at: monthsAfter(from, 5) });
      await bodyOf(story.organization.post(`${PATH}/${id}/cancel`));
      await story.organization.delete(`${PATH}/${id}/cancel`).expect(204);
      await bodyOf(story.organization.post(`${PATH}/${id}/cancel`));
      const terminated = await story.subscribe(small);
      await story.organization.delete(`${PATH}/${terminated.id}`).expect(204);
      await story.moveTo(monthsAfter(from, 4));
      expect(await story.subscription(id)).toMatchObject({ status: 'canceled', billing_error: null });
    });
  });
}

/** Returns the first instant of a month after that of `from`. */
function monthsAfter(from: string, months: number): string {
  const date = new Date(from);
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1)).toISOString();
}

const misdeeds = new Misdeeds(() => HostilePolicy);

@Injectable()
class HostilePolicy implements SubscriptionPolicy {
  constructor(private readonly outbox: Outbox) {}

  async veto(_tx: Transaction, { organizationId, kind }: SubscriptionRequest): Promise<string | null> {
    if (kind !== 'cancel') return null;
    return (await misdeeds.in(organizationId)) === undefined ? null : '';
  }

  async react(tx: Transaction, transition: SubscriptionTransition): Promise<readonly DomainEvent[]> {
    const { organizationId, subscription: object, kind } = transition;
    if (kind !== 'renew') return [];
    const misdeed = await misdeeds.in(organizationId);
    const event = SubscriptionCreated.of({ organizationId, objectId: object.id, object });
    if (misdeed === 'appends an event itself') await this.outbox.append(tx, event);
    if (misdeed === 'nothing but its event') return [event];
    if (misdeed === 'returns no events') return 'done' as never;
    if (misdeed === 'returns an event of another organization')
      return [{ ...event, organizationId: newId() }];
    return [];
  }
}

/** Must be added to the application of `hostileSubscriptionPolicySuite`. */
@Module({
  providers: [HostilePolicy, extend(SUBSCRIPTION_POLICIES, HostilePolicy, { order: -1 })],
})
export class HostilePolicyModule {}

const COMMON = COMMON_MISDEEDS.map(([misdeed]) => misdeed);
const REQUESTS = [...COMMON, 'returns no sentence'];
const REACTIONS = [
  ...COMMON,
  'appends an event itself',
  'returns no events',
  'returns an event of another organization',
];

/** Declares the tests of policies that break the contract. They move the clock from `from` by a month. */
export function hostileSubscriptionPolicySuite(app: TestApp, from: string): void {
  const named =
    'The extension HostilePolicy of "subscription policies" failed; the log of the service says why.';

  it('a policy that breaks its contract sets its own subscription aside only', async () => {
    const other = await BillingStory.begin(app);
    await other.moveTo(from);
    const good = await other.subscribe(await other.plan());
    const victims = await Promise.all(REACTIONS.map((misdeed) => victimOf(misdeed)));
    const all = [...victims, { story: other, misdeed: 'nothing but its event' }];
    const misbehaving = all.reduce(
      (work, { story, misdeed }) =>
        () =>
          misdeeds.during(app, story.organization.id, misdeed, work),
      () => other.moveTo(monthsAfter(from, 1)),
    );
    await misbehaving();
    expect(await other.invoices(good)).toHaveLength(1);
    expect((await other.kinds()).slice(2)).toEqual([
      'invoice.created',
      'invoice.finalized',
      'subscription.created', // the event that the policy returned
    ]);
    for (const { story, misdeed, id } of victims) {
      const { billing_error } = await story.subscription(id);
      expect({ misdeed, billing_error }).toMatchObject({
        misdeed,
        billing_error: { code: 'extension_failed', message: named },
      });
      expect(await story.kinds()).toEqual(['subscription.created', 'subscription.started']);
    }
    for (const { story, id } of victims.slice(0, scaled(1, victims.length))) {
      await story.organization.delete(`${PATH}/${id}`).expect(204);
      expect(await story.invoices({ id })).toHaveLength(2);
    }
  });

  it.each(REQUESTS)('a policy that %s when it is asked fails its own request only', async (misdeed) => {
    const [{ story, id }, other] = [await victimOf(misdeed), await victimOf('nothing')];
    const cancel = (of: BillingStory, subscription: string) =>
      of.organization.post(`${PATH}/${subscription}/cancel`);
    await misdeeds.during(app, story.organization.id, misdeed, async () => {
      await problemOf(cancel(story, id), 500, 'internal_error');
      await bodyOf(cancel(other.story, other.id));
    });
    expect(await story.subscription(id)).toMatchObject({ canceled_at: null });
    await bodyOf(cancel(story, id));
  });

  async function victimOf(misdeed: string): Promise<{ story: BillingStory; misdeed: string; id: string }> {
    const story = await BillingStory.begin(app);
    const { id } = await story.subscribe(await story.plan());
    return { story, misdeed, id };
  }
}
