import { Injectable, Module } from '@nestjs/common';
import { CHARGE_MODELS, type ChargeModel, type ChargeStep } from '../../../src/modules/plans';
import { extend } from '../../../src/platform/extensions';
import { BillingStory } from '../../support/billing-story';
import { useOrganization, useTestApp } from '../../support/use-test-app';
import { bodyOf, problemOf, type SubscriptionBody } from '../../support/wire';

const PATH = '/v1/subscriptions';

/** One unit of the metric costs more than an invoice can carry. */
const HUGE = { amount: '100000000000000' };

/** A charge model that fails for any usage. */
@Injectable()
class Hostile implements ChargeModel {
  readonly name = 'hostile';

  validate(): [] {
    return [];
  }

  steps(_: object, { units }: { units: string }): ChargeStep[] {
    if (units !== '0') throw new TypeError('no such price');
    return [];
  }
}

@Module({ providers: [Hostile, extend(CHARGE_MODELS, Hostile)] })
class HostileModule {}

describe('subscriptions that cannot be billed', () => {
  const app = useTestApp({ TEST_CLOCK: 'on' }, HostileModule);
  const organization = useOrganization(app);
  const story = new BillingStory(app, organization);
  let month = 0;
  let bad: SubscriptionBody;
  let good: SubscriptionBody;

  /** Two subscriptions of one customer, one of which has used too much. */
  beforeEach(async () => {
    month++;
    await story.moveTo(day(10));
    const plan = await story.plan({ charges: [await story.chargeFor({ code: 'calls' }, 'standard', HUGE)] });
    bad = await story.subscribe(plan);
    good = await story.subscribe(plan, { customer_id: bad.customer_id });
    await story.use(bad, 'calls', '1', day(10));
  });
  // Otherwise the moves of later tests retry it.
  afterEach(() => organization.delete(`${PATH}/${bad.id}?on_termination_action=skip`));

  it('a bill beyond 2^53-1 sets its subscription aside and no other', async () => {
    const { postponed } = await move(day(1, 1));
    expect(postponed).toMatchObject([{ job: 'subscriptions', object_id: bad.id }]);
    const shown = await story.subscription(bad.id);
    expect(shown).toMatchObject({
      status: 'active',
      billing_error: { code: 'amount_out_of_range', message: 'The total of the invoice exceeds 2^53-1.' },
    });
    expect(await story.invoices(bad)).toEqual([]);
    expect(await story.invoices(good)).toHaveLength(1);
    expect(await mismatches()).toMatchObject([{ object_id: bad.id, actual: 'amount_out_of_range' }]);
    const metrics = await app.request.get('/metrics');
    expect(metrics.text).toMatch(/^subscription_billing_errors\{code="amount_out_of_range"\} [1-9]/m);
  });

  it('a set-aside subscription can be renamed, canceled and terminated without an invoice', async () => {
    await move(day(1, 1));
    expect(await story.change(bad.id, { name: 'Renamed' })).toMatchObject({ name: 'Renamed' });
    await organization.post(`${PATH}/${bad.id}/cancel`).expect(200);
    await organization.delete(`${PATH}/${bad.id}/cancel`).expect(204);
    const cheaper = await story.plan({ amount_cents: 1 });
    const change = organization.put(`${PATH}/${bad.id}`, { plan_id: cheaper.id });
    const { detail } = await problemOf(change, 400, 'invalid_state');
    expect(detail).toContain('on_termination_action=skip');
    await problemOf(organization.delete(`${PATH}/${bad.id}`), 400, 'invalid_state');

    await organization.delete(`${PATH}/${bad.id}?on_termination_action=skip`).expect(204);
    expect(await story.subscription(bad.id)).toMatchObject({ status: 'terminated', billing_error: null });
    expect(await story.invoices(bad)).toEqual([]);
    expect(await mismatches()).toEqual([]);
    expect(await move(day(2, 1))).not.toHaveProperty('postponed');
  });

  it('a charge model that fails sets its subscription aside and no other', async () => {
    const hostile = await story.plan({ charges: [await story.chargeFor({ code: 'sent' }, 'hostile', {})] });
    const [used, unused] = [await story.subscribe(hostile), await story.subscribe(hostile)];
    await story.use(used, 'sent', '1', day(10));
    await organization.delete(`${PATH}/${bad.id}?on_termination_action=skip`).expect(204);
    const { postponed } = await move(day(1, 1));
    expect(postponed).toMatchObject([{ job: 'subscriptions', object_id: used.id }]);
    expect(await story.subscription(used.id)).toMatchObject({
      billing_error: { code: 'extension_failed', message: expect.stringContaining('Hostile') as string },
    });
    for (const it of [unused, good]) expect(await story.invoices(it)).toHaveLength(1);

    await organization.post(`${PATH}/${used.id}/cancel`).expect(200);
    await organization.delete(`${PATH}/${used.id}?on_termination_action=skip`).expect(204);
    expect(await move(day(2, 1))).not.toHaveProperty('postponed');
  });

  it('the test clock of another organization passes over a set-aside subscription without naming it', async () => {
    const stranger = await BillingStory.begin(app);
    const now = `${day(1, 1)}T00:00:00Z`;
    const moved = await bodyOf(stranger.organization.put('/v1/test_clock', { now }));
    expect(moved).not.toHaveProperty('postponed');
    expect((await story.subscription(bad.id)).billing_error).not.toBeNull();
  });

  it('a later try that succeeds bills the period and clears the error', async () => {
    await move(day(1, 1));
    await story.use(bad, 'calls', '-1', day(11));
    expect(await move(day(3, 1))).not.toHaveProperty('postponed');
    expect(await story.subscription(bad.id)).toMatchObject({
      status: 'active',
      billing_error: null,
      current_period: { from: `${day(1, 1)}T00:00:00.000Z` },
    });
    expect(await story.invoices(bad)).toHaveLength(1);
  });

  it('retries of a set-aside subscription back off to a day', async () => {
    let at = `${day(1, 1)}T00:00:00.000Z`;
    for (let failures = 1; failures <= 12; failures++) {
      await story.moveTo(at);
      const { billing_error: error } = (await story.subscription(bad.id)) as SubscriptionBody & {
        billing_error: { since: string; retry_at: string };
      };
      expect(error.since).toBe(`${day(1, 1)}T00:00:00.000Z`);
      const minutes = (Date.parse(error.retry_at) - Date.parse(at)) / 60_000;
      const least = Math.min(1440, 2 ** (failures - 1));
      expect(minutes).toBeGreaterThanOrEqual(least);
      expect(minutes).toBeLessThanOrEqual(least * 1.1 + 0.001);
      at = error.retry_at;
    }
  });

  /** A day of the month of the test, or of the one after it. */
  function day(of: number, monthsLater = 0): string {
    return new Date(Date.UTC(2030, month + monthsLater, of)).toISOString().slice(0, 10);
  }

  function move(to: string): Promise<{ postponed?: object[] }> {
    return bodyOf(organization.put('/v1/test_clock', { now: `${to}T00:00:00Z` }));
  }

  async function mismatches(): Promise<unknown> {
    const { checks } = await bodyOf<{ checks: { name: string; mismatches: unknown }[] }>(
      organization.get('/v1/reconciliation'),
    );
    return checks.find((it) => it.name === 'subscription_billing')?.mismatches;
  }
});
