import {
  aCharge,
  aMetric,
  aPaymentByHand,
  aSubscription,
  aUsageEvent,
  anEndpoint,
} from '../../support/builders';
import type { SubscriptionBody } from '../../support/subscription-wire';
import { BillingStory, instant } from '../../support/billing-story';
import type { TestOrganization } from '../../support/test-app';
import { useTestApp } from '../../support/use-test-app';
import { bodyOf, problemOf, wrongFieldsOf, type CustomerBody, type PlanBody } from '../../support/wire';

const PATH = '/v1/subscriptions';
const UNKNOWN = '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a';
const NOW = instant('2030-06-15T12:00');

describe('changing and ending subscriptions', () => {
  const app = useTestApp({ TEST_CLOCK: 'on' });
  let story: BillingStory;
  let organization: TestOrganization;
  let customer: CustomerBody;
  let plan: PlanBody;

  beforeAll(async () => {
    story = await BillingStory.begin(app);
    await story.moveTo(NOW);
  });
  beforeEach(async () => {
    story = await BillingStory.begin(app);
    organization = story.organization;
    customer = await story.customer();
    plan = await story.plan();
  });

  const body = (fields: object = {}): object => ({
    external_id: 'sub_1',
    customer_id: customer.id,
    plan_id: plan.id,
    ...fields,
  });
  const subscribe = (fields: object = {}): Promise<SubscriptionBody> =>
    aSubscription(organization, body(fields));
  const act = (id: string, action: string): Promise<SubscriptionBody> =>
    bodyOf(organization.post(`${PATH}/${id}/${action}`));
  const kindsOfSubscription = async (): Promise<string[]> =>
    (await story.kinds()).filter((it) => it.startsWith('subscription.'));

  describe('updates', () => {
    it('an update sets and clears name and ending_at without an event', async () => {
      const { id, updated_at: before } = await subscribe();
      const changed = await story.change(id, { name: 'New', ending_at: instant('2040-01-01') });
      expect(changed).toMatchObject({ name: 'New', ending_at: instant('2040-01-01') });
      const cleared = await story.change(id, { name: null, ending_at: null, on_termination_action: 'skip' });
      expect(cleared).toMatchObject({ name: null, ending_at: null, on_termination_action: 'skip' });
      expect(await story.change(id, {})).toEqual(cleared);
      expect(cleared.updated_at >= before).toBe(true);
      expect(await kindsOfSubscription()).toEqual(['subscription.created', 'subscription.started']);
    });

    it.each<[string, object]>([
      ['ending_at', { ending_at: instant('2030-06-15T12:00') }],
      ['ending_at', { ending_at: 'soon' }],
      ['ending_at', { ending_at: '2100-01-01T00:00:00Z' }],
      ['plan_id', { plan_id: UNKNOWN }],
      ['plan_id', { plan_id: null }],
      ['on_termination_action', { on_termination_action: null }],
      ['external_id', { external_id: 'other' }],
      ['billing_time', { billing_time: 'anniversary' }],
      ['subscription_at', { subscription_at: NOW }],
    ])('an invalid %s is refused with 422', async (field, change) => {
      const subscription = await subscribe();
      expect(await wrongFieldsOf(organization.put(`${PATH}/${subscription.id}`, change))).toEqual([field]);
      expect(await story.subscription(subscription.id)).toEqual(subscription);
    });

    it('a stored ending_at after 2099 is kept by other changes and when it is sent back', async () => {
      const { id } = await subscribe();
      const late = '9999-12-31T00:00:00.000Z';
      await app.database.query('UPDATE subscriptions SET ending_at = $2 WHERE id = $1', [id, late]);
      expect(await story.change(id, { name: 'A' })).toMatchObject({ name: 'A', ending_at: late });
      expect(await story.change(id, { name: 'B', ending_at: late })).toMatchObject({ name: 'B' });
      const later = organization.put(`${PATH}/${id}`, { ending_at: '9999-12-31T00:00:01Z' });
      expect(await wrongFieldsOf(later)).toEqual(['ending_at']);
    });

    it('a pending subscription changes to any plan immediately', async () => {
      const { id } = await subscribe({ subscription_at: instant('2031-01-01') });
      const cheaper = await story.plan({ amount_cents: 1, currency: 'EUR' });
      const changed = await story.change(id, { plan_id: cheaper.id });
      expect(changed).toMatchObject({ plan_id: cheaper.id, next_plan_id: null, previous_plan_id: null });
      expect(await story.kinds()).toEqual(['subscription.created']);
    });

    it('a downgrade is scheduled for the end of the period and can be withdrawn', async () => {
      const { id } = await subscribe();
      const [cheaper, cheapest] = [
        await story.plan({ amount_cents: 2999 }),
        await story.plan({ amount_cents: 1 }),
      ];
      const asked = await story.change(id, { plan_id: cheaper.id });
      expect(asked).toMatchObject({ plan_id: plan.id, next_plan_id: cheaper.id, previous_plan_id: null });
      expect(await story.change(id, { plan_id: cheaper.id })).toEqual(asked);
      await problemOf(organization.delete(`/v1/plans/${cheaper.id}`), 400, 'invalid_state');
      expect(await story.change(id, { plan_id: cheapest.id })).toMatchObject({ next_plan_id: cheapest.id });
      expect(await story.change(id, { name: 'Other' })).toMatchObject({ next_plan_id: cheapest.id });
      expect(await story.change(id, { plan_id: plan.id })).toMatchObject({
        plan_id: plan.id,
        next_plan_id: null,
      });
      await organization.delete(`/v1/plans/${cheaper.id}`).expect(204);
      expect(await kindsOfSubscription()).toEqual(['subscription.created', 'subscription.started']);
    });

    it('a repeated request schedules the newest version of the plan', async () => {
      const { id } = await subscribe();
      const cheaper = await story.plan({ amount_cents: 1000 });
      await story.change(id, { plan_id: cheaper.id });
      await organization.put(`/v1/plans/${cheaper.id}`, { amount_cents: 2000 }).expect(200);
      await story.change(id, { name: 'Other' });
      const versions = async () => {
        const [row] = await app.database.query<{ scheduled: number }>(
          `SELECT version.version AS scheduled FROM subscriptions AS subscription
             JOIN plan_versions AS version
               ON version.organization_id = subscription.organization_id AND version.id = next_plan_version_id
            WHERE subscription.id = $1`,
          [id],
        );
        return row?.scheduled;
      };
      expect(await versions()).toBe(1);
      expect(await story.change(id, { plan_id: cheaper.id })).toMatchObject({ next_plan_id: cheaper.id });
      expect(await versions()).toBe(2);
      await organization.put(`/v1/plans/${cheaper.id}`, { amount_cents: 3000 }).expect(200);
      // Now at least as expensive as the current plan.
      expect(await story.change(id, { plan_id: cheaper.id })).toMatchObject({
        plan_id: cheaper.id,
        next_plan_id: null,
      });
    });

    it('an upgrade takes effect immediately', async () => {
      const { id } = await subscribe();
      const same = await story.plan({ interval: 'yearly', amount_cents: 36_000 });
      const upgraded = await story.change(id, { plan_id: same.id });
      expect(upgraded).toMatchObject({
        plan_id: same.id,
        previous_plan_id: plan.id,
        next_plan_id: null,
        current_period: { from: instant('2030-06-15'), to: instant('2031-01-01') },
      });
      const told = (await story.events()).find((it) => it.kind === 'subscription.plan_changed');
      expect(told?.object).toEqual(upgraded);
      expect(await story.change(id, { plan_id: same.id })).toEqual(upgraded);
      await organization.delete(`/v1/plans/${plan.id}`).expect(204);
    });

    it('deliveries of an upgrade are listed in the order of the event catalogue', async () => {
      await anEndpoint(organization);
      const { id } = await subscribe();
      const dearer = await story.plan({ amount_cents: 9000, pay_in_advance: true });
      await story.change(id, { plan_id: dearer.id });
      const list = await bodyOf<{ webhook_type: string }[]>(
        organization.get('/v1/webhook_endpoints/hooks/list?order_by=created_at:asc'),
      );
      expect(list.map((it) => it.webhook_type).slice(-5)).toEqual([
        'subscription.created',
        'subscription.started',
        'subscription.plan_changed',
        'invoice.created',
        'invoice.finalized',
      ]);
    });

    it('a new plan version does not change the price of existing subscriptions', async () => {
      const { id } = await subscribe();
      await organization.put(`/v1/plans/${plan.id}`, { amount_cents: 100 }).expect(200);
      const other = await story.plan({ amount_cents: 2999 });
      expect(await story.change(id, { plan_id: other.id })).toMatchObject({ next_plan_id: other.id });
    });
  });

  describe('transitions', () => {
    it('usage reported at the instant of the termination is billed', async () => {
      const calls = await aMetric(organization, { code: 'calls', aggregation_type: 'count' });
      const charges = [aCharge(calls, { properties: { amount: '0.10' } })];
      const { id: planId } = await story.plan({ charges });
      const subscription = await subscribe({ plan_id: planId });
      await aUsageEvent(organization, subscription);
      await organization.delete(`${PATH}/${subscription.id}`).expect(204);
      const path = `/v1/invoices?subscription_id=${subscription.id}`;
      const [invoice] = await bodyOf<{ fees: object[] }[]>(organization.get(path));
      expect(invoice?.fees).toContainEqual(
        expect.objectContaining({ type: 'charge', units: '1', amount_cents: 10 }),
      );
      const [stored] = await bodyOf<{ late: boolean }[]>(organization.get('/v1/events'));
      expect(stored?.late).toBe(false);
    });

    it('activating a pending subscription starts it now; activating an active one is refused', async () => {
      const { id } = await subscribe({ subscription_at: instant('2031-01-10'), billing_time: 'anniversary' });
      expect(await act(id, 'activate')).toMatchObject({
        status: 'active',
        subscription_at: NOW,
        started_at: NOW,
        current_period: { from: instant('2030-06-15'), to: instant('2030-07-15') },
      });
      await problemOf(organization.post(`${PATH}/${id}/activate`), 400, 'invalid_state');
      expect(await kindsOfSubscription()).toEqual(['subscription.created', 'subscription.started']);
    });

    it('canceling a pending subscription ends it immediately', async () => {
      const { id } = await subscribe({ subscription_at: instant('2031-01-10') });
      expect(await act(id, 'cancel')).toMatchObject({
        status: 'canceled',
        canceled_at: NOW,
        terminated_at: null,
        current_period: null,
      });
      expect(await story.kinds()).toEqual(['subscription.created', 'subscription.canceled']);
      for (const action of ['activate', 'cancel']) {
        await problemOf(organization.post(`${PATH}/${id}/${action}`), 400, 'invalid_state');
      }
      await problemOf(organization.delete(`${PATH}/${id}`), 400, 'invalid_state');
      await problemOf(organization.delete(`${PATH}/${id}/cancel`), 400, 'invalid_state');
      await problemOf(organization.put(`${PATH}/${id}`, { name: 'x' }), 400, 'invalid_state');
    });

    it('the cancellation of an active subscription is scheduled and can be withdrawn', async () => {
      const { id } = await subscribe();
      await problemOf(organization.delete(`${PATH}/${id}/cancel`), 400, 'invalid_state');
      expect(await act(id, 'cancel')).toMatchObject({ status: 'active', canceled_at: NOW });
      await problemOf(organization.post(`${PATH}/${id}/cancel`), 400, 'invalid_state');
      await organization.delete(`${PATH}/${id}/cancel`).expect(204, {});
      expect(await story.subscription(id)).toMatchObject({ status: 'active', canceled_at: null });
      expect(await kindsOfSubscription()).toEqual(['subscription.created', 'subscription.started']);
    });

    it('terminating an active subscription ends and bills it immediately', async () => {
      const { id } = await subscribe();
      await organization.delete(`${PATH}/${id}`).expect(204, {});
      const ended = await story.subscription(id);
      expect(ended).toMatchObject({
        status: 'terminated',
        terminated_at: NOW,
        canceled_at: null,
        current_period: { from: instant('2030-06-15'), to: NOW },
      });
      const kinds = await story.kinds();
      expect(kinds.at(-1)).toBe('subscription.terminated');
      expect(kinds).toContain('invoice.created');
      await problemOf(organization.delete(`${PATH}/${id}`), 400, 'invalid_state');
      await problemOf(organization.post(`${PATH}/${id}/cancel`), 400, 'invalid_state');
    });

    it('terminating with on_termination_action=skip creates no invoice', async () => {
      const { id } = await subscribe();
      await organization.delete(`${PATH}/${id}?on_termination_action=later`).expect(422);
      await organization.delete(`${PATH}/${id}?on_termination_action=skip`).expect(204);
      expect(await story.kinds()).toEqual([
        'subscription.created',
        'subscription.started',
        'subscription.terminated',
      ]);
    });

    it.each<[string, object[]]>([
      ['', [{ offset_amount_cents: 500, credit_amount_cents: 1000, refund_amount_cents: 0 }]],
      ['offset', [{ offset_amount_cents: 500, credit_amount_cents: 1000, refund_amount_cents: 0 }]],
      ['refund', [{ offset_amount_cents: 400, credit_amount_cents: 0, refund_amount_cents: 1100 }]],
      ['credit', [{ offset_amount_cents: 0, credit_amount_cents: 1500, refund_amount_cents: 0 }]],
      ['skip', []],
    ])('on_termination_credit_note=%s chooses the credit for the unused part', async (value, notes) => {
      // 15 of 16 days are unused.
      const advance = await story.plan({ pay_in_advance: true });
      const { id } = await subscribe({ plan_id: advance.id });
      const [invoice] = await story.invoices({ id });
      expect(invoice).toMatchObject({ total_amount_cents: 1600 });
      await aPaymentByHand(organization, { invoice_id: invoice?.id ?? '' }, 1100);
      const wrong = organization.delete(`${PATH}/${id}?on_termination_credit_note=cash`);
      expect(await wrongFieldsOf(wrong)).toEqual(['on_termination_credit_note']);
      const query = value === '' ? '' : `&on_termination_credit_note=${value}`;
      await organization.delete(`${PATH}/${id}?on_termination_action=skip${query}`).expect(204);
      const made = await bodyOf<object[]>(organization.get('/v1/credit_notes'));
      expect(made).toHaveLength(notes.length);
      expect(made).toMatchObject(notes);
    });
  });
});
