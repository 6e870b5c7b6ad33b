import { subscriptionPolicySuite } from '../../conformance/subscription-policy.suite';
import { BillingStory } from '../../support/billing-story';
import { useOrganization, useTestApp } from '../../support/use-test-app';
import { problemOf } from '../../support/wire';
import { NoticePeriodModule } from './notice-period.module';

subscriptionPolicySuite('notice period', NoticePeriodModule);

describe('the notice period', () => {
  const app = useTestApp({ TEST_CLOCK: 'on' }, NoticePeriodModule);
  const organization = useOrganization(app);
  const story = new BillingStory(app, organization);

  it('a late cancellation is refused with its sentence, an early one is scheduled', async () => {
    await story.moveTo('2030-01-20');
    const late = await story.subscribe(await story.plan());
    const early = await story.subscribe(await story.plan());
    await organization.post(`/v1/subscriptions/${early.id}/cancel`).expect(200);
    await story.moveTo('2030-01-28');
    const request = organization.post(`/v1/subscriptions/${late.id}/cancel`);
    const { detail } = await problemOf(request, 400, 'invalid_state');
    expect(detail).toContain('at least 7 days before');
    await story.moveTo('2030-02-01');
    expect((await story.subscription(early.id)).status).toBe('canceled');
    expect((await story.subscription(late.id)).status).toBe('active');
  });
});
