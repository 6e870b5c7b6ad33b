import { randomUUID } from 'node:crypto';
import type { QueryRunner } from 'typeorm';
import { NotChargedUsageBackfill1764440030000 } from '../../../src/migrations/1764440030000-not-charged-usage-backfill';
import { UsageMeter } from '../../../src/modules/usage';
import { newId } from '../../../src/platform/domain/id';
import { aMetric, aTax, aCustomer, usageEventOf } from '../../support/builders';
import { aMeteredSubscription, day, inTransaction, type Metered } from '../../support/metered-subscription';
import { planOf } from '../../support/query-plan';
import type { TestOrganization } from '../../support/test-app';
import { useSharedOrganization, useTestApp } from '../../support/use-test-app';
import {
  bodyOf,
  listOf,
  problemOf,
  wrongFieldsOf,
  type CurrentUsageBody,
  type EventBatchBody,
  type UsageEventBody,
} from '../../support/wire';

const HOUR_MS = 3_600_000;
const METRICS = [
  { metric: { code: 'calls', aggregation_type: 'sum' } },
  { metric: { code: 'hits', aggregation_type: 'count' }, properties: { amount: '0.125' } },
];

describe('reading usage', () => {
  const app = useTestApp({ EVENTS_RATE_LIMIT: '0' });
  const organization = useSharedOrganization(app);

  const send = async (events: object[], by = organization): Promise<void> => {
    await bodyOf<EventBatchBody>(by.post('/v1/events/batch', { events }), 201);
  };
  const aCall = (metered: Metered, fields: object = {}): object =>
    usageEventOf({ external_id: metered.externalId }, fields);

  describe('GET /v1/events', () => {
    let one: Metered;
    let two: Metered;
    const hoursAgo = (hours: number): string => new Date(day(0).getTime() - hours * HOUR_MS).toISOString();

    beforeAll(async () => {
      const customer = await aCustomer(organization, { external_id: 'reader' });
      one = await aMeteredSubscription(app, organization, { charges: METRICS, customer });
      two = await aMeteredSubscription(app, organization, { charges: METRICS, customer });
      const third = await aMeteredSubscription(app, organization, { charges: METRICS });
      await send([1, 2, 3, 4].map((hours) => aCall(one, { timestamp: hoursAgo(hours) })));
      await send([
        aCall(two, { timestamp: hoursAgo(1) }),
        aCall(two, { code: 'hits', timestamp: hoursAgo(2) }),
      ]);
      await send([aCall(third, { timestamp: hoursAgo(3) })]);
    });

    const list = (query: string) => listOf<UsageEventBody>(organization.get(`/v1/events?${query}`));

    it.each([
      ['', 7],
      ['code=hits', 1],
      ['code=nothing', 0],
      ['external_customer_id=reader', 6],
      ['external_customer_id=reader&code=calls', 5],
      ['external_customer_id=nobody', 0],
      ['external_subscription_id=nobody', 0],
    ])('the list with "?%s" returns the matching events', async (query, total) => {
      const { items, total: counted } = await list(query);
      expect([items.length, counted]).toEqual([total, total]);
    });

    it('the list is filtered by subscription, alone or combined with a customer', async () => {
      expect((await list(`external_subscription_id=${two.externalId}`)).total).toBe(2);
      const both = `external_subscription_id=${two.externalId}&external_customer_id=reader`;
      expect((await list(both)).total).toBe(2);
      expect(
        (await list(`external_subscription_id=${two.externalId}&external_customer_id=nobody`)).total,
      ).toBe(0);
    });

    it('the list is filtered by time: from is inclusive, to is exclusive', async () => {
      const from = encodeURIComponent(hoursAgo(3));
      const to = encodeURIComponent(hoursAgo(1));
      expect((await list(`from=${from}`)).total).toBe(6);
      expect((await list(`to=${to}`)).total).toBe(5);
      const { items, total } = await list(`from=${from}&to=${to}&external_subscription_id=${one.externalId}`);
      expect([items.length, total]).toEqual([2, 2]);
      expect((await list(`from=${Date.parse(hoursAgo(1)) / 1000}`)).total).toBe(2);
    });

    it('the list is paged in order of arrival, newest first by default', async () => {
      const all = (await list('')).items.map((it) => it.id);
      expect([...all].sort().reverse()).toEqual(all);
      const pages = [await list('limit=3'), await list('limit=3&skip=3'), await list('limit=3&skip=6')];
      expect(pages.flatMap((it) => it.items.map(({ id }) => id))).toEqual(all);
      expect(pages.map((it) => it.total)).toEqual([7, 7, 7]);
      expect((await list('order_by=created_at:asc')).items.map((it) => it.id)).toEqual([...all].reverse());
    });

    it.each(['from=never', 'order_by=timestamp', 'subscription_id=x', 'code='])(
      'refuses ?%s with 422',
      async (query) => {
        expect(await wrongFieldsOf(organization.get(`/v1/events?${query}`))).toEqual([query.split('=')[0]]);
      },
    );

    it('the total can exceed 2^32 events', async () => {
      const other = await app.anOrganization();
      const metered = await aMeteredSubscription(app, other, { charges: METRICS });
      await send([aCall(metered), aCall(metered)], other);
      await app.database.query(
        'UPDATE usage_totals SET events_count = events_count + 3000000000 WHERE organization_id = $1',
        [other.id],
      );
      expect((await listOf(other.get('/v1/events'))).total).toBe(3_000_000_002);
    });

    it('events of another organization are not listed', async () => {
      const other = await app.anOrganization();
      expect(await listOf(other.get('/v1/events'))).toEqual({ items: [], total: 0 });
      expect(await listOf(other.get('/v1/events?external_customer_id=reader'))).toEqual({
        items: [],
        total: 0,
      });
    });

    it('the total includes late events and events of a billing period that is not open yet', async () => {
      const own = await app.anOrganization();
      const ahead = await aMeteredSubscription(app, own, { period: { from: day(-9), to: day(-2) } });
      await send(
        [
          aCall(ahead, { timestamp: day(-1).toISOString() }),
          aCall(ahead, { timestamp: day(-3).toISOString() }),
        ],
        own,
      );
      await inTransaction(app, (tx) => app.app.get(UsageMeter).closePeriod(tx, own.id, ahead.periodId));
      await send([aCall(ahead, { timestamp: day(-3).toISOString() })], own);
      expect(await listOf(own.get('/v1/events'))).toMatchObject({ total: 3, items: { length: 3 } });
      expect((await listOf(own.get('/v1/events?code=calls'))).total).toBe(3);
    });

    describe('whether events are charged', () => {
      let own: TestOrganization;
      const shown = async (query: string): Promise<unknown[]> => {
        const { items, total } = await listOf<UsageEventBody>(
          own.get(`/v1/events?order_by=created_at:asc&${query}`),
        );
        expect(total).toBe(items.length);
        return items.map((it) => [it.code, it.charged, it.not_charged_reason]);
      };
      const EVENTS = [
        ['calls', false, 'period_not_started'],
        ['calls', true, null],
        ['storage', false, 'no_charge'],
        ['calls', false, 'late'],
        ['storage', false, 'no_charge'],
        ['calls', true, null],
      ];

      /** One event ahead of its period, two in time, two late; and one of another subscription. */
      beforeAll(async () => {
        own = await app.anOrganization();
        await aMetric(own, { code: 'storage' });
        const metered = await aMeteredSubscription(app, own, { period: { from: day(-9), to: day(-2) } });
        const event = (code: string, offset: number) =>
          aCall(metered, { code, timestamp: day(offset).toISOString() });
        await send([event('calls', -1), event('calls', -3), event('storage', -3)], own);
        await inTransaction(app, (tx) => app.app.get(UsageMeter).closePeriod(tx, own.id, metered.periodId));
        await send([event('calls', -3)], own);
        await send([event('storage', -3)], own);
        await send([aCall(await aMeteredSubscription(app, own))], own);
      });

      it('the list shows the reason, and is filtered by it', async () => {
        expect(await shown('')).toEqual(EVENTS);
        expect(await shown('charged=true')).toEqual(EVENTS.filter(([, charged]) => charged === true));
        expect(await shown('charged=false')).toEqual(EVENTS.filter(([, charged]) => charged === false));
        for (const reason of ['no_charge', 'late', 'period_not_started', 'no_billing_period']) {
          const expected = EVENTS.filter((it) => it[2] === reason);
          expect(await shown(`not_charged_reason=${reason}`)).toEqual(expected);
        }
        expect(await shown('charged=false&code=storage')).toHaveLength(2);
        expect(await shown(`charged=false&from=${day(-2).getTime() / 1000}`)).toHaveLength(1);
        expect(await shown('charged=true&not_charged_reason=late')).toEqual([]);
        const page = await listOf(own.get('/v1/events?charged=false&limit=1&skip=1'));
        expect([page.items.length, page.total]).toEqual([1, 4]);
      });

      it.each(['charged=perhaps', 'not_charged_reason=mood'])('refuses ?%s with 422', async (query) => {
        expect(await wrongFieldsOf(own.get(`/v1/events?${query}`))).toEqual([query.split('=')[0]]);
      });

      it('the migration finds the reasons of stored events', async () => {
        await app.database.query(
          'UPDATE usage_events SET not_charged_reason = NULL WHERE organization_id = $1',
          [own.id],
        );
        expect(
          new Set((await listOf<UsageEventBody>(own.get('/v1/events'))).items.map((it) => it.charged)),
        ).toEqual(new Set([true]));
        await new NotChargedUsageBackfill1764440030000().up(app.database as unknown as QueryRunner);
        expect(await shown('')).toEqual(EVENTS);
      });

      it('the events that are not charged are read from their own indexes', async () => {
        const plan = (condition: string): Promise<string> => {
          const text = `SELECT id FROM usage_events WHERE organization_id = '${own.id}' AND ${condition}
                         ORDER BY organization_id DESC, id DESC LIMIT 100`;
          return planOf(app, text, ['enable_seqscan = off', 'enable_sort = off']);
        };
        const all = await plan('not_charged_reason IS NOT NULL');
        expect(all).toContain('using usage_events_not_charged on');
        expect(all).not.toContain('Filter');
        const late = await plan(`not_charged_reason = 'late'`);
        expect(late).toContain('using usage_events_not_charged_reason on');
        expect(late).not.toContain('Filter');
      });
    });
  });

  describe('GET /v1/customers/{id}/current_usage', () => {
    const usageOf = (customerId: string, query = '') =>
      organization.get(`/v1/customers/${customerId}/current_usage${query}`);

    it('current usage shows every charge of the billing period, with taxes as on an invoice', async () => {
      await aTax(organization);
      const metered = await aMeteredSubscription(app, organization, { charges: METRICS });
      await organization.put(`/v1/customers/${metered.customerId}`, { tax_codes: ['vat'] }).expect(200);
      await send([aCall(metered, { properties: { value: '2.345' } }), aCall(metered, { code: 'hits' })]);
      expect(await bodyOf<CurrentUsageBody>(usageOf(metered.customerId))).toEqual({
        subscription_id: metered.id,
        external_subscription_id: metered.externalId,
        customer_id: metered.customerId,
        currency: 'USD',
        from: metered.period.from.toISOString(),
        to: metered.period.to.toISOString(),
        amount_cents: 235 + 13,
        taxes_amount_cents: 47 + 3,
        total_amount_cents: 235 + 13 + 47 + 3,
        charges: [
          {
            ...{ billable_metric_code: 'calls', charge_model: 'standard', invoice_display_name: null },
            ...{ units: '2.345', events_count: 1, amount: '2.345', amount_cents: 235 },
          },
          {
            ...{ billable_metric_code: 'hits', charge_model: 'standard', invoice_display_name: null },
            ...{ units: '1', events_count: 1, amount: '0.125', amount_cents: 13 },
          },
        ],
      });
    });

    it('current usage covers the current billing period, or until it begins the one that awaits its bill', async () => {
      const metered = await aMeteredSubscription(app, organization, {
        period: { from: day(-9), to: day(-2) },
      });
      const last = await bodyOf<CurrentUsageBody>(usageOf(metered.customerId));
      expect(last.from).toBe(day(-9).toISOString());
      const { id: subscriptionId, planVersionId } = metered;
      const whole = { from: day(-2), to: day(5) };
      const days = { ...whole, whole, timezone: 'UTC', firstDay: null, daysLeft: null };
      const next = { id: newId(), subscriptionId, planVersionId, ...days };
      await inTransaction(app, (tx) => app.app.get(UsageMeter).openPeriod(tx, organization.id, next));
      const usage = await bodyOf<CurrentUsageBody>(usageOf(metered.customerId));
      expect(usage.from).toBe(day(-2).toISOString());
    });

    it('current usage of a customer with several active subscriptions requires subscription_id', async () => {
      const metered = await aMeteredSubscription(app, organization);
      const customer = { id: metered.customerId, external_id: metered.externalCustomerId };
      const second = await aMeteredSubscription(app, organization, { customer });
      expect(await wrongFieldsOf(usageOf(metered.customerId))).toEqual(['subscription_id']);
      for (const { id } of [metered, second]) {
        const usage = await bodyOf<CurrentUsageBody>(usageOf(metered.customerId, `?subscription_id=${id}`));
        expect(usage.subscription_id).toBe(id);
      }
    });

    it('current usage of another customer or organization returns 404', async () => {
      const metered = await aMeteredSubscription(app, organization);
      const other = await aMeteredSubscription(app, organization);
      await problemOf(usageOf(metered.customerId, `?subscription_id=${other.id}`), 404, 'not_found');
      await problemOf(usageOf(randomUUID()), 404, 'not_found');
      const stranger = await app.anOrganization();
      await problemOf(stranger.get(`/v1/customers/${metered.customerId}/current_usage`), 404, 'not_found');
      expect(await wrongFieldsOf(usageOf(metered.customerId, '?subscription_id=x'))).toEqual([
        'subscription_id',
      ]);
    });
  });
});
