import { aCampaign, aCustomer, anInvoice } from '../../support/builders';
import { connectSandbox } from '../../support/collections';
import { emailsOf, untilState } from '../../support/emails';
import { eventually } from '../../support/eventually';
import { partsOf } from '../../support/mail-server';
import { PAY_LINK, usePayersMail } from '../../support/payers-mail';
import type { TestOrganization } from '../../support/test-app';
import { listOf, type PaymentMethodBody, bodyOf } from '../../support/wire';

const PAGES = { success_url: 'https://shop.example/thanks', cancel_url: 'https://shop.example/cart' };

describe('links to pay in e-mails', () => {
  const payers = usePayersMail();
  const { app, mail, own, moveTo, sandbox } = payers;

  beforeEach(async () => {
    const all = { send_invoices: true, send_payment_requests: true };
    await own.put('/v1/organizations/current/emails', all).expect(200);
  });

  const aReader = () => aCustomer(own, { email: 'zoe@example.com', net_payment_term: 0 });
  /** Waits for so many e-mails of a kind to be sent, and returns their plain texts, the last one first. */
  const textsOf = async (of: TestOrganization, kind: string, count: number): Promise<string[]> => {
    const emails = await eventually(async () => {
      const all = await emailsOf(of, `&kind=${kind}`);
      return all.length === count ? all : null;
    });
    for (const { id } of emails) await untilState(of, id, 'sent');
    return mail.messages
      .slice(-count)
      .reverse()
      .map(({ content }) => partsOf(content)[0]?.body.toString() ?? '');
  };

  it('lead to our page where a provider is connected, and are absent where none is', async () => {
    const customer = await aReader();
    await anInvoice(own, { customer_id: customer.id });
    expect((await textsOf(own, 'invoice', 1))[0]).not.toMatch(PAY_LINK);
    await connectSandbox(payers, own, 'stripe');
    const invoice = await anInvoice(own, { customer_id: customer.id });
    const [text = ''] = await textsOf(own, 'invoice', 2);
    const [, path = ''] = PAY_LINK.exec(text) ?? [];
    expect(text).toContain('Pay online');
    const page = await fetch(app.url + path);
    expect(await page.text()).toContain(invoice.number);
  });

  it('are sent by every attempt of a campaign that finds no method, and by none that charges one', async () => {
    await connectSandbox(payers, own, 'stripe');
    await moveTo('2030-01-10');
    await aCampaign(own, { applied_to_organization: true, days_between_attempts: 2 });
    const customer = await aReader();
    await anInvoice(own, { customer_id: customer.id });
    await moveTo('2030-01-12');
    const [first = ''] = await textsOf(own, 'payment_request', 1);
    const [, path = ''] = PAY_LINK.exec(first) ?? [];
    expect(await (await fetch(app.url + path)).text()).toContain('50.00');
    await moveTo('2030-01-14');
    expect((await textsOf(own, 'payment_request', 2))[0]).toMatch(PAY_LINK);
    const methods = `/v1/customers/${customer.id}/payment_methods`;
    const { url } = await bodyOf<{ url: string }>(own.post(`${methods}/setup`, PAGES), 201);
    await sandbox().pay(url);
    await eventually(async () => {
      const { items } = await listOf<PaymentMethodBody>(own.get(methods));
      return items.length === 1 ? true : null;
    });
    await moveTo('2030-01-16');
    const charges = await eventually(async () => {
      const { items } = await listOf(own.get(`/v1/collections?customer_id=${customer.id}&kind=charge`));
      return items.length === 1 ? items : null;
    });
    expect(charges).toHaveLength(1);
    expect(await emailsOf(own, '&kind=payment_request')).toHaveLength(2);
  });
});
