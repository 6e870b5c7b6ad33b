import { aCustomer, anInvoice } from '../../support/builders';
import { emailsOf, untilRetried, untilState, type EmailBody } from '../../support/emails';
import { headerOf, mailEnvironment, useMailServer } from '../../support/mail-server';
import { EmailRetention } from '../../../src/modules/emails/email-retention';
import { startTestApp, type TestApp } from '../../support/test-app';
import { lateBound, useOrganization } from '../../support/use-test-app';
import { bodyOf, problemOf } from '../../support/wire';

const HOUR_MS = 3_600_000;

/** One clock for all tests: each begins later than the one before. */
describe('a mail server', () => {
  const mail = useMailServer();
  let started: TestApp | undefined;
  beforeAll(async () => {
    started = await startTestApp({ ...mailEnvironment(mail), TEST_CLOCK: 'on', SMTP_TIMEOUT_MS: '500' });
  });
  afterAll(() => started?.stop());
  const app = lateBound<TestApp>(() => started, 'The service has not started.');
  const org = useOrganization(app);

  const queue = async (): Promise<EmailBody> => {
    const { id: customer_id } = await aCustomer(org, { email: 'zoe@example.com' });
    const invoice = await anInvoice(org, { customer_id });
    return bodyOf(org.post(`/v1/invoices/${invoice.id}/send`), 201);
  };
  const hoursPass = async (hours: number): Promise<void> => {
    const { now } = await bodyOf<{ now: string }>(org.get('/v1/test_clock'));
    const later = new Date(Date.parse(now) + hours * HOUR_MS).toISOString();
    await org.put('/v1/test_clock', { now: later }).expect(200);
  };

  it('that is away makes messages wait and say so, and gets them when it is back', async () => {
    await mail.stop();
    const { id } = await queue();
    const waiting = await untilRetried(org, id, 1);
    expect(waiting.last_error).toContain('ECONNREFUSED');
    expect(Date.parse(waiting.next_attempt_at ?? '')).toBeGreaterThan(0);
    const { text } = await app.request.get('/metrics').expect(200);
    expect(text).toMatch(/^billing_emails_total\{kind="invoice",outcome="retried"\} 1$/m);
    await mail.start();
    await hoursPass(1);
    const sent = await untilState(org, id, 'sent');
    expect(sent).toMatchObject({ attempts: 2, last_error: null, next_attempt_at: null });
    expect(mail.messages).toHaveLength(1);
  });

  it('that defers a message gets the same bytes again', async () => {
    mail.mode = 'defer';
    const { id } = await queue();
    expect((await untilRetried(org, id, 1)).last_error).toContain('451 Try again later');
    mail.mode = 'accept';
    await hoursPass(1);
    await untilState(org, id, 'sent');
    const [first, second] = mail.messages;
    expect(second?.content).toEqual(first?.content);
  });

  it('that hangs costs an attempt its deadline', async () => {
    mail.mode = 'hang';
    const { id } = await queue();
    expect((await untilRetried(org, id, 1)).last_error).toContain('did not finish within 500 ms');
    mail.mode = 'accept';
    await hoursPass(1);
    await untilState(org, id, 'sent');
    expect(new Set(mail.messages.map((it) => headerOf(it, 'Message-ID'))).size).toBe(1);
  });

  it('that refuses the recipient makes the message bounce', async () => {
    mail.mode = 'refuse_recipient';
    const { id } = await queue();
    const bounced = await untilState(org, id, 'bounced');
    expect(bounced.last_error).toContain('550 No such user here');
    mail.mode = 'accept';
    await hoursPass(1);
    expect(mail.messages).toEqual([]);
    expect((await emailsOf(org, '&state=bounced')).map((it) => it.id)).toEqual([id]);
  });

  it('that refuses the sender is tried for 72 hours, and then the message has failed', async () => {
    mail.mode = 'refuse_sender';
    const { id } = await queue();
    expect((await untilRetried(org, id, 1)).last_error).toContain('550 Sender not allowed');
    await hoursPass(1);
    expect((await bodyOf<EmailBody>(org.get(`/v1/emails/${id}`))).attempts).toBeGreaterThan(4);
    await app.database.query(
      `UPDATE emails SET created_at = created_at - interval '71 hours' WHERE organization_id = $1`,
      [org.id],
    );
    await hoursPass(1);
    const failed = await untilState(org, id, 'failed');
    expect(failed.last_error).toContain('550 Sender not allowed');
    expect(failed.completed_at).not.toBeNull();
  });

  it('does not get a message about an invoice that was voided meanwhile', async () => {
    mail.mode = 'refuse_sender';
    const { id, invoice_id: invoiceId } = await queue();
    await untilRetried(org, id, 1);
    await org.post(`/v1/invoices/${invoiceId}/void`).expect(200);
    mail.mode = 'accept';
    await hoursPass(1);
    await untilState(org, id, 'canceled');
    expect(mail.messages).toEqual([]);
  });

  it('has sent messages that are kept for RETENTION_DAYS', async () => {
    const { id } = await queue();
    await untilState(org, id, 'sent');
    const retention = app.app.get(EmailRetention, { strict: false });
    await retention.run();
    await org.get(`/v1/emails/${id}/message`).expect(200);
    await hoursPass(91 * 24);
    await retention.run();
    await problemOf(org.get(`/v1/emails/${id}/message`), 404, 'not_found');
    await org.get(`/v1/emails/${id}`).expect(200);
  });
});
