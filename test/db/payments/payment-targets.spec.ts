import { Injectable, Module } from '@nestjs/common';
import type { Transaction } from '../../../src/platform/database/transactions';
import { newId } from '../../../src/platform/domain/id';
import { NotFoundError } from '../../../src/platform/errors/app-error';
import { logger } from '../../../src/platform/observability/logger';
import { defineEvent } from '../../../src/platform/outbox/event-catalogue';
import { Outbox } from '../../../src/platform/outbox/outbox';
import {
  PAYMENT_TARGETS,
  type PayableTarget,
  type PaymentTarget,
  type TargetEvents,
  type TargetPayment,
} from '../../../src/modules/payments';
import { extend } from '../../../src/platform/extensions';
import { COMMON_MISDEEDS, Misdeeds } from '../../conformance/hostile';
import { paymentTargetSuite, type TestedTarget } from '../../conformance/payment-target.suite';
import { aCustomer, aPayment, aPaymentByHand, aPaymentRequest, anInvoice } from '../../support/builders';
import { isLong } from '../../support/long-form';
import {
  connect,
  deliver,
  eventKindsOf,
  notificationsOf,
  pathOfUrl,
  paymentOf,
  stripeEvent,
  stripeSuccess,
  type PaymentBody,
} from '../../support/payments';
import { signHex, signStripe } from '../../support/provider-messages';
import { useOrganization, useTestApp } from '../../support/use-test-app';
import { bodyOf, listOf, problemOf, wrongFieldsOf } from '../../support/wire';

class Told {}

const Before = defineEvent({ kind: 'sample.before', objectType: 'sample', trigger: 'Test', payload: Told });
const After = defineEvent({ kind: 'sample.after', objectType: 'sample', trigger: 'Test', payload: Told });

const misdeeds = new Misdeeds(() => SampleTarget);

/** A target of a further module. Records its calls; its events surround those of the payment. */
@Injectable()
class SampleTarget implements PaymentTarget {
  readonly kind = 'sample';
  calls: [string, TargetPayment][] = [];
  readonly payable = new Map<string, PayableTarget>();

  async lock(_: unknown, organizationId: string, id: string): Promise<PayableTarget> {
    const found = this.payable.get(id);
    if (found === undefined) throw new NotFoundError('sample');
    const misdeed = await misdeeds.in(organizationId);
    if (misdeed === 'returns a negative amount') return { ...found, amountDueCents: -1n };
    return misdeed === 'returns an unknown currency' ? { ...found, currency: 'EURO' } : found;
  }
  apply = this.noting('apply');
  fail = this.noting('fail');
  reopen = this.noting('reopen');

  private noting(name: string) {
    return async (tx: Transaction, payment: TargetPayment): Promise<TargetEvents> => {
      this.calls.push([name, payment]);
      const misdeed = await misdeeds.in(payment.organizationId);
      const organizationId =
        misdeed === 'returns an event of another organization' ? newId() : payment.organizationId;
      const about = { organizationId, objectId: payment.targetId, object: new Told() };
      if (misdeed === 'appends events itself') await app.app.get(Outbox).append(tx, Before.of(about));
      return { before: [Before.of(about)], after: [After.of(about)] };
    };
  }
}

@Module({ providers: [SampleTarget, extend(PAYMENT_TARGETS, SampleTarget)] })
class SampleModule {}

const app = useTestApp({}, SampleModule);

const anInvoiceOf: TestedTarget['create'] = async (organization, { id }, amountCents) =>
  (await anInvoice(organization, { customer_id: id, amounts: [amountCents] })).id;

if (isLong) {
  paymentTargetSuite('invoice', app, {
    create: anInvoiceOf,
    eventsWhenPaid: { before: ['invoice.paid'], after: [] },
  });
}

paymentTargetSuite('payment_request', app, {
  async create(organization, customer, amountCents) {
    const id = await anInvoiceOf(organization, customer, amountCents);
    return (await aPaymentRequest(organization, customer, { id })).id;
  },
  eventsWhenPaid: { before: ['invoice.paid'], after: ['payment_request.payment_succeeded'] },
});

describe('payments of a target of a further module', () => {
  const organization = useOrganization(app);
  let target: SampleTarget;
  let customerId: string;

  beforeEach(async () => {
    customerId = (await aCustomer(organization)).id;
    target = app.app.get(SampleTarget, { strict: false });
    target.calls = [];
  });
  afterEach(async () => {
    expect(await bodyOf(organization.get('/v1/reconciliation'))).toMatchObject({ agrees: true });
  });

  /** Creates a sample, and returns the fields that name it. */
  function aSample(fields: Partial<PayableTarget> = {}): { target_kind: string; target_id: string } {
    const id = newId();
    target.payable.set(id, { customerId, currency: 'USD', amountDueCents: 5000n, obstacle: null, ...fields });
    return { target_kind: 'sample', target_id: id };
  }
  const lastKinds = async (count: number): Promise<string[]> =>
    (await eventKindsOf(app, organization)).slice(-count);

  it('a manual payment is applied to the target, whose events surround the events of the payment', async () => {
    const sample = aSample();
    const payment = await aPaymentByHand(organization, sample, 5000);
    expect(payment).toMatchObject({
      ...sample,
      invoice_id: null,
      payment_request_id: null,
      customer_id: customerId,
      status: 'succeeded',
    });
    expect(await paymentOf(organization, payment.id)).toEqual(payment);
    const about = { organizationId: organization.id, targetId: sample.target_id, paymentId: payment.id };
    const told = { ...about, amountCents: 5000n };
    expect(target.calls).toEqual([['apply', told]]);
    expect(await lastKinds(4)).toEqual([
      'sample.before',
      'payment.created',
      'payment.succeeded',
      'sample.after',
    ]);
  });

  it('an unknown target is refused with 422; a target that cannot be paid is refused with 400 and the reason as detail', async () => {
    const unknown = { target_kind: 'sample', target_id: newId(), amount_cents: 1 };
    expect(await wrongFieldsOf(organization.post('/v1/payments/record', unknown))).toEqual(['target_id']);
    const closed = { ...aSample({ obstacle: 'It is closed.' }), amount_cents: 1 };
    const problem = await problemOf(organization.post('/v1/payments/record', closed), 400, 'invalid_state');
    expect(problem.detail).toBe('It is closed.');
  });

  it('a failure, success and reversal reported by a provider are passed to the target', async () => {
    const path = pathOfUrl(await connect(organization, 'stripe', 's'));
    const body = { ...aSample(), provider: 'stripe' };
    const payment = await bodyOf<PaymentBody>(organization.post('/v1/payments', body), 201);
    const about = { id: 'pi_1', currency: 'usd', metadata: { payment_id: payment.id } };
    const tell = (type: string, object: object = {}) =>
      deliver(app, path, signStripe(stripeEvent(type, { ...about, ...object }), 's')).expect(200);
    await tell('payment_intent.payment_failed');
    expect(await lastKinds(3)).toEqual(['sample.before', 'payment.failed', 'sample.after']);
    await deliver(app, path, stripeSuccess('s', payment, { id: 'pi_1' })).expect(200);
    expect(await lastKinds(3)).toEqual(['sample.before', 'payment.succeeded', 'sample.after']);
    await tell('charge.dispute.funds_withdrawn', { payment_intent: 'pi_1', amount: 5000 });
    expect(await lastKinds(3)).toEqual(['sample.before', 'payment.failed', 'sample.after']);
    expect(target.calls.map(([name, it]) => [name, it.amountCents])).toEqual([
      ['fail', 5000n],
      ['apply', 5000n],
      ['reopen', 5000n],
    ]);
    expect((await paymentOf(organization, payment.id)).status).toBe('failed');
  });

  it('a refund does not call the target; money that comes back after a reversal is applied again', async () => {
    const path = pathOfUrl(await connect(organization, 'stripe', 's'));
    const body = { ...aSample(), provider: 'stripe' };
    const payment = await bodyOf<PaymentBody>(organization.post('/v1/payments', body), 201);
    await deliver(app, path, stripeSuccess('s', payment, { id: 'pi_1' })).expect(200);
    await bodyOf(organization.post(`/v1/payments/${payment.id}/refund`, { amount_cents: 2000 }));
    for (const type of ['charge.dispute.funds_withdrawn', 'charge.dispute.funds_reinstated']) {
      const dispute = { id: 'du_1', payment_intent: 'pi_1', amount: 5000, currency: 'usd' };
      await deliver(app, path, signStripe(stripeEvent(type, dispute), 's')).expect(200);
    }
    expect(target.calls.map(([name, it]) => [name, it.amountCents])).toEqual([
      ['apply', 5000n],
      ['reopen', 5000n],
      ['apply', 5000n],
    ]);
    expect(await paymentOf(organization, payment.id)).toMatchObject({
      status: 'succeeded',
      refunded_amount_cents: 2000,
      reversed_amount_cents: 0,
    });
  });

  it('a target of a kind that is no longer installed keeps the notification for later', async () => {
    const path = pathOfUrl(await connect(organization, 'stripe', 's'));
    const sample = { ...aSample(), provider: 'stripe' };
    const payment = await bodyOf<PaymentBody>(organization.post('/v1/payments', sample), 201);
    await app.database.query(`UPDATE payments SET target_kind = 'removed' WHERE id = $1`, [payment.id]);
    await deliver(app, path, stripeSuccess('s', payment, { id: 'pi_1' })).expect(200);
    expect(await notificationsOf(organization, 'stripe', '?status=failed')).toMatchObject([
      {
        needs_review: true,
        reason: 'Payments of a removed need the module of this kind, which is not installed.',
      },
    ]);
    expect((await paymentOf(organization, payment.id)).status).toBe('pending');
  });

  it.each([
    ['two targets', 'invoice_id', { invoice_id: newId(), target_kind: 'sample', target_id: newId() }],
    ['no ID', 'target_id', { target_kind: 'sample' }],
    ['no kind', 'target_kind', { target_id: newId() }],
    ['an unknown kind', 'target_kind must be one of: sample.', { target_kind: 'other', target_id: newId() }],
    ['an invoice', 'send invoice_id', { target_kind: 'invoice', target_id: newId() }],
    ['a payment request', 'send payment_request_id', { target_kind: 'payment_request', target_id: newId() }],
  ])('a payment that names %s is refused with 422 and the remedy', async (_, remedy, fields) => {
    const refused = organization.post('/v1/payments/record', { ...fields, amount_cents: 1 });
    expect((await problemOf(refused, 422, 'validation_failed')).detail).toContain(remedy);
  });

  it.each([
    ...COMMON_MISDEEDS,
    ['returns a negative amount', 'amountDueCents must be a bigint from 0 to 2^53-1, not -1'] as const,
    ['returns an unknown currency', 'currency must be an ISO 4217 code, not EURO'] as const,
    ['returns an event of another organization', 'it returned an event of another organization'] as const,
    ['appends events itself', 'an extension appended an event'] as const,
  ])('a target that %s fails under its name and takes no money', async (misdeed, reason) => {
    const logged = jest.spyOn(logger, 'error');
    const body = { ...aSample(), amount_cents: 5000 };
    await misdeeds.during(app, organization.id, misdeed, async () => {
      await problemOf(organization.post('/v1/payments/record', body), 500, 'internal_error');
    });
    const [[{ err }]] = logged.mock.calls as unknown as [[{ err: Error }]];
    logged.mockRestore();
    expect(err.message).toContain(`The extension SampleTarget of "payment targets" failed: ${reason}`);
    expect((await listOf(organization.get('/v1/payments'))).total).toBe(0);
    await bodyOf(organization.post('/v1/payments/record', body), 201);
  });

  it('a target that fails sets its own notification aside; the others of the body are processed', async () => {
    const path = pathOfUrl(await connect(organization, 'gocardless', 'secret'));
    const invoice = await anInvoice(organization);
    const ours = await aPayment(organization, invoice, { provider: 'gocardless' });
    const sample = { ...aSample(), provider: 'gocardless' };
    const theirs = await bodyOf<PaymentBody>(organization.post('/v1/payments', sample), 201);
    const events = [theirs, ours].map(({ id }) => ({
      id: `EV-${id}`,
      resource_type: 'payments',
      action: 'confirmed',
      links: { payment: `PM-${id}` },
      resource_metadata: { payment_id: id },
    }));
    await misdeeds.during(app, organization.id, 'throws', () =>
      deliver(app, path, signHex(JSON.stringify({ events }), 'secret')).expect(200),
    );
    expect((await paymentOf(organization, ours.id)).status).toBe('succeeded');
    expect((await paymentOf(organization, theirs.id)).status).toBe('pending');
    const [failed, ...others] = await notificationsOf(organization, 'gocardless', '?status=failed');
    expect(others).toEqual([]);
    expect(failed).toMatchObject({
      event_id: `EV-${theirs.id}`,
      needs_review: true,
      reason: 'The extension SampleTarget of "payment targets" failed.',
    });
    const again = `/v1/payment_providers/gocardless/notifications/${failed?.id}/reprocess`;
    expect(await bodyOf(organization.post(again))).toMatchObject({ status: 'processed' });
    expect((await paymentOf(organization, theirs.id)).status).toBe('succeeded');
  });
});
