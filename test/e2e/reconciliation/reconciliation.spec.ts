import { newId } from '../../../src/platform/domain/id';
import {
  aCreditNote,
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
import { mismatchesOf, mismatchesWith, type Change, type Mismatches } from '../../support/mismatches';
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

  const mismatchesIn = async (name: string): Promise<Reconciliation['checks'][number]['mismatches']> => {
    const { checks } = await bodyOf<Reconciliation>(organization.get(PATH));
    const check = checks.find((it) => it.name === name);
    if (check === undefined) throw new Error(`No check ${name}`);
    return check.mismatches;
  };

  const found = (): Promise<Mismatches> => mismatchesOf(organization);
  const foundWith = (...change: Change): Promise<Mismatches> => mismatchesWith(app, organization, ...change);

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
    expect(await mismatchesIn('event_deliveries')).toEqual([]);

    await app.database.query('DELETE FROM webhook_queue WHERE organization_id = $1', [organization.id]);
    await app.database.query('DELETE FROM webhook_deliveries WHERE organization_id = $1', [organization.id]);
    const [event] = await app.database.query<{ id: string }>(
      'SELECT id FROM outbox_events WHERE organization_id = $1',
      [organization.id],
    );
    expect(await mismatchesIn('event_deliveries')).toEqual([
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
    expect(await mismatchesIn('payment_settlements')).toEqual([
      { ...about, expected: '3000', actual: '2999' },
    ]);
    expect(await mismatchesIn('payment_refunds')).toEqual([{ ...about, expected: '1000', actual: '999' }]);

    await set(`settled_amount_cents = 3000, refunded_amount_cents = 1000, reversed_amount_cents = 500`);
    expect(await mismatchesIn('payment_amounts')).toEqual([{ ...about, expected: '2500', actual: '3000' }]);
    await set(`reversed_amount_cents = 0, status = 'refunded'`);
    expect(await mismatchesIn('payment_refunds')).toEqual([{ ...about, expected: '3000', actual: '1000' }]);

    // Only a succeeded payment may have a settled amount.
    await set(`settled_amount_cents = 3000, status = 'failed'`);
    expect(await mismatchesIn('payment_settlements')).toEqual([{ ...about, expected: '3000', actual: '0' }]);
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
    expect(await mismatchesIn('advance_fees')).toEqual([
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
    expect(await mismatchesIn('payment_amounts')).toEqual(found);
    await run(`UPDATE provider_notifications SET needs_review = true
                WHERE organization_id = $1 AND event_type = 'charge.dispute.funds_reinstated'`);
    expect(await mismatchesIn('payment_amounts')).toEqual([]);
    await run(`UPDATE payments SET status = 'failed', reversed_at = now() WHERE organization_id = $1`);
    expect(await mismatchesIn('payment_amounts')).toEqual(found);
  });

  describe('with a credit note of 10.00: a credit of 1.00, a refund of 7.00 and an offset of 2.00', () => {
    beforeEach(async () => {
      const invoice = await anInvoice(organization, { amounts: [1000, 5000] });
      const payment = await aPaymentByHand(organization, { invoice_id: invoice.id }, 3000);
      await aCreditNote(organization, invoice, {
        amounts: [0, 1000],
        credit_amount_cents: 100,
        refund_amount_cents: 700,
        offset_amount_cents: 200,
      });
      await aCreditNote(organization, invoice, { amounts: [100], finalize: false });
      await bodyOf(organization.post(`/v1/payments/${payment.id}/refund`, { amount_cents: 300 }));
      expect(await found()).toEqual({});
    });
    const isFinal = `status = 'finalized'`;

    it.each<[string, Record<string, number>, Record<string, string[][]>]>([
      [
        'credit',
        { total_amount_cents: 100, credit_amount_cents: 100, balance_amount_cents: 100 },
        { credit_note_items: [['1000+0', '1100+0']], credit_note_splits: [['100+700+200', '200+700+200']] },
      ],
      [
        'a refund',
        { total_amount_cents: 50, refund_amount_cents: 50 },
        { credit_note_items: [['1000+0', '1050+0']], credit_note_splits: [['100+700+200', '100+750+200']] },
      ],
      [
        'credit instead of a refund',
        { refund_amount_cents: -50, credit_amount_cents: 50, balance_amount_cents: 50 },
        { credit_note_splits: [['100+700+200', '150+650+200']] },
      ],
      [
        'a refund below what was refunded',
        { refund_amount_cents: -450, credit_amount_cents: 450, balance_amount_cents: 450 },
        { credit_note_refunds: [['250', '300']], credit_note_splits: [['100+700+200', '550+250+200']] },
      ],
      [
        'an offset',
        { total_amount_cents: -10, offset_amount_cents: -10 },
        {
          credit_note_items: [['1000+0', '990+0']],
          credit_note_offsets: [['200', '190']],
          credit_note_splits: [['100+700+200', '100+700+190']],
        },
      ],
      ['taxes', { taxes_amount_cents: 100 }, { credit_note_items: [['1000+0', '900+100']] }],
    ])('%s that the note did not have is found', async (_, differences, mismatches) => {
      expect(await foundWith('credit_notes', differences, isFinal)).toEqual(mismatches);
    });

    it('an item with other amounts, and an item that is missing, are found', async () => {
      const ofNote = `credit_note_id IN (SELECT id FROM credit_notes WHERE ${isFinal})`;
      expect(await foundWith('credit_note_items', { amount_cents: 1 }, ofNote)).toEqual({
        credit_note_items: [['1001+0', '1000+0']],
      });
      expect(await foundWith('credit_note_items', { taxes_amount_cents: 1 }, ofNote)).toEqual({
        credit_note_items: [['1000+1', '1000+0']],
      });
      await app.database.query(`DELETE FROM credit_note_items WHERE organization_id = $1 AND ${ofNote}`, [
        organization.id,
      ]);
      expect(await found()).toEqual({ credit_note_items: [['0+0', '1000+0']] });
    });

    it('another amount that a payment has refunded of its invoice is found', async () => {
      const ofPayment = `source = 'payment'`;
      expect(await foundWith('invoice_settlements', { refunded_amount_cents: 1 }, ofPayment)).toEqual({
        invoice_refunds: [['300', '301']],
      });
      expect(await foundWith('invoice_settlements', { refunded_amount_cents: -1 }, ofPayment)).toEqual({
        invoice_refunds: [['300', '299']],
      });
    });
  });

  it('the refund of money that was applied to no invoice is no refund of the invoice', async () => {
    const invoice = await anInvoice(organization, { currency: 'USD' });
    const payment = await aPayment(organization, invoice);
    const path = pathOfUrl(await connect(organization, 'stripe', PROVIDER_SECRET));
    const fields = { paymentId: payment.id, providerPaymentId: 'pi_1', currency: 'USD', at: new Date() };
    await deliver(app, path, providerEvent('stripe', 'succeeded', { ...fields, amount: 5600 })).expect(200);
    const refund = (cents: number) =>
      bodyOf(organization.post(`/v1/payments/${payment.id}/refund`, { amount_cents: cents }));
    await refund(400);
    expect(await found()).toEqual({});
    await refund(300);
    expect(await found()).toEqual({});
    // 600 of 700 were applied to no invoice.
    expect(await foundWith('invoice_settlements', { refunded_amount_cents: -1 })).toEqual({
      invoice_refunds: [['100', '99']],
    });
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
    expect(await mismatchesIn('payment_settlements')).toEqual([
      { object_type: 'payment', object_id: nobody, expected: '700', actual: '0' },
    ]);
    expect(await mismatchesIn('invoice_settlements')).toEqual([
      { object_type: 'invoice', object_id: invoice.id, expected: '700', actual: '0' },
    ]);
  });
});
