import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { anInvoice } from '../../support/builders';
import { collectionOf, connectSandbox, poll, providerPageOf, useCollecting } from '../../support/collections';
import { runCommand, type CommandResult } from '../../support/command-line';
import { eventually } from '../../support/eventually';
import type { TestOrganization } from '../../support/test-app';
import { bodyOf, type CollectionBody, type InvoiceBody, type PaymentBody } from '../../support/wire';

/** Every command is a process of its own. */
jest.setTimeout(120_000);

const RETURN = ['--return-to', 'https://shop.example/thanks'];

describe('the command line, collecting', () => {
  const collecting = useCollecting();
  const { app, sandbox } = collecting;
  let home: string;
  let own: TestOrganization;
  let invoice: InvoiceBody;

  beforeEach(async () => {
    home = mkdtempSync(join(tmpdir(), 'billing-cli-'));
    own = await app.anOrganization();
    await connectSandbox(collecting, own, 'stripe');
    invoice = await anInvoice(own);
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  const billing = (...args: string[]): Promise<CommandResult> =>
    runCommand(args, { HOME: home, BILLING_URL: app.url, BILLING_API_KEY: own.rawKey });
  const jsonOf = async <Body>(...args: string[]): Promise<Body> => {
    const { code, stdout, stderr } = await billing(...args, '--json');
    expect([code, stderr]).toEqual([0, '']);
    return JSON.parse(stdout) as Body;
  };
  /** Makes a link on the command line, and returns the page of the provider behind it. */
  const payPage = async (): Promise<string> => {
    const { code, stdout } = await billing('invoices', 'link', invoice.id, ...RETURN);
    expect(code).toBe(0);
    return providerPageOf(stdout.trim());
  };
  const paymentOf = (filter: string): Promise<PaymentBody> =>
    eventually(async () => {
      await poll(collecting);
      const list = await bodyOf<PaymentBody[]>(own.get(`/v1/payments?invoice_id=${invoice.id}&${filter}`));
      return list[0] ?? null;
    });

  it('invoices link prints the page to pay, and payments refund returns a part of the money', async () => {
    await sandbox().pay(await payPage());
    const payment = await paymentOf('status=succeeded');
    const listed = await jsonOf<CollectionBody>('collections', 'list', '--status', 'succeeded');
    expect(listed).toMatchObject({ invoice_id: invoice.id, amount_cents: 5000 });
    const line = await billing('collections', 'list', '--invoice', invoice.id);
    expect(line.stdout).toMatch(/^\S+ +succeeded +link +stripe +EUR 5000 +\S+\n$/);
    const refund = await billing('payments', 'refund', payment.id, '--amount', '1500');
    expect(refund).toMatchObject({ code: 0, stderr: '' });
    expect(refund.stdout).toMatch(/EUR 1500/);
    const tooMuch = await billing('payments', 'refund', payment.id, '--amount', '3501');
    expect([tooMuch.code, tooMuch.stdout]).toEqual([1, '']);
    expect(tooMuch.stderr).toContain('amount_cents: ');
    await eventually(async () => {
      await poll(collecting);
      return (await sandbox().netOf(payment.provider_payment_id ?? '')) === 3500 ? true : null;
    });
  });

  it('collections cancel ends a link at the provider', async () => {
    const before = await sandbox().ledger();
    const page = await payPage();
    const { id } = await jsonOf<CollectionBody>('collections', 'list', '--status', 'open');
    expect(await billing('collections', 'cancel', id)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('canceled') as string,
    });
    await sandbox().pay(page);
    expect((await collectionOf(own, id)).dead_at).not.toBeNull();
    expect(await sandbox().ledger()).toEqual(before);
  });

  it('invoices collect charges the saved method, and says why it cannot', async () => {
    const without = await billing('invoices', 'collect', invoice.id);
    expect([without.code, without.stdout]).toEqual([1, '']);
    expect(without.stderr).toContain('payment method');
    const pages = { success_url: RETURN[1], cancel_url: RETURN[1] };
    const path = `/v1/customers/${invoice.customer_id}/payment_methods`;
    const { url } = await bodyOf<{ url: string }>(own.post(`${path}/setup`, pages), 201);
    await sandbox().pay(url);
    await eventually(async () => ((await bodyOf<unknown[]>(own.get(path))).length > 0 ? true : null));
    const charge = await jsonOf<CollectionBody>('invoices', 'collect', invoice.id);
    expect(charge).toMatchObject({ kind: 'charge', amount_cents: 5000, invoice_id: invoice.id });
    await paymentOf('status=succeeded');
  });

  it('payments review lists what a person has to decide about', async () => {
    expect(await billing('payments', 'review')).toMatchObject({
      code: 0,
      stdout: '',
      stderr: 'Nothing needs a decision.\n',
    });
    await payPage();
    const { id, provider_object_id: object } = await jsonOf<CollectionBody>('collections', 'list');
    await own.post(`/v1/collections/${id}/cancel`).expect(200);
    await own.post('/v1/payments/record', { invoice_id: invoice.id, amount_cents: 5000 }).expect(201);
    await sandbox().script({ provider: 'stripe', mode: 'decline', operation: 'refund' });
    await sandbox().call('POST', '/payments', { provider: 'stripe', id: object, action: 'complete' });
    const { id: paymentId } = await paymentOf('needs_review=true');
    const { code, stdout } = await billing('payments', 'review');
    expect([code, stdout]).toEqual([0, expect.stringContaining(paymentId) as string]);
    expect(stdout).toContain('surplus EUR 5000, refund failed');
  });

  it('wrong use ends with 2', async () => {
    const cases = [
      ['payments', 'refund', 'x', '--amount', '1.50'],
      ['invoices', 'link', invoice.id],
      ['collections', 'list', '--status', 'lost'],
    ];
    for (const args of cases) expect((await billing(...args)).code).toBe(2);
  });
});
