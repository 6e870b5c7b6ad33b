import { Injectable, Module } from '@nestjs/common';
import {
  SUBSCRIPTION_POLICIES,
  type SubscriptionPolicy,
  type SubscriptionTransition,
} from '../../src/modules/subscriptions';
import type { Transaction } from '../../src/platform/database/transactions';
import { extend } from '../../src/platform/extensions';
import type { DomainEvent } from '../../src/platform/outbox/event-catalogue';
import { BillingStory } from '../support/billing-story';
import { useOrganization, useTestApp } from '../support/use-test-app';
import { problemOf } from '../support/wire';

/** Breaks its contract for subscriptions with a telling name. */
@Injectable()
class Hostile implements SubscriptionPolicy {
  check(): Promise<void> {
    return Promise.resolve();
  }

  react(_tx: Transaction, { kind, subscription }: SubscriptionTransition): Promise<readonly DomainEvent[]> {
    if (kind === 'start') return Promise.resolve([]);
    if (subscription.name === 'throws') return Promise.reject(new TypeError('no such row'));
    if (subscription.name === 'never returns') return new Promise(() => undefined);
    if (subscription.name === 'returns no events') return Promise.resolve('started' as never);
    return Promise.resolve([]);
  }
}

@Module({ providers: [Hostile, extend(SUBSCRIPTION_POLICIES, Hostile)] })
class HostileModule {}

describe('policies that break their contract', () => {
  const app = useTestApp({ TEST_CLOCK: 'on' }, HostileModule);
  const organization = useOrganization(app);
  const story = new BillingStory(app, organization);

  it('set their own subscriptions aside under their name, and stop no other', async () => {
    await story.moveTo('2030-01-10');
    const plan = await story.plan();
    const subscribe = (name: string) => story.subscribe(plan, { name });
    const bad = [
      await subscribe('throws'),
      await subscribe('never returns'),
      await subscribe('returns no events'),
    ];
    const good = await subscribe('good');
    await story.moveTo('2030-02-01');
    for (const { id } of bad) {
      expect(await story.subscription(id)).toMatchObject({
        billing_error: {
          code: 'extension_failed',
          message: expect.stringContaining(
            'The extension Hostile of "subscription policies" failed',
          ) as string,
        },
      });
      expect(await story.invoices({ id })).toEqual([]);
    }
    expect(await story.invoices(good)).toHaveLength(1);
    await problemOf(organization.delete(`/v1/subscriptions/${bad[0]?.id ?? ''}`), 400, 'invalid_state');
  }, 60_000);
});
