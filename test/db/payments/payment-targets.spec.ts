import type { Transaction } from '../../../src/platform/database/transactions';
import { newId } from '../../../src/platform/domain/id';
import { NotFoundError } from '../../../src/platform/errors/app-error';
import { logger } from '../../../src/platform/observability/logger';
import { defineEvent } from '../../../src/platform/outbox/event-catalogue';
import { Outbox } from '../../../src/platform/outbox/outbox';
import type {
  PayableTarget,
  PaymentTarget,
  TargetEvents,
  TargetPayment,
} from '../../../src/modules/payments';
import { PaymentTargets } from '../../../src/modules/payments/payment-targets';
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

const misdeeds = new Misdeeds();

/** A fake target that is not an invoice. Records its calls; its events surround those of the payment. */
class SampleTarget implements PaymentTarget {
  readonly kind = 'payment_request';
  readonly calls: [string, TargetPayment][] = [];
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

const app = useTestApp();

const anInvoiceOf: TestedTarget['create'] = async (organization, { id }, amountCents) => ({
  invoice_id: (await anInvoice(organization, { customer_id: id, amounts: [amountCents] })).id,
});

if (isLong) {
  paymentTargetSuite('invoice', app, {
    create: anInvoiceOf,
    eventsWhenPaid: { before: ['invoice.paid'], after: [] },
  });
}

paymentTargetSuite('payment_request', app, {
  async create(organization, customer, amountCents) {
    const { invoice_id: id = '' } = await anInvoiceOf(organization, customer, amountCents);
    return { payment_request_id: (await aPaymentRequest(organization, customer, { id })).id };
  },
  eventsWhenPaid: { before: ['invoice.paid'], after: ['payment_request.payment_succeeded'] },
});

describe('payments of a target other than an invoice', () => {
  const organization = useOrganization(app);
  let target: SampleTarget;
  let customerId: string;

  beforeAll(async () => {
    // SampleTarget has no rows that the foreign key could refer to.
    await app.database.query('ALTER TABLE payments DROP CONSTRAINT payments_payment_request_fkey');
  });
  beforeEach(async () => {
    customerId = (await aCustomer(organization)).id;
    target = new SampleTarget();
    // A start-up cannot register two targets of a kind.
    app.app.get<Registered>(PaymentTargets, { strict: false }).byKind.set(target.kind, target);
  });

  function aRequest(fields: Partial<PayableTarget> = {}): string {
    const id = newId();
    target.payable.set(id, { customerId, currency: 'USD', amountDueCents: 5000n, obstacle: null, ...fields });
    return id;
  }
  const lastKinds = async (count: number): Promise<string[]> =>
    (await eventKindsOf(app, organization)).slice(-count);

  it('a manual payment is applied to the target, whose events surround the events of the payment', async () => {
    const id = aRequest();
    const payment = await aPaymentByHand(organization, { payment_request_id: id }, 5000);
    expect(payment).toMatchObject({
      payment_request_id: id,
      invoice_id: null,
      customer_id: customerId,
      status: 'succeeded',
    });
    const told = { organizationId: organization.id, targetId: id, paymentId: payment.id, amountCents: 5000n };
    expect(target.calls).toEqual([['apply', told]]);
    expect(await lastKinds(4)).toEqual([
      'sample.before',
      'payment.created',
      'payment.succeeded',
      'sample.after',
    ]);
  });

  it('an unknown target is refused with 422; a target that cannot be paid is refused with 400 and the reason as detail', async () => {
    const unknown = { payment_request_id: newId(), amount_cents: 1 };
    expect(await wrongFieldsOf(organization.post('/v1/payments/record', unknown))).toEqual([
      'payment_request_id',
    ]);
    const closed = { payment_request_id: aRequest({ obstacle: 'It is closed.' }), amount_cents: 1 };
    const problem = await problemOf(organization.post('/v1/payments/record', closed), 400, 'invalid_state');
    expect(problem.detail).toBe('It is closed.');
  });

  it('a failure, success and reversal reported by a provider are passed to the target', async () => {
    const path = pathOfUrl(await connect(organization, 'stripe', 's'));
    const id = aRequest();
    const body = { payment_request_id: id, provider: 'stripe' };
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

  it.each([
    ...COMMON_MISDEEDS,
    ['returns a negative amount', 'amountDueCents must be a bigint from 0 to 2^53-1, not -1'] as const,
    ['returns an unknown currency', 'currency must be an ISO 4217 code, not EURO'] as const,
    ['returns an event of another organization', 'it returned an event of another organization'] as const,
    ['appends events itself', 'an extension appended an event'] as const,
  ])('a target that %s fails under its name and takes no money', async (misdeed, reason) => {
    const id = aRequest();
    const logged = jest.spyOn(logger, 'error');
    const body = { payment_request_id: id, amount_cents: 5000 };
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
    const request = { payment_request_id: aRequest(), provider: 'gocardless' };
    const theirs = await bodyOf<PaymentBody>(organization.post('/v1/payments', request), 201);
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

/** The part of `PaymentTargets` that lets a fake take the place of payment requests. */
interface Registered {
  byKind: Map<string, PaymentTarget>;
}
