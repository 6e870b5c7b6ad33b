import type { Type } from '@nestjs/common';
import { Outbox } from '../../src/platform/outbox/outbox';
import { Extensions } from '../../src/platform/extensions';
import {
  SUBSCRIPTION_POLICIES,
  type SubscriptionPolicy,
  type SubscriptionTransition,
} from '../../src/modules/subscriptions';
import { BillingStory } from '../support/billing-story';
import { useOrganization, useTestApp } from '../support/use-test-app';

/** What holds for every subscription policy (docs/extending.md#subscription-policies). */
export function subscriptionPolicySuite(name: string, module: Type): void {
  describe(`the subscription policy ${name}`, () => {
    const app = useTestApp({ TEST_CLOCK: 'on' }, module);
    const organization = useOrganization(app);
    const story = new BillingStory(app, organization);
    const appended: string[] = [];

    const policies = (): readonly SubscriptionPolicy[] =>
      app.app.get(Extensions, { strict: false }).of(SUBSCRIPTION_POLICIES);

    /** Records events that policies append by themselves. */
    const watch = (): void => {
      const outbox = app.app.get(Outbox, { strict: false });
      for (const policy of policies()) {
        const react = policy.react?.bind(policy);
        if (react === undefined) continue;
        policy.react = async (tx, transition: SubscriptionTransition) => {
          const append = jest.spyOn(outbox, 'append');
          const events = await react(tx, transition);
          appended.push(...append.mock.calls.map(() => transition.kind));
          append.mockRestore();
          return events;
        };
      }
    };

    it('is registered', () => {
      expect(policies()).toHaveLength(1);
    });

    it('lets a subscription run from its start to its end, and appends no event by itself', async () => {
      watch();
      await story.moveTo('2031-01-01');
      const small = await story.plan({ trial_period_days: 3 });
      const large = await story.plan({ amount_cents: 9000 });
      const subscription = await story.subscribe(small);
      await story.moveTo('2031-01-10');
      await story.change(subscription.id, { plan_id: large.id });
      await organization.post(`/v1/subscriptions/${subscription.id}/cancel`).expect(200);
      await story.moveTo('2031-02-01');
      const ended = { status: 'canceled', billing_error: null };
      expect(await story.subscription(subscription.id)).toMatchObject(ended);
      expect(appended).toEqual([]);
    });
  });
}
