import { newId } from '../../../src/platform/domain/id';
import {
  aCustomer,
  aPayment,
  aPaymentByHand,
  aPlan,
  aSubscription,
  anEndpoint,
  anInvoice,
} from '../../support/builders';
import { connect, deliver, pathOfUrl } from '../../support/payments';
import { PROVIDER_SECRET, providerEvent } from '../../support/provider-events';
import { useOrganization, useTestApp } from '../../support/use-test-app';
import { bodyOf, listOf, problemOf } from '../../support/wire';

interface Reconciliation {
  checked_at: string;
  agrees: boolean;
  checks: {
    name: string;
    description: string;
    agrees: boolean;
    mismatches: { object_type: string; object_id: string; expected: string; actual: string }[];
  }[];
}

const PATH = '/v1/reconciliation';

describe('reconciliation', () => {
  const app = useTestApp();
  const organization = useOrganization(app);

  const mismatchesOf = async (name: string): Promise<Reconciliation['checks'][number]['mismatches']> => {
    const { checks } = await bodyOf<Reconciliation>(organization.get(PATH));
    const check = checks.find((it) => it.name === name);
    if (check === undefined) throw new Error(`No check ${name}`);
    return check.mismatches;
  };

  it('every check of a new organization finds no mismatch', async () => {
    const answer = await bodyOf<Reconciliation>(organization.get(PATH));
    expect(answer.agrees).toBe(true);
    expect(answer.checks.length).toBeGreaterThanOrEqual(2);
    for (const check of answer.checks) {
      expect(check).toEqual({
        name: expect.stringMatching(/^[a-z_]+$/) as string,
        description: expect.stringMatching(/\.$/) as string,
        agrees: true,
        mismatches: [],
      });
    }
  });

  it('a query parameter is refused with 422', async () => {
    await problemOf(organization.get(`${PATH}?since=2026-01-01`), 422, 'validation_failed');
  });

  it('a missing delivery is found, and no other organization is affected', async () => {
    const endpoint = await anEndpoint(organization, 'http://127.0.0.1:4/', {
      event_types: ['customer.*'],
    });
    await app.database.query(
      `UPDATE webhook_endpoint_subscriptions SET starts_at = starts_at - interval '1 minute'
        WHERE webhook_endpoint_id = $1`,
      [endpoint.id],
    );
    await aCustomer(organization, { external_id: 'jane' });
    expect(await mismatchesOf('event_deliveries')).toEqual([]);

    await app.database.query('DELETE FROM webhook_queue WHERE organization_id = $1', [organization.id]);
    await app.database.query('DELETE FROM webhook_deliveries WHERE organization_id = $1', [organization.id]);
    const [event] = await app.database.query<{ id: string }>(
      'SELECT id FROM outbox_events WHERE organization_id = $1',
      [organization.id],
    );
    expect(await mismatchesOf('event_deliveries')).toEqual([
      { object_type: 'event', object_id: event?.id, expected: '1', actual: '0' },
    ]);
    const other = await app.anOrganization();
    expect((await bodyOf<Reconciliation>(other.get(PATH))).agrees).toBe(true);
  });

  it('a wrong settled amount and a missing refund of a payment are found', async () => {
    const invoice = await anInvoice(organization);
    const payment = await aPaymentByHand(organization, { invoice_id: invoice.id }, 3000);
    await bodyOf(organization.post(`/v1/payments/${payment.id}/refund`, { amount_cents: 1000 }));
    expect(await bodyOf(organization.get(PATH))).toMatchObject({ agrees: true });

    const set = (assignment: string) =>
      app.database.query(`UPDATE payments SET ${assignment} WHERE organization_id = $1`, [organization.id]);
    const about = { object_type: 'payment', object_id: payment.id };
    await set('settled_amount_cents = 2999, refunded_amount_cents = 999');
    expect(await mismatchesOf('payment_settlements')).toEqual([
      { ...about, expected: '3000', actual: '2999' },
    ]);
    expect(await mismatchesOf('payment_refunds')).toEqual([{ ...about, expected: '1000', actual: '999' }]);

    // Only a succeeded payment may have a settled amount.
    await set(`settled_amount_cents = 3000, status = 'failed'`);
    expect(await mismatchesOf('payment_settlements')).toEqual([{ ...about, expected: '3000', actual: '0' }]);
  });

  it('a billing period of a plan paid in advance without its fee is found', async () => {
    const { id: customer_id } = await aCustomer(organization, { external_id: 'jane' });
    const subscribe = async (code: string, terms: object, fields: object = {}) => {
      const plan = await aPlan(organization, { code, amount_cents: 3100, pay_in_advance: true, ...terms });
      return aSubscription(organization, { external_id: code, plan_id: plan.id, customer_id, ...fields });
    };
    const billed = await subscribe('billed', {});
    await subscribe('free', { amount_cents: 0 });
    await subscribe('tried', { trial_period_days: 10 });
    await subscribe('arrears', { pay_in_advance: false });
    const upgraded = await subscribe('small', {}, { billing_time: 'anniversary' });
    const large = await aPlan(organization, { code: 'large', amount_cents: 9300, pay_in_advance: true });
    await bodyOf(organization.put(`/v1/subscriptions/${upgraded.id}`, { plan_id: large.id }));
    const invoices = await listOf<{ id: string; subscription_id: string }>(organization.get('/v1/invoices'));
    const invoice = invoices.items.find((it) => it.subscription_id === billed.id);
    await bodyOf(organization.post(`/v1/invoices/${invoice?.id}/void`));
    expect(await bodyOf(organization.get(PATH))).toMatchObject({ agrees: true });

    await app.database.query('DELETE FROM invoice_fees WHERE invoice_id = $1', [invoice?.id]);
    expect(await mismatchesOf('advance_fees')).toEqual([
      {
        object_type: 'subscription',
        object_id: billed.id,
        expected: `1 from ${billed.started_at}`,
        actual: '0',
      },
    ]);
  });

  it('money that came back after a reversal and is not applied is found, unless it needs review', async () => {
    const invoice = await anInvoice(organization, { currency: 'USD' });
    const payment = await aPayment(organization, invoice);
    const path = pathOfUrl(await connect(organization, 'stripe', PROVIDER_SECRET));
    const ids = { paymentId: payment.id, providerPaymentId: 'pi_1' };
    for (const [day, happening] of (['succeeded', 'reversed', 'reinstated'] as const).entries()) {
      const fields = { ...ids, amount: 5000, currency: 'USD', at: new Date(Date.UTC(2026, 0, day + 1)) };
      await deliver(app, path, providerEvent('stripe', happening, fields)).expect(200);
    }
    expect(await bodyOf(organization.get(PATH))).toMatchObject({ agrees: true });

    const run = (sql: string) => app.database.query(sql, [organization.id]);
    const found = [{ object_type: 'payment', object_id: payment.id, expected: '5000', actual: '0' }];
    await run('DELETE FROM invoice_settlements WHERE organization_id = $1');
    await run('UPDATE payments SET settled_amount_cents = 0 WHERE organization_id = $1');
    expect(await mismatchesOf('payment_amounts')).toEqual(found);
    await run(`UPDATE provider_notifications SET needs_review = true
                WHERE organization_id = $1 AND event_type = 'charge.dispute.funds_reinstated'`);
    expect(await mismatchesOf('payment_amounts')).toEqual([]);
    await run(`UPDATE payments SET status = 'failed', reversed_at = now() WHERE organization_id = $1`);
    expect(await mismatchesOf('payment_amounts')).toEqual(found);
  });

  it('an amount applied to an invoice without a payment is found', async () => {
    const invoice = await anInvoice(organization);
    const nobody = newId();
    await app.database.query(
      `INSERT INTO invoice_settlements
         (organization_id, id, invoice_id, source, source_id, amount_cents, created_at, updated_at)
       VALUES ($1, $2, $3, 'payment', $2, 700, now(), now())`,
      [organization.id, nobody, invoice.id],
    );
    expect(await mismatchesOf('payment_settlements')).toEqual([
      { object_type: 'payment', object_id: nobody, expected: '700', actual: '0' },
    ]);
    expect(await mismatchesOf('invoice_settlements')).toEqual([
      { object_type: 'invoice', object_id: invoice.id, expected: '700', actual: '0' },
    ]);
  });
});
