import { randomUUID } from 'node:crypto';
import type { Email } from '@billing-service/sdk';
import { aCustomer, anInvoice, aPaymentByHand, aPlan, aSubscription } from '../../support/builders';
import { eventually } from '../../support/eventually';
import type { InvoiceBody } from '../../support/invoice-wire';
import { MailServer } from '../../support/mail-server';
import { readPdfs, textOf } from '../../support/pdf/read-pdf';
import type { TestOrganization } from '../../support/test-app';
import { useOrganization, useTestApp } from '../../support/use-test-app';
import { bodyOf, problemOf, wrongFieldsOf } from '../../support/wire';

const CURRENT = '/v1/organizations/current';
const ALL_ON = {
  email_invoices: true,
  email_receipts: true,
  email_credit_notes: true,
  email_payment_requests: true,
};

/** Amounts contain spaces that do not break. */
const spaced = (text: string | undefined): string => (text ?? '').replaceAll(/\s+/gu, ' ');
const euros = (cents: number): string =>
  spaced(new Intl.NumberFormat('fr', { style: 'currency', currency: 'EUR' }).format(cents / 100));
const textOfPdf = (pdf: Buffer): string =>
  (readPdfs([pdf])[0]?.pages ?? []).map((it) => textOf(it.tree)).join(' ');

describe('e-mails', () => {
  const server = new MailServer();
  const env: Record<string, string> = {
    SMTP_FROM: 'billing@service.example',
    SMTP_TIMEOUT_MS: '2000', // a busy machine takes hundreds of milliseconds for a reply
    PUBLIC_URL: 'https://billing.example.com',
  };
  beforeAll(async () => {
    await server.start();
    env.SMTP_URL = server.url;
  });
  afterAll(() => server.stop());
  const app = useTestApp(env);
  const organization = useOrganization(app, {
    legal_name: 'Acme & Söhne',
    locale: 'de',
    email_reply_to: 'fragen@acme.example',
  });
  beforeEach(() => {
    server.behaviour = 'accept';
  });

  const switchOn = (): Promise<unknown> => bodyOf(organization.put(CURRENT, ALL_ON));
  const anAddress = (): string => `${randomUUID()}@customer.example`;
  const aBilledCustomer = async (fields: object): Promise<InvoiceBody> => {
    const { id: customer_id } = await aCustomer(organization, { currency: 'EUR', ...fields });
    const fees = [{ description: 'Beratung', units: '1', unit_amount_cents: 123_456 }];
    return anInvoice(organization, { customer_id, fees });
  };
  const emailsAbout = (objectId: string, by: TestOrganization = organization): Promise<Email[]> =>
    bodyOf(by.get(`/v1/emails?object_id=${objectId}`));
  const emailThat = (objectId: string, isReached: (it: Email) => boolean): Promise<Email> =>
    eventually(async () => (await emailsAbout(objectId)).find(isReached), 20_000);
  const sent = (objectId: string): Promise<Email> => emailThat(objectId, (it) => it.status === 'sent');
  const failing = (objectId: string): Promise<Email> => emailThat(objectId, (it) => it.error !== null);
  const send = (id: string, body: object = {}): Promise<Email> =>
    bodyOf(organization.post(`/v1/invoices/${id}/send`, body), 201);
  const retry = (id: string): Promise<Email> => bodyOf(organization.post(`/v1/emails/${id}/retry`), 200);

  const messageOf = async (id: string): Promise<Buffer> => {
    const { headers, text } = await organization.get(`/v1/emails/${id}/message`).expect(200);
    expect(headers['content-type']).toBe('message/rfc822');
    return Buffer.from(text);
  };

  it('a final invoice goes to the customer with its PDF and a link, and is kept as it was sent', async () => {
    await switchOn();
    const to = anAddress();
    const { id, number } = await aBilledCustomer({ name: '日本', email: to });
    const mail = await server.next(to);
    expect(mail.envelope).toEqual({ from: 'billing@service.example', to: [to] });
    expect(mail.from?.value).toEqual([{ name: 'Acme & Söhne', address: 'billing@service.example' }]);
    expect(mail.replyTo?.value).toMatchObject([{ address: 'fragen@acme.example' }]);
    expect(mail.subject).toBe(`Acme & Söhne: Rechnung ${number ?? ''}`);
    expect(mail.text).toContain('Guten Tag 日本,');
    expect(spaced(mail.text)).toContain('1.234,56 €');
    expect(mail.html).toContain('<html lang="de">');
    expect(mail.html).toContain('Acme &amp; Söhne');
    const pdf = (await organization.get(`/v1/invoices/${id}/document.pdf`).expect(200)).body as Buffer;
    expect(mail.attachments.map((it) => it.filename)).toEqual([`${number ?? ''}.pdf`]);
    expect(mail.attachments[0]?.content).toEqual(pdf);
    const [link = ''] = /https:\/\/billing\.example\.com\S+/.exec(mail.text ?? '') ?? [];
    const page = await app.request.get(new URL(link).pathname).expect(200);
    expect(page.text).toContain(number);

    const email = await sent(id);
    expect(email).toMatchObject({ kind: 'invoice', to, subject: mail.subject, attempts: 1, error: null });
    expect(email).toMatchObject({ reply_to: 'fragen@acme.example', next_attempt_at: null });
    expect(await bodyOf(organization.get(`/v1/emails/${email.id}`))).toEqual(email);
    expect(await messageOf(email.id)).toEqual(mail.raw);
  });

  it('a receipt, a credit note and a payment request go to the customer', async () => {
    const to = anAddress();
    const invoice = await aBilledCustomer({ email: to, locale: 'fr' });
    await switchOn();
    const items = [{ fee_id: invoice.fees[0]?.id, amount_cents: 456 }];
    const credit = { invoice_id: invoice.id, reason: 'other', items, finalize: true };
    const note = await bodyOf<{ id: string; number: string }>(
      organization.post('/v1/credit_notes', credit),
      201,
    );
    await sent(note.id);
    const asked = { customer_id: invoice.customer_id, invoice_ids: [invoice.id] };
    const request = await bodyOf<{ id: string; amount_cents: number }>(
      organization.post('/v1/payment_requests', asked),
      201,
    );
    await sent(request.id);
    const payment = await aPaymentByHand(
      organization,
      { payment_request_id: request.id },
      request.amount_cents,
    );
    await sent(payment.id);

    const mails = server.received.filter((it) => it.envelope.to.includes(to));
    const asAmount = euros(request.amount_cents);
    expect(mails.map((it) => spaced(it.subject))).toEqual([
      `Acme & Söhne: Avoir ${note.number}`,
      `Acme & Söhne: Demande de paiement de ${asAmount}`,
      `Acme & Söhne: Reçu de ${asAmount}`,
    ]);
    expect(mails.map((it) => it.attachments.map((attached) => attached.filename))).toEqual([
      [`${note.number}.pdf`],
      [`${invoice.number ?? ''}.pdf`],
      [`${invoice.number ?? ''}.pdf`],
    ]);
    const [, requested, paid] = mails.map((it) => textOfPdf(it.attachments[0]?.content ?? Buffer.alloc(0)));
    expect(requested).not.toContain('PAYÉE');
    expect(paid).toContain('PAYÉE');
  });

  it('nothing is sent without a switch or an address', async () => {
    const { id } = await aBilledCustomer({ email: anAddress() });
    await switchOn();
    const { id: withoutAddress } = await aBilledCustomer({ email: null });
    const last = await aBilledCustomer({ email: anAddress() });
    await sent(last.id);
    expect(await emailsAbout(id)).toEqual([]);
    expect(await emailsAbout(withoutAddress)).toEqual([]);
  });

  it('an invoice and its e-mail are queued in one transaction', async () => {
    await switchOn();
    await app.database.query(
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no e-mail'; END $$`,
    );
    await app.database.query(
      'CREATE TRIGGER refuse BEFORE INSERT ON emails FOR EACH ROW EXECUTE FUNCTION refuse()',
    );
    const customer = await aCustomer(organization, { currency: 'EUR', email: anAddress() });
    const fees = [{ description: 'Beratung', units: '1', unit_amount_cents: 100 }];
    const body = { customer_id: customer.id, currency: 'EUR', fees };
    const { status } = await organization.post('/v1/invoices/one_off', body);
    await app.database.query('DROP FUNCTION refuse CASCADE');
    expect(status).toBe(500);
    expect(await bodyOf(organization.get('/v1/invoices'))).toEqual([]);
  });

  it('while the mail server is away, a message waits and says so; later, the same bytes are sent', async () => {
    const to = anAddress();
    const { id } = await aBilledCustomer({ email: to });
    await server.stop();
    const queued = await send(id);
    expect(queued).toMatchObject({
      status: 'queued',
      subject: null,
      attempts: 0,
      error: null,
      sent_at: null,
    });
    const waiting = await failing(id);
    expect(waiting).toMatchObject({ id: queued.id, status: 'queued', attempts: 1 });
    expect(waiting.error).toMatch(/^The mail server did not take the message: .*ECONNREFUSED/);
    expect(Date.parse(waiting.next_attempt_at ?? '')).toBeGreaterThan(Date.now() + 30_000);
    const message = await messageOf(queued.id);
    await server.start();
    await retry(queued.id);
    expect(await sent(id)).toMatchObject({ status: 'sent', attempts: 2, error: null });
    expect((await server.next(to)).raw).toEqual(message);
    await problemOf(organization.post(`/v1/emails/${queued.id}/retry`), 400, 'invalid_state');
  });

  it('a due message is sent without a call once the server is back', async () => {
    const { id } = await aBilledCustomer({ email: anAddress() });
    server.behaviour = 'postpone';
    await send(id);
    expect(await failing(id)).toMatchObject({
      status: 'queued',
      error: expect.stringContaining('451') as string,
    });
    server.behaviour = 'accept';
    await app.database.query('UPDATE emails SET next_attempt_at = now() WHERE object_id = $1', [id]);
    expect(await sent(id)).toMatchObject({ attempts: 2 });
  });

  it('a refused message has failed; a retry sends it', async () => {
    const { id } = await aBilledCustomer({ email: anAddress() });
    server.behaviour = 'refuse';
    const { id: emailId } = await send(id);
    const failed = await failing(id);
    expect(failed).toMatchObject({ status: 'failed', next_attempt_at: null });
    expect(failed.error).toContain('550');
    expect(await bodyOf<Email[]>(organization.get('/v1/emails?status=failed'))).toHaveLength(1);
    server.behaviour = 'accept';
    await retry(emailId);
    await sent(id);
  });

  it('a server that hangs delays a message, and after three days of failures it has failed', async () => {
    const { id } = await aBilledCustomer({ email: anAddress() });
    server.behaviour = 'hang';
    await send(id);
    expect(await failing(id)).toMatchObject({
      status: 'queued',
      error: expect.stringMatching(/greeting|timeout/i) as string,
    });
    await app.database.query(
      `UPDATE emails SET next_attempt_at = now(), failing_since = now() - interval '73 hours' WHERE object_id = $1`,
      [id],
    );
    expect(await emailThat(id, (it) => it.status === 'failed')).toMatchObject({ next_attempt_at: null });
  });

  it('names cannot add headers or markup', async () => {
    const name = 'Eve <b>\r\nBcc: other@attacker.example';
    const to = anAddress();
    const { id } = await aBilledCustomer({ name, email: to });
    await send(id);
    const mail = await server.next(to);
    expect(mail.envelope.to).toEqual([to]);
    expect(mail.bcc).toBeUndefined();
    expect(mail.html).toContain('Eve &lt;b&gt;');
  });

  it('only a final invoice can be sent, to the customer or another address', async () => {
    const invoice = await aBilledCustomer({ email: null });
    const path = `/v1/invoices/${invoice.id}/send`;
    expect(await wrongFieldsOf(organization.post(path, {}))).toEqual(['to']);
    expect(await wrongFieldsOf(organization.post(path, { to: 'nobody' }))).toEqual(['to']);
    const to = anAddress();
    expect(await send(invoice.id, { to })).toMatchObject({ to, status: 'queued' });
    await server.next(to);
    await bodyOf(organization.post(`/v1/invoices/${invoice.id}/void`), 200);
    const voided = await problemOf(organization.post(path, { to }), 400, 'invalid_state');
    expect(voided.detail).toContain('voided');
    const patient = await aCustomer(organization, { invoice_grace_period: 3 });
    const { id: plan_id } = await aPlan(organization, { pay_in_advance: true });
    await aSubscription(organization, { customer_id: patient.id, plan_id });
    const [draft] = await bodyOf<InvoiceBody[]>(organization.get(`/v1/invoices?customer_id=${patient.id}`));
    expect(draft).toMatchObject({ status: 'draft' });
    await problemOf(organization.post(`/v1/invoices/${draft?.id ?? ''}/send`, { to }), 400, 'invalid_state');
    const other = await app.anOrganization();
    await problemOf(other.post(path, { to }), 404, 'not_found');
  });
});

describe('without a mail server', () => {
  const app = useTestApp();
  const organization = useOrganization(app);

  it('sending, and switching e-mails on, are refused', async () => {
    const invoice = await anInvoice(organization);
    for (const [field, value] of Object.entries(ALL_ON)) {
      await problemOf(organization.put(CURRENT, { [field]: value }), 400, 'mail_not_configured');
    }
    const body = { to: 'someone@customer.example' };
    const refused = await problemOf(
      organization.post(`/v1/invoices/${invoice.id}/send`, body),
      400,
      'mail_not_configured',
    );
    expect(refused.detail).toContain('SMTP_URL');
    expect(await bodyOf(organization.get('/v1/emails'))).toEqual([]);
    await organization.put(CURRENT, { email_invoices: false }).expect(200);
  });
});
