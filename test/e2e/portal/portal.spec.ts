import { aCustomer, anInvoice, aSubscription } from '../../support/builders';
import { connectSandbox, useCollecting } from '../../support/collections';
import { eventually } from '../../support/eventually';
import { PortalBrowser } from '../../support/portal-browser';
import type { TestOrganization } from '../../support/test-app';
import { bodyOf, problemOf, wrongFieldsOf, type CustomerBody } from '../../support/wire';

interface LinkBody {
  url: string;
  expires_at: string;
}

describe('the portal', () => {
  const collecting = useCollecting();
  const { app, sandbox } = collecting;
  let own: TestOrganization;
  let customer: CustomerBody;

  beforeEach(async () => {
    own = await app.anOrganization();
    customer = await aCustomer(own, { name: 'Zoë <Łódź>' });
  });

  const linkTo = (id: string, body: object = {}): Promise<LinkBody> =>
    bodyOf(own.post(`/v1/customers/${id}/portal_link`, body), 201);
  const signedIn = async (id = customer.id): Promise<PortalBrowser> => {
    const browser = new PortalBrowser(app.url);
    await browser.open((await linkTo(id)).url);
    return browser;
  };

  it('is opened by a link, which a cookie for its path alone replaces', async () => {
    const { url, expires_at } = await linkTo(customer.id);
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/portal\/links\/[\w-]{64}$/);
    expect(Date.parse(expires_at)).toBeGreaterThan(0);
    const browser = new PortalBrowser(app.url);
    const opened = await browser.open(url);
    expect(opened).toMatchObject({ status: 303, location: '/portal' });
    expect(browser.cookies[0]).toMatch(
      /^billing_portal=[\w-]{64}; Max-Age=3600; Path=\/portal; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
    );
    const page = await browser.get('/portal');
    expect(page.status).toBe(200);
    expect(page.text).toContain('Zoë &lt;Łódź&gt;');
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(page.text).not.toMatch(/<script|style="/);
  });

  it('shows the invoices, documents, subscriptions and usage of its customer, and of nobody else', async () => {
    const invoice = await anInvoice(own, { customer_id: customer.id });
    const other = await aCustomer(own);
    const foreign = await anInvoice(own, { customer_id: other.id });
    const subscription = await aSubscription(own, { customer_id: customer.id });
    const theirs = await aSubscription(own, { customer_id: other.id });
    const browser = await signedIn();
    const { text } = await browser.get('/portal');
    expect(text).toContain(invoice.number);
    expect(text).toContain('/pay/');
    expect(text).not.toContain(foreign.number);
    const pdf = await browser.get(`/portal/invoices/${invoice.id}/document.pdf`);
    expect(pdf).toMatchObject({ status: 200 });
    expect(pdf.headers.get('content-type')).toBe('application/pdf');
    expect(pdf.text.startsWith('%PDF-')).toBe(true);
    expect(await browser.get(`/portal/invoices/${foreign.id}/document.pdf`)).toMatchObject({ status: 404 });
    const subscriptions = (await browser.get('/portal/subscriptions')).text;
    expect(subscriptions).toContain(subscription.external_id);
    expect(subscriptions).not.toContain(theirs.external_id);
    const stranger = await app.anOrganization();
    await problemOf(stranger.post(`/v1/customers/${customer.id}/portal_link`, {}), 404, 'not_found');
  });

  it('pages through many invoices by cursors', async () => {
    const numbers: string[] = [];
    for (let n = 0; n < 21; n++) {
      numbers.push((await anInvoice(own, { customer_id: customer.id })).number ?? '');
    }
    const browser = await signedIn();
    const first = (await browser.get('/portal')).text;
    const [, older = ''] = /href="(\?after=[^"]+)"/.exec(first) ?? [];
    const second = (await browser.get(`/portal${older}`)).text;
    expect(first).not.toContain(numbers[0]);
    expect(second).toContain(numbers[0]);
    expect(second).toContain('?before=');
    expect(await browser.get('/portal?after=x')).toMatchObject({ status: 422 });
  });

  it('saves, chooses and deletes payment methods of its customer, and of nobody else', async () => {
    await connectSandbox(collecting, own, 'stripe');
    const browser = await signedIn();
    const methods = '/portal/payment_methods';
    for (let n = 1; n <= 2; n++) {
      const { location } = await browser.post(`${methods}/setup`);
      await sandbox().pay(location ?? '');
      await browser.get(`${methods}/added`);
      await eventually(async () => {
        const { text } = await browser.get(methods);
        return text.split('/delete"').length - 1 === n ? true : null;
      });
    }
    const idOf = async (action: string): Promise<string> =>
      new RegExp(`payment_methods/([0-9a-f-]{36})/${action}"`).exec((await browser.get(methods)).text)?.[1] ??
      '';
    const second = await idOf('default');
    const stranger = await signedIn((await aCustomer(own)).id);
    for (const action of ['default', 'delete']) {
      expect(await stranger.post(`${methods}/${second}/${action}`)).toMatchObject({ status: 404 });
    }
    expect(await browser.post(`${methods}/${second}/default`)).toMatchObject({
      ...{ status: 303, location: methods },
    });
    expect(await idOf('default')).not.toBe(second);
    expect(await browser.post(`${methods}/${second}/delete`)).toMatchObject({ status: 303 });
    expect((await browser.get(methods)).text).not.toContain(second);
  });

  it('refuses what no page of it has sent', async () => {
    const browser = await signedIn();
    for (const headers of [
      {},
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site', origin: app.url },
      { origin: 'https://evil.example' },
      { origin: 'null' },
    ]) {
      for (const path of ['payment_methods/setup', 'sign_out']) {
        expect(await browser.post(`/portal/${path}`, headers)).toMatchObject({ status: 400 });
      }
    }
    expect(await browser.get('/portal')).toMatchObject({ status: 200 });
  });

  it('ends with its hour, and a link with its own', async () => {
    const { url } = await linkTo(customer.id, { expires_in: 60 });
    const browser = await signedIn();
    await app.database.query("UPDATE portal_accesses SET expires_at = now() - interval '1 second'");
    const ended = await browser.get('/portal');
    expect(ended.status).toBe(401);
    expect(ended.text).toContain('signed out');
    const expired = await new PortalBrowser(app.url).open(url);
    expect(expired.status).toBe(410);
    expect(expired.text).toContain('Link expired');
    expect(
      await wrongFieldsOf(own.post(`/v1/customers/${customer.id}/portal_link`, { expires_in: 1 })),
    ).toEqual(['expires_in']);
  });

  it('ends by signing out, and with its customer', async () => {
    const [one, other] = [await signedIn(), await signedIn()];
    expect(await one.post('/portal/sign_out')).toMatchObject({ status: 200 });
    expect(await one.get('/portal')).toMatchObject({ status: 401 });
    expect(await other.get('/portal')).toMatchObject({ status: 200 });
    await own.delete(`/v1/customers/${customer.id}`).expect(204);
    expect(await other.get('/portal')).toMatchObject({ status: 401 });
    await problemOf(own.post(`/v1/customers/${customer.id}/portal_link`, {}), 404, 'not_found');
  });

  it('has a session that counts nowhere else, and no other credential opens it', async () => {
    const browser = await signedIn();
    const cookie = browser.cookies[0]?.split(';')[0] ?? '';
    const token = cookie.split('=')[1] ?? '';
    for (const headers of [{ cookie }, { authorization: `Bearer ${token}` }]) {
      await app.request.get('/v1/customers').set(headers).expect(401);
    }
    for (const path of ['/dashboard/api/session', '/dashboard/api/v1/customers']) {
      await app.request.get(path).set('cookie', `billing_session=${token}`).expect(401);
    }
    const link = (await linkTo(customer.id)).url.split('/').at(-1) ?? '';
    for (const headers of [
      { authorization: `Bearer ${own.rawKey}` },
      { cookie: `billing_portal=${own.rawKey}` },
      { cookie: `billing_portal=${link}` },
      { cookie: `billing_session=${token}` },
      { cookie: 'billing_portal=' },
    ] as Record<string, string>[]) {
      for (const path of [
        '',
        '/subscriptions',
        '/payment_methods',
        `/invoices/${customer.id}/document.pdf`,
      ]) {
        await app.request.get(`/portal${path}`).set(headers).expect(401);
      }
    }
    for (const bad of ['x', token, `${link.slice(1)}A`]) {
      expect(await new PortalBrowser(app.url).open(`${app.url}/portal/links/${bad}`)).toMatchObject({
        ...{ status: 404, location: null },
      });
    }
  });
});
