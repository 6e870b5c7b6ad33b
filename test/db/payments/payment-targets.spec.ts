import { newId } from '../../../src/platform/domain/id';
import { NotFoundError } from '../../../src/platform/errors/app-error';
import { defineEvent } from '../../../src/platform/outbox/event-catalogue';
import {
  PaymentTargets,
  type PayableTarget,
  type PaymentTarget,
  type TargetEvents,
  type TargetPayment,
} from '../../../src/modules/payments';
import { aCustomer, aPaymentByHand } from '../../support/builders';
import {
  connect,
  deliver,
  eventKindsOf,
  pathOfUrl,
  paymentOf,
  stripeEvent,
  stripeSuccess,
  type PaymentBody,
} from '../../support/payments';
import { signStripe } from '../../support/provider-messages';
import { useOrganization, useTestApp } from '../../support/use-test-app';
import { bodyOf, problemOf, wrongFieldsOf } from '../../support/wire';

class Told {}

const Before = defineEvent({ kind: 'sample.before', objectType: 'sample', trigger: 'Test', payload: Told });
const After = defineEvent({ kind: 'sample.after', objectType: 'sample', trigger: 'Test', payload: Told });

/** A fake target that is not an invoice. Records its calls; its events surround those of the payment. */
class SampleTarget implements PaymentTarget {
  readonly calls: [string, TargetPayment][] = [];
  readonly payable = new Map<string, PayableTarget>();

  lock(_: unknown, _organizationId: string, id: string): Promise<PayableTarget> {
    const found = this.payable.get(id);
    return found === undefined ? Promise.reject(new NotFoundError('sample')) : Promise.resolve(found);
  }
  apply = this.noting('apply');
  fail = this.noting('fail');
  reopen = this.noting('reopen');

  private noting(name: string) {
    return (_: unknown, payment: TargetPayment): Promise<TargetEvents> => {
      this.calls.push([name, payment]);
      const about = {
        organizationId: payment.organizationId,
        objectId: payment.targetId,
        object: new Told(),
      };
      return Promise.resolve({ before: [Before.of(about)], after: [After.of(about)] });
    };
  }
}

describe('payments of a target other than an invoice', () => {
  const app = useTestApp();
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
    app.app.get(PaymentTargets, { strict: false }).register('payment_request', target);
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
});
