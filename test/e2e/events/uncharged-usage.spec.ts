import type { QueryRunner } from 'typeorm';
import { ChargedUsageBackfill1764439010000 } from '../../../src/migrations/1764439010000-charged-usage-backfill';
import { BillingStory } from '../../support/billing-story';
import { useOrganization, useTestApp } from '../../support/use-test-app';
import { bodyOf, listOf, wrongFieldsOf, type UsageEventBody } from '../../support/wire';

type Answer = [string, boolean | null, string | null];

/** Usage that no charge of the plan in force prices (docs/billing-rules.md#uncharged-usage). */
describe('uncharged usage', () => {
  const app = useTestApp({ TEST_CLOCK: 'on', EVENTS_RATE_LIMIT: '0' });
  const story = new BillingStory(app, useOrganization(app));
  let year = 2030;

  beforeEach(async () => {
    await story.moveTo(`${++year}-01-01`);
  });

  const at = (time: string): string => `${year}-${time}`;
  const list = (query: string) => listOf<UsageEventBody>(story.organization.get(`/v1/events?${query}`));
  const answerOf = ({ code, charged, uncharged_reason: reason }: UsageEventBody): Answer => [
    code,
    charged,
    reason,
  ];
  const report = (subscription: { external_id: string }, code: string, time: string) =>
    story.report(subscription, code, { value: '1' }, at(time));

  /** Reports usage of two metrics under a plan that charges the first, and a change to one that charges the second. */
  async function aChange() {
    const [calls, storage] = [await story.charge('calls', '1'), await story.charge('storage', '1')];
    const small = await story.plan({ charges: [calls] });
    const large = await story.plan({ amount_cents: 6000, charges: [storage] });
    const subscription = await story.subscribe(small);
    await story.moveTo(at('01-10'));
    await report(subscription, 'calls', '01-05');
    await report(subscription, 'storage', '01-05');
    await report(subscription, 'storage', '01-10T00:03'); // ahead of the clock, and after the change
    await story.change(subscription.id, { plan_id: large.id });
    await report(subscription, 'storage', '01-10T00:01');
    await report(subscription, 'calls', '01-10T00:02');
    return subscription;
  }

  const AFTER_THE_CHANGE: Answer[] = [
    ['calls', true, null],
    ['storage', false, 'no_charge'],
    ['storage', true, null],
    ['storage', true, null],
    ['calls', false, 'no_charge'],
  ];

  it('the plan in force at the timestamp decides, and the list is filtered by it', async () => {
    await aChange();
    expect((await list('order_by=created_at:asc')).items.map(answerOf)).toEqual(AFTER_THE_CHANGE);
    const uncharged = await list('charged=false');
    expect(uncharged.total).toBe(2);
    expect(uncharged.items.map((it) => it.code)).toEqual(['calls', 'storage']);
    const charged = await list('charged=true&order_by=created_at:asc');
    expect(charged.total).toBe(3);
    expect(charged.items.map((it) => it.code)).toEqual(['calls', 'storage', 'storage']);
    expect((await list('charged=false&code=calls')).total).toBe(1);
    expect((await list('charged=false&limit=1')).total).toBe(2);
    expect(await wrongFieldsOf(story.organization.get('/v1/events?charged=perhaps'))).toEqual(['charged']);
  });

  it('an event ahead of its billing period is undecided until the period begins', async () => {
    const subscription = await story.subscribe(await story.plan({ charges: [await story.charge('a', '1')] }));
    await story.charge('b', '1');
    await story.moveTo(at('01-31T23:58'));
    const ahead = await report(subscription, 'b', '02-01T00:01');
    expect(answerOf(ahead)).toEqual(['b', null, null]);
    expect((await list('charged=true')).total + (await list('charged=false')).total).toBe(0);
    await story.moveTo(at('02-01'));
    const decided = await bodyOf<UsageEventBody>(story.organization.get(`/v1/events/${ahead.id}`));
    expect(answerOf(decided)).toEqual(['b', false, 'no_charge']);
  });

  it('a later version of the plan changes nothing in the running period, and decides in its own', async () => {
    const plan = await story.plan({ charges: [await story.charge('a', '1')] });
    const subscription = await story.subscribe(plan);
    const charge = await story.charge('b', '1');
    await story.organization.put(`/v1/plans/${plan.id}`, { charges: [charge] }).expect(200);
    expect(answerOf(await report(subscription, 'b', '01-01'))).toEqual(['b', false, 'no_charge']);
    await story.change(subscription.id, { plan_id: plan.id });
    expect(answerOf(await report(subscription, 'b', '01-01'))).toEqual(['b', true, null]);
  });

  it('usage from after the end of the subscription has no plan', async () => {
    const subscription = await story.subscribe(await story.plan({ charges: [await story.charge('a', '1')] }));
    const ahead = await report(subscription, 'a', '01-01T00:04');
    expect(answerOf(ahead)).toEqual(['a', true, null]);
    await story.organization.delete(`/v1/subscriptions/${subscription.id}`).expect(204);
    expect((await list('charged=false')).items.map(answerOf)).toEqual([['a', false, 'no_plan']]);
  });

  it('the migration answers for stored events as ingestion does', async () => {
    await aChange();
    const ofOrganization = [story.organization.id];
    await app.database.query(
      'UPDATE usage_events SET charged = true WHERE organization_id = $1',
      ofOrganization,
    );
    await app.database.query(
      'UPDATE usage_periods SET charged_metrics = NULL WHERE organization_id = $1',
      ofOrganization,
    );
    expect((await list('charged=false')).total).toBe(0);
    await new ChargedUsageBackfill1764439010000().up(app.database as unknown as QueryRunner);
    expect((await list('order_by=created_at:asc')).items.map(answerOf)).toEqual(AFTER_THE_CHANGE);
    expect((await list('charged=false')).total).toBe(2);
  });

  it('the list of uncharged events is read from its own index', async () => {
    await app.database.query('SET enable_seqscan = off'); // a table of a few rows is read as a whole
    const rows = await app.database.query<{ 'QUERY PLAN': string }>(
      `EXPLAIN SELECT id FROM usage_events WHERE organization_id = '${story.organization.id}' AND NOT charged
        ORDER BY organization_id DESC, id DESC LIMIT 100`,
    );
    const plan = rows.map((it) => it['QUERY PLAN']).join('\n');
    expect(plan).toContain('_organization_id_id_idx'); // of each partition
    expect(plan).not.toContain('Filter');
  });
});
