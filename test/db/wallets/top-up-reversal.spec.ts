import { PAYMENT_TARGETS } from '../../../src/modules/payments';
import { Transactions } from '../../../src/platform/database/transactions';
import { Extensions } from '../../../src/platform/extensions';
import { aPaymentByHand, aWallet } from '../../support/builders';
import { invoiceOf } from '../../support/payments';
import { useOrganization, useTestApp } from '../../support/use-test-app';
import { bodyOf, type PaymentBody, type WalletBody } from '../../support/wire';

/** The money of a top-up goes back after its credits were added. */
describe('reversal of a paid top-up', () => {
  const app = useTestApp({ ROLE: 'api' });
  const organization = useOrganization(app);

  it('the invoice is due again, and a second payment adds no credits', async () => {
    const { id } = await aWallet(organization);
    const sale = { credits: '10', source: 'paid', collect: true };
    const sold = organization.post(`/v1/wallets/${id}/top_up`, sale);
    const { top_up_invoice_id: invoiceId } = await bodyOf<{ top_up_invoice_id: string }>(sold);
    const balance = async () =>
      (await bodyOf<WalletBody>(organization.get(`/v1/wallets/${id}`))).balance_cents;
    await reverse(await aPaymentByHand(organization, { invoice_id: invoiceId }, 1000), invoiceId);
    expect(await invoiceOf(organization, invoiceId)).toMatchObject({
      ...{ status: 'finalized', amount_due_cents: 1000 },
    });
    expect(await balance()).toBe(1000);
    await aPaymentByHand(organization, { invoice_id: invoiceId }, 1000);
    expect((await invoiceOf(organization, invoiceId)).status).toBe('paid');
    expect(await balance()).toBe(1000);
  });

  function reverse({ id: paymentId }: PaymentBody, targetId: string): Promise<unknown> {
    const targets = app.app.get(Extensions, { strict: false }).of(PAYMENT_TARGETS);
    const target = targets.find((it) => it.type === 'invoice');
    if (target === undefined) throw new Error('unreachable');
    const about = { organizationId: organization.id, targetId, paymentId, amountCents: 1000n };
    return app.app.get(Transactions).run((tx) => target.reopen(tx, about));
  }
});
