import { aCustomer, anInvoice } from '../../support/builders';
import { connectSandbox, poll } from '../../support/collections';
import { emailsOf, untilState, type EmailBody } from '../../support/emails';
import { eventually } from '../../support/eventually';
import { partsOf } from '../../support/mail-server';
import { PAY_LINK, usePayersMail } from '../../support/payers-mail';
import { bodyOf, listOf, type PaymentMethodBody } from '../../support/wire';

const MONTHS = ['January', 'February', 'March', 'April', 'May'];
const PAGES = { success_url: 'https://shop.example/thanks', cancel_url: 'https://shop.example/cart' };

describe('e-mails of invoices that are charged by themselves', () => {
  const payers = usePayersMail();
  const { sandbox, mail, own } = payers;
  /** The clock of the service does not go back: each test has a month of 2030 of its own. */
  let month = 0;
  const moveTo = (day: number) => payers.moveTo(`2030-0${month}-${day}`);
  const nameOf = (day: number): string => `${day} ${MONTHS[month - 1] ?? ''} 2030`;

  beforeEach(async () => {
    await own.put('/v1/organizations/current/emails', { send_invoices: true }).expect(200);
    month++;
    await moveTo(10);
    await connectSandbox(payers, own, 'stripe');
  });

  /** A customer whose invoices are charged by themselves to a saved card that behaves so. */
  async function aPayer(behavior: string, locale = 'en'): Promise<{ id: string; method: string }> {
    const fields = { email: 'zoe@example.com', net_payment_term: 5, locale };
    const { id } = await aCustomer(own, { ...fields, collection_method: 'automatic' });
    const methods = `/v1/customers/${id}/payment_methods`;
    const { url } = await bodyOf<{ url: string }>(own.post(`${methods}/setup`, PAGES), 201);
    await sandbox().pay(url, behavior);
    const [saved] = await eventually(async () => {
      await poll(payers);
      const { items } = await listOf<PaymentMethodBody>(own.get(methods));
      return items.length === 1 ? items : null;
    });
    return { id, method: saved?.label ?? '' };
  }

  /** Waits for so many e-mails about an invoice to be sent; returns the last one with its plain text. */
  async function lastOf(invoiceId: string, count: number): Promise<EmailBody & { text: string }> {
    const emails = await eventually(async () => {
      await poll(payers);
      const all = (await emailsOf(own)).filter((it) => it.invoice_id === invoiceId);
      return all.length === count ? all : null;
    });
    const sent = await untilState(own, emails.at(-1)?.id ?? '', 'sent');
    const message = mail.messages.find(({ content }) => content.includes(sent.message_id ?? '-'));
    const [plain] = message === undefined ? [] : partsOf(message.content);
    return { ...sent, text: (plain?.body.toString() ?? '').replace(/\s+/g, ' ') };
  }

  it('say when and with which method the charge happens, and do not ask to pay', async () => {
    const { id, method } = await aPayer('succeed');
    const invoice = await anInvoice(own, { customer_id: id });
    const { text } = await lastOf(invoice.id, 1);
    expect(text).toContain(`will be charged to ${method} on ${nameOf(15)}`);
    expect(text).not.toMatch(/Please pay/);
    expect(text).not.toMatch(PAY_LINK);
  });

  it('say so in the language of the customer', async () => {
    const { id, method } = await aPayer('succeed', 'de');
    const invoice = await anInvoice(own, { customer_id: id });
    const { text } = await lastOf(invoice.id, 1);
    expect(text).toContain(`werden am 15. Februar 2030 über ${method} eingezogen`);
  });

  it('ask to pay where there is no method to charge', async () => {
    const fields = { email: 'zoe@example.com', collection_method: 'automatic' };
    const invoice = await anInvoice(own, { customer_id: (await aCustomer(own, fields)).id });
    const { text } = await lastOf(invoice.id, 1);
    expect(text).toContain('Please pay');
    expect(text).toMatch(PAY_LINK);
  });

  it('ask to pay once a charge has failed, and say when it is tried again', async () => {
    const { id } = await aPayer('decline:insufficient_funds');
    const invoice = await anInvoice(own, { customer_id: id });
    await lastOf(invoice.id, 1);
    await moveTo(15);
    const { text, subject, automatic } = await lastOf(invoice.id, 2);
    expect({ subject, automatic }).toEqual({
      ...{ subject: `Payment of invoice ${invoice.number ?? ''} from Acme failed`, automatic: true },
    });
    expect(text).toContain('could not be charged. Please pay the invoice.');
    expect(text).toContain(`we will try again on ${nameOf(18)}`);
    expect(text).toMatch(PAY_LINK);
  });

  it('ask to confirm the payment where the bank wants the payer to authenticate', async () => {
    const { id } = await aPayer('requires_action');
    const invoice = await anInvoice(own, { customer_id: id });
    await lastOf(invoice.id, 1);
    await moveTo(15);
    const { text, subject } = await lastOf(invoice.id, 2);
    expect(subject).toBe(`Please confirm the payment of invoice ${invoice.number ?? ''} from Acme`);
    expect(text).toContain('Your bank asks you to confirm the payment');
    expect(text).toMatch(PAY_LINK);
  });

  it('ask to pay once the charge finds that the saved method was deleted', async () => {
    const { id } = await aPayer('succeed');
    const invoice = await anInvoice(own, { customer_id: id });
    await lastOf(invoice.id, 1);
    const { items } = await listOf<PaymentMethodBody>(own.get(`/v1/customers/${id}/payment_methods`));
    await own.delete(`/v1/customers/${id}/payment_methods/${items[0]?.id ?? ''}`).expect(204);
    await moveTo(15);
    const { text, subject, automatic } = await lastOf(invoice.id, 2);
    expect({ subject, automatic }).toEqual({
      ...{ subject: `Payment of invoice ${invoice.number ?? ''} from Acme failed`, automatic: true },
    });
    expect(text).toContain('because there is no saved payment method any more. Please pay the invoice.');
    expect(text).toMatch(PAY_LINK);
  });

  it('do not ask twice where there was never a method', async () => {
    const fields = { email: 'zoe@example.com', net_payment_term: 5, collection_method: 'automatic' };
    const invoice = await anInvoice(own, { customer_id: (await aCustomer(own, fields)).id });
    await lastOf(invoice.id, 1);
    await moveTo(15);
    const settings = await bodyOf(own.get(`/v1/invoices/${invoice.id}/collection_settings`));
    expect(settings).toMatchObject({ automatic_status: 'stopped' });
    await lastOf(invoice.id, 1);
  });
});
