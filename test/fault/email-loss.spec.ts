import { ApiClient } from '../support/api-client';
import { eventually } from '../support/eventually';
import { headerOf, mailEnvironment, useMailServer } from '../support/mail-server';
import { ServiceProcess } from '../support/service-process';
import { useFaultStage } from '../support/use-fault-stage';

interface EmailRow {
  state: string;
  attempts: number;
}

describe('killing the service with SIGKILL', () => {
  const stage = useFaultStage();
  const mail = useMailServer();
  const start = (role: 'api' | 'all' | 'worker'): Promise<ServiceProcess> =>
    ServiceProcess.start({ role, databaseUrl: stage.database.url, env: mailEnvironment(mail) });
  const emails = (): Promise<EmailRow[]> =>
    stage.database.query<EmailRow>('SELECT state, attempts FROM emails ORDER BY created_at, id');
  const untilSent = (count: number): Promise<EmailRow[]> =>
    eventually(async () => {
      const rows = await emails();
      return rows.filter((it) => it.state === 'sent').length === count ? rows : null;
    }, 30_000);

  /** Has an invoice sent; its settings do it. */
  async function anInvoice(service: ServiceProcess): Promise<void> {
    const client = await ApiClient.signUp(service.url);
    const call = async (method: string, path: string, body: object): Promise<{ id: string }> => {
      const answer = await client.request(method, path, body);
      expect(answer.status).toBeLessThan(300);
      return answer.body as { id: string };
    };
    await call('PUT', '/v1/organizations/current/emails', { send_invoices: true });
    const customer = await call('POST', '/v1/customers', { external_id: 'c', email: 'zoe@example.com' });
    const fees = [{ description: 'Work', units: '1', unit_amount_cents: 100 }];
    await call('POST', '/v1/invoices/one_off', { customer_id: customer.id, currency: 'EUR', fees });
  }

  it('between queueing and sending sends the message once, after the restart', async () => {
    const api = await start('api');
    await anInvoice(api);
    await api.kill();
    expect(await emails()).toEqual([{ state: 'pending', attempts: 0 }]);
    expect(mail.messages).toEqual([]);
    const worker = await start('worker');
    await untilSent(1);
    await worker.kill();
    expect(mail.messages).toHaveLength(1);
  }, 120_000);

  it('during an attempt sends it again, with the same Message-ID and the same bytes', async () => {
    mail.mode = 'hang';
    const service = await start('all');
    await anInvoice(service);
    await eventually(() => (mail.messages.length === 1 ? true : null), 30_000);
    await service.kill();
    mail.mode = 'accept';
    // The lease of the lost attempt ends, which takes minutes.
    await stage.database.query(`UPDATE emails SET due_at = now() WHERE state = 'pending'`);
    const other = await start('all');
    await untilSent(2);
    await other.kill();
    const [lost, second, ...more] = mail.messages;
    if (lost === undefined || second === undefined) throw new Error('A message is missing');
    expect(more).toEqual([]);
    expect(headerOf(second, 'Message-ID')).toBe(headerOf(lost, 'Message-ID'));
    expect(second.content).toEqual(lost.content);
  }, 120_000);
});
