import { aCustomer, anInvoice } from '../../support/builders';
import {
  checkout,
  collectionBecomes,
  collectionOf,
  connectSandbox,
  providerPageOf,
  useCollecting,
} from '../../support/collections';
import { invoiceOf } from '../../support/payments';
import type { TestOrganization } from '../../support/test-app';
import { bodyOf, listOf, type CheckoutBody, type InvoiceBody } from '../../support/wire';

const PAGES = { success_url: 'https://shop.example/thanks', cancel_url: 'https://shop.example/cart' };

describe('the page to pay', () => {
  const collecting = useCollecting();
  const { app, sandbox } = collecting;
  let own: TestOrganization;
  let invoice: InvoiceBody;

  beforeEach(async () => {
    own = await app.anOrganization();
    await connectSandbox(collecting, own, 'stripe');
    invoice = await anInvoice(own);
  });

  const open = async (url: string, method = 'GET') => {
    const response = await fetch(url, { method, redirect: 'manual' });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };

  it('says what is due and to whom, leads to the provider, and then that nothing is due', async () => {
    const { url } = await checkout(own, invoice.id);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/pay\/[\w-]{68}$/);
    const { status, text } = await open(url);
    expect(status).toBe(200);
    const { name } = await bodyOf<{ name: string }>(own.get('/v1/organizations/current'));
    for (const part of [`Payment to ${name}`, invoice.number ?? '', 'EUR', '50.00', '<form method="post">']) {
      expect(text).toContain(part);
    }
    await sandbox().pay(await providerPageOf(url));
    expect(await open(`${url}/return`)).toMatchObject({ status: 303 });
    expect((await invoiceOf(own, invoice.id)).status).toBe('paid');
    const paid = (await open(url)).text;
    expect(paid).toContain('Nothing is due');
    expect(paid).not.toContain('<form');
    const pressed = await open(url, 'POST');
    expect(pressed).toMatchObject({ status: 200 });
    expect(pressed.text).toContain('Nothing is due');
  });

  it('needs no script, is kept by no cache and no search engine, and tells its address to nobody', async () => {
    const { url } = await checkout(own, invoice.id);
    for (const address of [url, `${url}x`]) {
      const { headers, text } = await open(address);
      expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy).toMatch(
        /^default-src 'none'; style-src 'sha256-[\w+/]+='; base-uri 'none'; form-action/,
      );
      expect(policy).toContain("frame-ancestors 'none'");
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('x-robots-tag')).toBe('noindex, nofollow');
      expect(headers.get('referrer-policy')).toBe('same-origin');
      expect(text).not.toMatch(/<script|\son\w+=|style="/);
      expect(text).toContain('<html lang="en">');
    }
  });

  it('is the same for every link and collection of the invoice, and renews the page of the provider', async () => {
    const first = await checkout(own, invoice.id);
    const page = await providerPageOf(first.url);
    expect(await providerPageOf(first.url)).toBe(page);
    await own.post(`/v1/collections/${first.collection_id}/cancel`, {}).expect(200);
    const renewed = await providerPageOf(first.url);
    expect(renewed).not.toBe(page);
    const all = await listOf<{ id: string; status: string; action_url: string | null }>(
      own.get(`/v1/collections?invoice_id=${invoice.id}`),
    );
    expect(all.items.map((it) => [it.status, it.action_url])).toEqual([
      ['open', first.url],
      ['canceled', null],
    ]);
    expect(await sandbox().pay(page)).not.toMatchObject({ status: 'paid' });
    await sandbox().pay(renewed);
    await collectionBecomes(own, all.items[0]?.id ?? '', 'succeeded');
  });

  it('asks for what is due now: a link for another amount is dead before the next one exists', async () => {
    const { url, collection_id: id } = await checkout(own, invoice.id);
    await providerPageOf(url);
    await own.post('/v1/payments/record', { invoice_id: invoice.id, amount_cents: 2000 }).expect(201);
    expect((await open(url)).text).toContain('30.00');
    await providerPageOf(url);
    expect((await collectionOf(own, id)).status).toBe('canceled');
    const list = await listOf(own.get(`/v1/collections?invoice_id=${invoice.id}&status=open`));
    expect(list.items).toMatchObject([{ amount_cents: 3000 }]);
  });

  it('pressed ten times at once, leads to one page of the provider', async () => {
    const { url, collection_id: id } = await checkout(own, invoice.id);
    await own.post(`/v1/collections/${id}/cancel`, {}).expect(200);
    const pages = await Promise.all(Array.from({ length: 10 }, () => providerPageOf(url)));
    expect(new Set(pages).size).toBe(1);
    const list = await listOf(own.get(`/v1/collections?invoice_id=${invoice.id}&status=open`));
    expect(list.items).toHaveLength(1);
  });

  it('says that the provider does not respond, and leads there once it does', async () => {
    const { url, collection_id: id } = await checkout(own, invoice.id);
    await own.post(`/v1/collections/${id}/cancel`, {}).expect(200);
    await sandbox().script({ provider: 'stripe', mode: 'rate_limit', times: 1 });
    const down = await open(url, 'POST');
    expect(down).toMatchObject({ status: 503 });
    expect(down.headers.get('retry-after')).toBe('10');
    expect(down.text).toContain('does not respond at the moment');
    expect(down.text).toContain('<form method="post">');
    expect(await providerPageOf(url)).toContain(sandbox().urlOf('stripe'));
  });

  it('says that the invoice is voided, or that it cannot be paid online', async () => {
    const { url } = await checkout(own, invoice.id);
    const without = await anInvoice(own);
    const { url: other, collection_id: id } = await checkout(own, without.id);
    await own.post(`/v1/collections/${id}/cancel`, {}).expect(200);
    await own.post(`/v1/invoices/${invoice.id}/void`, {}).expect(200);
    expect((await open(url)).text).toContain('This invoice was voided');
    await own.delete('/v1/payment_providers/stripe').expect(204);
    expect((await open(other)).text).toContain('cannot be paid online');
    expect(await open(other, 'POST')).toMatchObject({ status: 409 });
  });

  it('offers the choice where several providers take the currency, and leads to the chosen one', async () => {
    const { url } = await checkout(own, invoice.id);
    expect((await open(url)).text).not.toContain('Choose how to pay');
    await connectSandbox(collecting, own, 'gocardless');
    await connectSandbox(collecting, own, 'razorpay');
    const { text } = await open(url);
    expect(text).toContain('Choose how to pay');
    const offered = [...text.matchAll(/action="\?provider=(\w+)"/g)].map(([, name]) => name);
    expect(offered).toEqual(['stripe', 'gocardless', 'razorpay']);
    expect(text).toMatch(/Pay EUR\s50.00 with GoCardless/);
    const chosen = await open(`${url}?provider=razorpay`, 'POST');
    expect(chosen.status).toBe(303);
    expect(chosen.headers.get('location')).toContain(sandbox().urlOf('razorpay'));
    const last = await open(url);
    expect(last.text).toMatch(/provider=razorpay.*provider=stripe/s);
    expect((await open(`${url}?provider=nobody`, 'POST')).headers.get('location')).toContain(
      sandbox().urlOf('razorpay'),
    );
    const dollars = await anInvoice(own, { currency: 'USD' });
    const page = (await open((await checkout(own, dollars.id, { provider: 'stripe' })).url)).text;
    expect(page).not.toContain('GoCardless');
    expect(page).toContain('provider=stripe');
  });

  it('covers the invoices of a payment request', async () => {
    const second = await anInvoice(own, { customer_id: invoice.customer_id, amounts: [700] });
    const asked = { customer_id: invoice.customer_id, invoice_ids: [invoice.id, second.id] };
    const request = await bodyOf<{ id: string }>(own.post('/v1/payment_requests', asked), 201);
    const path = `/v1/payment_requests/${request.id}/checkout`;
    const { url } = await bodyOf<CheckoutBody>(own.post(path, PAGES), 201);
    const { text } = await open(url);
    for (const part of [invoice.number ?? '', second.number ?? '', '57.00', '50.00', '7.00']) {
      expect(text).toContain(part);
    }
    await sandbox().pay(await providerPageOf(url));
    await open(`${url}/return`);
    expect((await invoiceOf(own, second.id)).status).toBe('paid');
    expect((await open(url)).text).toContain('Nothing is due');
  });

  it('speaks the language of the customer', async () => {
    const customer = await aCustomer(own, { locale: 'de' });
    const german = await anInvoice(own, { customer_id: customer.id });
    const { text } = await open((await checkout(own, german.id)).url);
    expect(text).toContain('<html lang="de">');
    expect(text).toMatch(/50,00\sEUR zahlen/);
  });

  it('does not exist for another token, and shows nothing of what it stands for', async () => {
    const { url } = await checkout(own, invoice.id);
    const token = url.split('/').at(-1) ?? '';
    const other = token.startsWith('B') ? 'A' : 'B';
    for (const bad of [
      `${other}${token.slice(1)}`,
      token.slice(1),
      'x',
      '%00',
      '..%2f..',
      'x'.repeat(3000),
    ]) {
      for (const method of ['GET', 'POST']) {
        const { status, headers, text } = await open(`${app.url}/pay/${bad}`, method);
        expect({ bad, status }).toEqual({ bad, status: 404 });
        expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
        expect(text).toContain('Page not found');
      }
    }
  });
});
