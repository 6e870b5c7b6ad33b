import { aSubscription } from '../../support/builders';
import type { SubscriptionBody } from '../../support/subscription-wire';
import { BillingStory, instant } from '../../support/billing-story';
import type { TestOrganization } from '../../support/test-app';
import { useTestApp } from '../../support/use-test-app';
import {
  INSTANT,
  UUID_V7,
  bodyOf,
  listOf,
  problemOf,
  wrongFieldsOf,
  type CustomerBody,
  type PlanBody,
} from '../../support/wire';

const PATH = '/v1/subscriptions';
const UNKNOWN = '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a';
const NOW = instant('2030-06-15T12:00');

describe('creating and reading subscriptions', () => {
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
  const kindsOfSubscription = async (): Promise<string[]> =>
    (await story.kinds()).filter((it) => it.startsWith('subscription.'));

  it('a subscription without a start is active immediately', async () => {
    const subscription = await subscribe();
    expect(subscription).toEqual({
      id: expect.stringMatching(UUID_V7) as string,
      ...body(),
      ...{ plan_version: 1, interval: 'monthly', amount_cents: 3000, currency: 'USD' },
      billing_error: null,
      name: null,
      status: 'active',
      billing_time: 'calendar',
      subscription_at: NOW,
      started_at: NOW,
      trial_ends_at: null,
      trial_ended_at: null,
      ending_at: null,
      canceled_at: null,
      cancels_at: null,
      terminated_at: null,
      previous_plan_id: null,
      next_plan_id: null,
      on_termination_action: 'generate_invoice',
      current_period: { from: instant('2030-06-15'), to: instant('2030-07-01') },
      created_at: expect.stringMatching(INSTANT) as string,
      updated_at: subscription.created_at,
    });
    expect(await story.subscription(subscription.id)).toEqual(subscription);
    const [created, started] = await story.events();
    expect(created).toMatchObject({
      kind: 'subscription.created',
      object: { status: 'pending', started_at: null, current_period: null },
    });
    expect(started).toEqual({ kind: 'subscription.started', object: subscription });
  });

  it('a subscription with a start in the future is pending', async () => {
    const subscription = await subscribe({
      name: 'Head office',
      billing_time: 'anniversary',
      subscription_at: '2030-07-10T08:00:00+02:00',
      ending_at: instant('2031-07-10'),
      on_termination_action: 'skip',
    });
    expect(subscription).toMatchObject({
      name: 'Head office',
      status: 'pending',
      subscription_at: instant('2030-07-10T06:00'),
      started_at: null,
      current_period: null,
      ending_at: instant('2031-07-10'),
      on_termination_action: 'skip',
    });
    expect(await story.kinds()).toEqual(['subscription.created']);
  });

  it('a subscription with a start in the past begins in the current billing period', async () => {
    const subscription = await subscribe({ subscription_at: instant('2029-02-03T04:05') });
    expect(subscription).toMatchObject({
      status: 'active',
      started_at: instant('2029-02-03T04:05'),
      current_period: { from: instant('2030-06-01'), to: instant('2030-07-01') },
    });
    expect(await story.kinds()).toEqual(['subscription.created', 'subscription.started']);
  });

  it('a trial that ended before the subscription was created emits trial_ended', async () => {
    plan = await story.plan({ trial_period_days: 10 });
    const subscription = await subscribe({ subscription_at: instant('2030-06-01T08:00') });
    const trialEnd = instant('2030-06-11T08:00');
    expect(subscription).toMatchObject({ trial_ends_at: trialEnd, trial_ended_at: trialEnd });
    expect(await kindsOfSubscription()).toEqual([
      'subscription.created',
      'subscription.started',
      'subscription.trial_ended',
    ]);
  });

  it.each<[string, () => object]>([
    ['external_id', () => ({ external_id: '' })],
    ['customer_id', () => ({ customer_id: UNKNOWN })],
    ['customer_id', () => ({ customer_id: 'x' })],
    ['plan_id', () => ({ plan_id: UNKNOWN })],
    ['plan_id', () => ({ plan_id: customer.id })],
    ['billing_time', () => ({ billing_time: 'weekly' })],
    ['subscription_at', () => ({ subscription_at: '2030-02-30T00:00:00Z' })],
    ['subscription_at', () => ({ subscription_at: null })],
    ['subscription_at', () => ({ subscription_at: '1999-12-31T23:59:59Z' })],
    ['subscription_at', () => ({ subscription_at: '2100-01-01T00:00:00Z' })],
    ['ending_at', () => ({ ending_at: NOW })],
    ['ending_at', () => ({ ending_at: '2100-01-01T00:00:00Z' })],
    ['ending_at', () => ({ subscription_at: instant('2029-01-01'), ending_at: instant('2030-01-01') })],
    ['ending_at', () => ({ subscription_at: instant('2031-01-01'), ending_at: instant('2031-01-01') })],
    ['on_termination_action', () => ({ on_termination_action: 'refund' })],
    ['status', () => ({ status: 'active' })],
  ])('an invalid %s is refused with 422', async (field, fields) => {
    expect(await wrongFieldsOf(organization.post(PATH, body(fields())))).toEqual([field]);
    expect(await story.kinds()).toEqual([]);
  });

  it('a plan or customer that is deleted, in another currency or of another organization is refused with 422', async () => {
    const other = await BillingStory.begin(app);
    const foreign = { plan_id: (await other.plan()).id, customer_id: (await other.customer()).id };
    expect(await wrongFieldsOf(organization.post(PATH, body({ plan_id: foreign.plan_id })))).toEqual([
      'plan_id',
    ]);
    expect(await wrongFieldsOf(organization.post(PATH, body({ customer_id: foreign.customer_id })))).toEqual([
      'customer_id',
    ]);
    const euros = await story.customer({ currency: 'EUR' });
    expect(await wrongFieldsOf(organization.post(PATH, body({ customer_id: euros.id })))).toEqual([
      'plan_id',
    ]);
    await organization.delete(`/v1/plans/${plan.id}`).expect(204);
    expect(await wrongFieldsOf(organization.post(PATH, body()))).toEqual(['plan_id']);
    await organization.delete(`/v1/customers/${customer.id}`).expect(204);
    expect(await wrongFieldsOf(organization.post(PATH, body()))).toEqual(['customer_id']);
  });

  it('a second subscription with the same external_id is refused with 409, even after the first is terminated', async () => {
    const { id } = await subscribe();
    await problemOf(organization.post(PATH, body()), 409, 'conflict');
    await organization.delete(`${PATH}/${id}`).expect(204);
    await problemOf(organization.post(PATH, body()), 409, 'conflict');
    const other = await BillingStory.begin(app);
    await other.subscribe(await other.plan(), { external_id: 'sub_1' });
    expect((await subscribe({ external_id: 'sub_2' })).customer_id).toBe(customer.id);
  });

  it('the list is filtered by status, customer, plan and external_id', async () => {
    const [first, second] = [
      await subscribe(),
      await subscribe({ external_id: 'sub_2', subscription_at: instant('2031-01-01') }),
    ];
    const third = await story.subscribe(await story.plan(), { external_id: 'sub_3' });
    const ids = async (query: string): Promise<string[]> =>
      (await story.subscriptions(`order_by=external_id&${query}`)).map((it) => it.id);
    expect(await ids('')).toEqual([first.id, second.id, third.id]);
    expect(await ids('status=pending')).toEqual([second.id]);
    expect(await ids(`customer_id=${customer.id}`)).toEqual([first.id, second.id]);
    expect(await ids(`plan_id=${third.plan_id}`)).toEqual([third.id]);
    expect(await ids(`external_id=sub_2&status=active`)).toEqual([]);
    expect((await listOf(organization.get(`${PATH}?limit=1`))).total).toBe(3);
    await organization.get(`${PATH}?status=ended`).expect(422);
    await organization.get(`${PATH}?order_by=plan_id`).expect(422);
  });

  it('every route returns 404 for an unknown subscription or one of another organization', async () => {
    const { id } = await subscribe();
    const stranger = (await BillingStory.begin(app)).organization;
    for (const it of [UNKNOWN, id]) {
      await problemOf(stranger.get(`${PATH}/${it}`), 404, 'not_found');
      await problemOf(stranger.put(`${PATH}/${it}`, { plan_id: plan.id }), 404, 'not_found');
      await problemOf(stranger.delete(`${PATH}/${it}`), 404, 'not_found');
      await problemOf(stranger.post(`${PATH}/${it}/activate`), 404, 'not_found');
      await problemOf(stranger.post(`${PATH}/${it}/cancel`), 404, 'not_found');
      await problemOf(stranger.delete(`${PATH}/${it}/cancel`), 404, 'not_found');
      await problemOf(stranger.get(`${PATH}/${it}/billing_period`), 404, 'not_found');
      await problemOf(stranger.post(`${PATH}/${it}/change_plan_preview`, { plan_id: id }), 404, 'not_found');
    }
  });

  it('billing_period returns the period that contains an instant and the period that a bill would cover then', async () => {
    const { id } = await subscribe({ subscription_at: instant('2030-05-10T09:00') });
    const period = (query = ''): Promise<unknown> =>
      bodyOf(organization.get(`${PATH}/${id}/billing_period${query}`));
    const june = { from: instant('2030-06-01'), to: instant('2030-07-01') };
    const may = { from: instant('2030-05-10'), to: instant('2030-06-01') };
    const first = { charges_from: instant('2030-05-10T09:00'), charges_to: instant('2030-06-01') };
    expect(await period()).toEqual({ current: june, billed: { ...may, ...first } });
    expect(await period('?at=2030-07-01T00:00:00Z')).toEqual({
      current: { from: june.to, to: instant('2030-08-01') },
      billed: { ...june, charges_from: june.from, charges_to: june.to },
    });
    await organization.get(`${PATH}/${id}/billing_period?at=tomorrow`).expect(422);
    const early = await wrongFieldsOf(
      organization.get(`${PATH}/${id}/billing_period?at=2030-05-09T23:59:59Z`),
    );
    expect(early).toEqual(['at']);
    const pending = await subscribe({ external_id: 'later', subscription_at: instant('2030-08-15T09:00') });
    expect(await bodyOf(organization.get(`${PATH}/${pending.id}/billing_period`))).toMatchObject({
      current: { from: instant('2030-08-15'), to: instant('2030-09-01') },
    });
  });

  it('deleting a pending subscription, its customer or its plan is refused with 400, which says what to do', async () => {
    const { id } = await subscribe({ subscription_at: instant('2031-01-10') });
    const refused = async (path: string) =>
      (await problemOf(organization.delete(path), 400, 'invalid_state')).detail;
    expect(await refused(`/v1/customers/${customer.id}`)).toBe(
      `The customer has a pending subscription; cancel it first: POST ${PATH}/${id}/cancel.`,
    );
    expect(await refused(`/v1/plans/${plan.id}`)).toBe(
      'Pending or active subscriptions are on the plan, or are scheduled to change to it; it cannot be deleted. ' +
        'End them, or move them to another plan first.',
    );
    expect(await refused(`${PATH}/${id}`)).toBe(
      `The subscription is pending; it cannot be terminated. Cancel it with POST ${PATH}/${id}/cancel.`,
    );
    await organization.post(`${PATH}/${id}/cancel`).expect(200);
    await organization.delete(`/v1/plans/${plan.id}`).expect(204);
    await organization.delete(`/v1/customers/${customer.id}`).expect(204);
    expect(await story.subscription(id)).toMatchObject({ plan_id: plan.id, customer_id: customer.id });
  });

  it('changing to a plan in another currency is refused with 422', async () => {
    const { id } = await subscribe();
    const euros = await story.plan({ currency: 'EUR' });
    expect(await wrongFieldsOf(organization.put(`${PATH}/${id}`, { plan_id: euros.id }))).toEqual([
      'plan_id',
    ]);
    const preview = organization.post(`${PATH}/${id}/change_plan_preview`, { plan_id: euros.id });
    expect(await wrongFieldsOf(preview)).toEqual(['plan_id']);
  });

  it('on_termination_credit_note has no effect on a plan in arrears', async () => {
    const { id } = await subscribe();
    await organization.delete(`${PATH}/${id}?on_termination_credit_note=refund`).expect(204);
    expect(await story.subscription(id)).toMatchObject({ status: 'terminated' });
    expect(await bodyOf<object[]>(organization.get('/v1/credit_notes'))).toEqual([]);
  });
});
