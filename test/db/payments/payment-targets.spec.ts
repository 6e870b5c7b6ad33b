import { Module } from '@nestjs/common';
import { newId } from '../../../src/platform/domain/id';
import { extend } from '../../../src/platform/extensions';
import { defineEvent } from '../../../src/platform/outbox/event-catalogue';
import {
  PAYMENT_TARGETS,
  type PayableTarget,
  type PaymentTarget,
  type TargetEvents,
  type TargetPayment,
} from '../../../src/modules/payments';
import { aCustomer } from '../../support/builders';
import {
  connect,
  deliver,
  eventKindsOf,
  pathOfUrl,
  paymentOf,
  stripeEvent,
  stripeSuccess,
} from '../../support/payments';
import { signStripe } from '../../support/provider-messages';
import { useOrganization, useTestApp } from '../../support/use-test-app';
import { bodyOf, listOf, problemOf, wrongFieldsOf, type PaymentBody } from '../../support/wire';

class Payload {}
const After = defineEvent({ kind: 'sample.after', objectType: 'sample', trigger: 'Test', payload: Payload });

/** Records its calls, and returns an event for each place. */
class SampleTarget implements PaymentTarget {
  readonly type = 'sample';
  readonly calls: [string, TargetPayment][] = [];
  readonly payable = new Map<string, PayableTarget>();

  lock(_: unknown, _organizationId: string, id: string): Promise<PayableTarget | null> {
    return Promise.resolve(this.payable.get(id) ?? null);
  }
  apply = this.recording('apply');
  fail = this.recording('fail');
  reopen = this.recording('reopen');

  private recording(name: string) {
    return (_: unknown, payment: TargetPayment): Promise<TargetEvents> => {
      this.calls.push([name, payment]);
      const { organizationId, targetId: objectId } = payment;
      const about = { organizationId, objectId, object: new Payload() };
      return Promise.resolve({ before: [Before.of(about)], after: [After.of(about)] });
    };
  }
}

@Module({ providers: [SampleTarget, extend(PAYMENT_TARGETS, SampleTarget)] })
class SampleModule {}

describe('payments of a target that a module adds', () => {
  const app = useTestApp({}, SampleModule);
  const organization = useOrganization(app);
  let target: SampleTarget;
  let customerId: string;

  beforeEach(async () => {
    customerId = (await aCustomer(organization)).id;
    target = app.app.get(SampleTarget, { strict: false });
    target.calls.length = 0;
  });

  it('a payment recorded by hand is applied, with the events in the order of the catalogue', async () => {
    const sample = aSample();
    const body = { ...sample, amount_cents: 5000 };
    const payment = await bodyOf<PaymentBody>(organization.post('/v1/payments/record', body), 201);
    expect(payment).toMatchObject({
      ...sample,
      payment_request_id: null,
      invoice_id: null,
      customer_id: customerId,
      status: 'succeeded',
    });
    const about = { organizationId: organization.id, targetId: sample.target_id, paymentId: payment.id };
    expect(target.calls).toEqual([['apply', { ...about, amountCents: 5000n }]]);
    const kinds = ['sample.before', 'payment.created', 'payment.succeeded', 'sample.after'];
    expect(await lastKinds(4)).toEqual(kinds);
    const { items } = await listOf<PaymentBody>(
      organization.get(`/v1/payments?target_id=${sample.target_id}`),
    );
    expect(items).toEqual([payment]);
  });

  it('an unknown record is refused with 422, one with an obstacle with 400 and its reason', async () => {
    const unknown = { target_type: 'sample', target_id: newId(), amount_cents: 1 };
    expect(await wrongFieldsOf(organization.post('/v1/payments/record', unknown))).toEqual(['target_id']);
    const closed = { ...aSample({ obstacle: 'It is closed.' }), amount_cents: 1 };
    const problem = await problemOf(organization.post('/v1/payments/record', closed), 400, 'invalid_state');
    expect(problem.detail).toBe('It is closed.');
  });

  it('failure, success and reversal reported by a provider reach the target', async () => {
    const path = pathOfUrl(await connect(organization, 'stripe', 's of the provider'));
    const body = { ...aSample(), provider: 'stripe' };
    const payment = await bodyOf<PaymentBody>(organization.post('/v1/payments', body), 201);
    const about = { id: 'pi_1', currency: 'usd', metadata: { payment_id: payment.id } };
    const send = (type: string, object: object = {}) =>
      deliver(app, path, signStripe(stripeEvent(type, { ...about, ...object }), 's of the provider')).expect(
        200,
      );
    await send('payment_intent.payment_failed');
    expect(await lastKinds(3)).toEqual(['sample.before', 'payment.failed', 'sample.after']);
    await deliver(app, path, stripeSuccess('s of the provider', payment, { id: 'pi_1' })).expect(200);
    expect(await lastKinds(3)).toEqual(['sample.before', 'payment.succeeded', 'sample.after']);
    await send('charge.dispute.funds_withdrawn', { payment_intent: 'pi_1', amount: 5000 });
    expect(await lastKinds(3)).toEqual(['sample.before', 'payment.failed', 'sample.after']);
    expect(target.calls.map(([name, it]) => [name, it.amountCents])).toEqual([
      ['fail', 5000n],
      ['apply', 5000n],
      ['reopen', 5000n],
    ]);
    expect((await paymentOf(organization, payment.id)).status).toBe('failed');
  });

  function aSample(fields: Partial<PayableTarget> = {}): { target_type: string; target_id: string } {
    const id = newId();
    target.payable.set(id, { customerId, currency: 'USD', amountDueCents: 5000n, obstacle: null, ...fields });
    return { target_type: 'sample', target_id: id };
  }

  async function lastKinds(count: number): Promise<string[]> {
    return (await eventKindsOf(app, organization)).slice(-count);
  }
});

const Before = defineEvent({
  kind: 'sample.before',
  objectType: 'sample',
  trigger: 'Test',
  payload: Payload,
});
