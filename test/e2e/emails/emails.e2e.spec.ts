import { createHash } from 'node:crypto';
import { aCreditNote, aCustomer, anInvoice } from '../../support/builders';
import { emailsOf, untilState, type EmailBody } from '../../support/emails';
import { headerOf, mailEnvironment, partsOf, useMailServer } from '../../support/mail-server';
import { binary } from '../../support/pdf';
import { startTestApp, type TestApp, type TestOrganization } from '../../support/test-app';
import { lateBound, useOrganization } from '../../support/use-test-app';
import { bodyOf, problemOf, type InvoiceBody } from '../../support/wire';

const SETTINGS = '/v1/organizations/current/emails';
const ALL = {
  send_invoices: true,
  send_receipts: true,
  send_credit_notes: true,
  send_payment_requests: true,
};

describe('e-mails', () => {
  const mail = useMailServer();
  let started: TestApp | undefined;
  beforeAll(async () => {
    started = await startTestApp(mailEnvironment(mail));
  });
  afterAll(() => started?.stop());
  const app = lateBound<TestApp>(() => started, 'The service has not started.');
  const org = useOrganization(app, { name: 'Acme & Söhne' });

  const aReader = (fields: object = {}) =>
    aCustomer(org, { name: 'Zoë <Łódź>', email: 'zoe@example.com', net_payment_term: 10, ...fields });
  const sent = async (count = 1): Promise<EmailBody[]> => {
    const emails = await emailsOf(org);
    expect(emails).toHaveLength(count);
    return Promise.all(emails.map((it) => untilState(org, it.id, 'sent')));
  };
  const pdfOf = async (path: string): Promise<Buffer> => {
    const response = await org.get(`${path}/document.pdf`).parse(binary).expect(200);
    return response.body as Buffer;
  };

  describe('by themselves', () => {
    it('are off by default', async () => {
      await anInvoice(org, { customer_id: (await aReader()).id });
      expect(await emailsOf(org)).toEqual([]);
    });

    it('carry a final invoice, its document byte for byte, and a public link to it', async () => {
      const settings = { send_invoices: true, reply_to: 'desk@acme.example' };
      await org.put(SETTINGS, settings).expect(200);
      const invoice = await anInvoice(org, { customer_id: (await aReader()).id, amounts: [123_456] });
      const [email] = await sent();
      expect(email).toMatchObject({
        kind: 'invoice',
        automatic: true,
        invoice_id: invoice.id,
        to: 'zoe@example.com',
        attempts: 1,
        last_error: null,
        subject: `Invoice ${invoice.number} from Acme & Söhne`,
      });
      const [message] = mail.messages;
      if (message === undefined) throw new Error('Nothing was received');
      expect(message).toMatchObject({ from: 'billing@service.example', to: 'zoe@example.com' });
      expect(headerOf(message, 'Message-ID')).toBe(`<${email?.id}@service.example>`);
      expect(headerOf(message, 'Reply-To')).toBe('desk@acme.example');
      const [text, html, pdf] = partsOf(message.content);
      expect(text?.body.toString()).toContain('Hello Zoë <Łódź>,');
      expect(text?.body.toString()).toContain('EUR 1,234.56'.replace(' ', '\u00a0'));
      expect(html?.body.toString()).toContain('Hello Zoë &lt;Łódź&gt;,');
      expect(pdf?.headers).toContain(`filename=${invoice.number}.pdf`);
      expect(pdf?.body).toEqual(await pdfOf(`/v1/invoices/${invoice.id}`));
      const { document_sha256: digest } = await bodyOf<InvoiceBody & { document_sha256: string }>(
        org.get(`/v1/invoices/${invoice.id}`),
      );
      expect(
        createHash('sha256')
          .update(pdf?.body ?? '')
          .digest('hex'),
      ).toBe(digest);
      const link = /https:\/\/billing\.service\.example(\/v1\/documents\/[\w-]{64})/.exec(
        text?.body.toString() ?? '',
      );
      await app.request.get(link?.[1] ?? '/').expect(200);
      const kept = await org.get(`/v1/emails/${email?.id}/message`).parse(binary).expect(200);
      expect(kept.headers['content-type']).toBe('message/rfc822');
      expect(kept.body).toEqual(message.content);
    });

    it('carry receipts, credit notes and payment requests', async () => {
      await org.put(SETTINGS, { ...ALL, send_invoices: false }).expect(200);
      const { id: customer_id } = await aReader();
      const [paid, owed] = [
        await anInvoice(org, { customer_id }),
        await anInvoice(org, { customer_id, amounts: [700, 300] }),
      ];
      const money = { invoice_id: paid.id, amount_cents: 5000 };
      await org.post('/v1/payments/record', money).expect(201);
      const note = await aCreditNote(org, owed, { amounts: [100, 0] });
      await org.post('/v1/payment_requests', { customer_id, invoice_ids: [owed.id] }).expect(201);
      const emails = await sent(3);
      expect(emails.map((it) => [it.kind, it.invoice_id])).toEqual([
        ['receipt', paid.id],
        ['credit_note', owed.id],
        ['payment_request', null],
      ]);
      const attached = emails.map((email) => {
        const message = mail.messages.find((it) => headerOf(it, 'Message-ID') === email.message_id);
        return partsOf(message?.content ?? Buffer.alloc(0))[2]?.body;
      });
      expect(attached[0]).toEqual(await pdfOf(`/v1/invoices/${paid.id}`));
      expect(attached[1]).toEqual(await pdfOf(`/v1/credit_notes/${note.id}`));
      expect(attached[2]).toEqual(await pdfOf(`/v1/invoices/${owed.id}`));
      expect(await emailsOf(org, `&kind=receipt`)).toHaveLength(1);
      expect(await emailsOf(org, `&invoice_id=${owed.id}`)).toHaveLength(1);
      expect(await emailsOf(org, `&customer_id=${customer_id}&state=sent`)).toHaveLength(3);
    });

    it('are written in the language of the customer, or in that of the settings', async () => {
      await org.put(SETTINGS, { send_invoices: true }).expect(200);
      const { id: customer_id } = await aReader({ locale: 'de' });
      const one = await anInvoice(org, { customer_id });
      await sent(1);
      await org.put(SETTINGS, { locale: 'fr', sender_name: 'Facturation' }).expect(200);
      const other = await anInvoice(org, { customer_id });
      expect((await sent(2)).map((it) => it.subject)).toEqual([
        `Rechnung ${one.number} von Acme & Söhne`,
        `Facture ${other.number} de Facturation`,
      ]);
    });

    it('are not queued for a customer without an address', async () => {
      await org.put(SETTINGS, ALL).expect(200);
      await anInvoice(org, { customer_id: (await aReader({ email: null })).id });
      expect(await emailsOf(org)).toEqual([]);
    });
  });

  describe('by request', () => {
    it('go to the customer, or to another address, whatever the settings say', async () => {
      const invoice = await anInvoice(org, { customer_id: (await aReader()).id });
      const path = `/v1/invoices/${invoice.id}/send`;
      const first = await bodyOf<EmailBody>(org.post(path), 201);
      expect(first).toMatchObject({ state: 'pending', automatic: false, to: 'zoe@example.com' });
      const second = await bodyOf<EmailBody>(org.post(path, { to: 'boss@example.com' }), 201);
      expect(second.to).toBe('boss@example.com');
      await sent(2);
      expect(mail.messages.map((it) => it.to).sort()).toEqual(['boss@example.com', 'zoe@example.com']);
    });

    it('are sent once under an Idempotency-Key', async () => {
      const invoice = await anInvoice(org, { customer_id: (await aReader()).id });
      const send = () =>
        org.post(`/v1/invoices/${invoice.id}/send`).set('Idempotency-Key', 'once').expect(201);
      const [one, other] = [await send(), await send()];
      expect(other.body).toEqual(one.body);
      await sent(1);
      expect(mail.messages).toHaveLength(1);
    });

    it('are refused without an address, naming the field', async () => {
      const invoice = await anInvoice(org, { customer_id: (await aReader({ email: null })).id });
      const path = `/v1/invoices/${invoice.id}/send`;
      expect((await problemOf(org.post(path), 422, 'validation_failed')).errors?.[0]?.field).toBe('to');
      for (const to of ['nobody', 'a@b\r\nBcc: c@example.com', '', 1]) {
        const problem = await problemOf(org.post(path, { to }), 422, 'validation_failed');
        expect(problem.errors?.[0]?.field).toBe('to');
      }
    });

    it('are refused for drafts and for what is void', async () => {
      const invoice = await anInvoice(org, { customer_id: (await aReader()).id });
      const draft = await aCreditNote(org, invoice, { finalize: false });
      await problemOf(org.post(`/v1/credit_notes/${draft.id}/send`), 400, 'invalid_state');
      await org.post(`/v1/invoices/${invoice.id}/void`).expect(200);
      await problemOf(org.post(`/v1/invoices/${invoice.id}/send`), 400, 'invalid_state');
    });

    it('are refused for records of another organization', async () => {
      const invoice = await anInvoice(org, { customer_id: (await aReader()).id });
      const email = await bodyOf<EmailBody>(org.post(`/v1/invoices/${invoice.id}/send`), 201);
      await untilState(org, email.id, 'sent');
      const stranger: TestOrganization = await app.anOrganization();
      await problemOf(stranger.post(`/v1/invoices/${invoice.id}/send`), 404, 'not_found');
      await problemOf(stranger.get(`/v1/emails/${email.id}`), 404, 'not_found');
      await problemOf(stranger.get(`/v1/emails/${email.id}/message`), 404, 'not_found');
      expect(await emailsOf(stranger)).toEqual([]);
    });
  });

  it('lose the personal data of an erased customer', async () => {
    const customer = await aReader();
    const invoice = await anInvoice(org, { customer_id: customer.id });
    const key = { 'Idempotency-Key': 'kept' };
    const email = await bodyOf<EmailBody>(org.post(`/v1/invoices/${invoice.id}/send`).set(key), 201);
    await untilState(org, email.id, 'sent');
    mail.mode = 'defer';
    const waiting = await bodyOf<EmailBody>(org.post(`/v1/invoices/${invoice.id}/send`), 201);
    await org.post('/v1/payments/record', { invoice_id: invoice.id, amount_cents: 5000 }).expect(201);
    await org.post(`/v1/customers/${customer.id}/erase`).expect(200);
    const [first, second] = await emailsOf(org);
    expect(first).toMatchObject({ id: email.id, state: 'sent', to: null, subject: null });
    expect(second).toMatchObject({ id: waiting.id, state: 'canceled', to: null, next_attempt_at: null });
    await problemOf(org.get(`/v1/emails/${email.id}/message`), 404, 'not_found');
    const replayed = await org.post(`/v1/invoices/${invoice.id}/send`).set(key).expect(201);
    expect(JSON.stringify(replayed.body)).not.toContain('zoe@example.com');
  });

  it('have settings with an ETag, which keep what a request leaves out', async () => {
    const read = await org.get(SETTINGS).expect(200);
    expect(read.body).toEqual({
      available: true,
      send_invoices: false,
      send_receipts: false,
      send_credit_notes: false,
      send_payment_requests: false,
      reply_to: null,
      sender_name: null,
      locale: null,
    });
    const tag = read.headers.etag ?? '';
    await org.put(SETTINGS, { send_receipts: true }).set('If-Match', tag).expect(200);
    await problemOf(
      org.put(SETTINGS, { send_receipts: false }).set('If-Match', tag),
      412,
      'precondition_failed',
    );
    const changed = await org.put(SETTINGS, { sender_name: 'Acme' }).expect(200);
    expect(changed.body).toMatchObject({ send_receipts: true, sender_name: 'Acme' });
    for (const wrong of [{ locale: 'xx' }, { reply_to: 'nobody' }, { send_invoices: 'yes' }]) {
      const problem = await problemOf(org.put(SETTINGS, wrong), 422, 'validation_failed');
      expect(problem.errors?.[0]?.field).toBe(Object.keys(wrong)[0]);
    }
  });
});

describe('e-mails without SMTP_URL', () => {
  let started: TestApp | undefined;
  beforeAll(async () => {
    started = await startTestApp();
  });
  afterAll(() => started?.stop());
  const app = lateBound<TestApp>(() => started, 'The service has not started.');
  const org = useOrganization(app);

  it('are refused with mail_not_configured, and not queued', async () => {
    await org.put(SETTINGS, ALL).expect(200);
    const { id: customer_id } = await aCustomer(org, { email: 'zoe@example.com' });
    const invoice = await anInvoice(org, { customer_id });
    await problemOf(org.post(`/v1/invoices/${invoice.id}/send`), 400, 'mail_not_configured');
    expect(await emailsOf(org)).toEqual([]);
    expect((await org.get(SETTINGS)).body).toMatchObject({ available: false, send_invoices: true });
  });
});
