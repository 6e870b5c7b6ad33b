import type { Page } from 'playwright-core';
import { accessibilityProblems, describeInBrowser, useBrowser } from './support/browser';
import { signInWith, typeKey } from './support/signed-in';
import { startTestApp } from '../support/test-app';
import { useOrganization, useTestApp } from '../support/use-test-app';
import { aCustomer } from '../support/builders';
import { bodyOf, type CustomerBody } from '../support/wire';

describeInBrowser('signing in to the dashboard', () => {
  const app = useTestApp();
  const organization = useOrganization(app, { name: 'Acme' });
  const browser = useBrowser();

  const signedIn = async (path = '/dashboard'): Promise<Page> => {
    const page = await browser.open(app.url);
    await signInWith(page, organization.rawKey, path);
    return page;
  };

  it('/ leads to the sign-in, and a key leads from there to the page that was asked for', async () => {
    const page = await browser.open(app.url);
    await page.goto('/');
    await page.waitForURL('**/dashboard/sign-in**');
    await page.goto('/dashboard/customers');
    await typeKey(page, organization.rawKey);
    await page.waitForURL('**/dashboard/customers');
    await page.getByText('Acme').first().waitFor();
  });

  it('leaves no key in the browser, and nothing that a script can read', async () => {
    const page = await signedIn();
    const left = await page.evaluate(() => ({
      cookie: document.cookie,
      local: Object.keys(localStorage),
      session: Object.keys(sessionStorage),
      html: document.documentElement.outerHTML,
    }));
    expect(left.cookie).toBe('');
    expect([...left.local, ...left.session].filter((it) => it !== 'theme')).toEqual([]);
    expect(left.html).not.toContain(organization.rawKey);
    const cookies = await page.context().cookies();
    expect(cookies).toMatchObject([
      { name: 'billing_session', httpOnly: true, sameSite: 'Strict', path: '/' },
    ]);
  });

  it('says in the words of the API why a key is refused, and keeps what was typed', async () => {
    const page = await browser.open(app.url);
    await page.goto('/dashboard');
    await typeKey(page, 'svc_live_wrong');
    await page.getByText('The API key is not valid').waitFor();
    expect(await page.getByLabel('API key').inputValue()).toBe('svc_live_wrong');
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it('creates an organization, and shows its key once', async () => {
    const page = await browser.open(app.url);
    await page.goto('/dashboard');
    await page.getByRole('button', { name: 'Create an organization' }).click();
    await page.getByLabel('Name of the organization').fill('Browser Inc.');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    const key = await page.getByText(/^svc_live_\w{43}$/).textContent();
    const current = app.request.get('/v1/organizations/current').set('Authorization', `Bearer ${key}`);
    expect(await bodyOf(current)).toMatchObject({ name: 'Browser Inc.' });
    await page.getByRole('button', { name: 'I have kept it' }).click();
    await page.getByRole('heading', { name: 'Quick start' }).waitFor();
    expect(await page.content()).not.toContain(key ?? '?');
  });

  it('ends with signing out, also for the button Back', async () => {
    const page = await signedIn('/dashboard/customers');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL('**/dashboard/sign-in**');
    await page.goBack();
    await page.getByLabel('API key').waitFor();
    expect(await page.context().cookies()).toEqual([]);
  });

  it('again goes on with the form that was open when the session expired', async () => {
    const page = await signedIn('/dashboard/customers');
    await page.getByRole('button', { name: 'Add a customer' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('External id').fill('typed-before');
    await app.database.query('UPDATE dashboard_sessions SET expires_at = now() WHERE organization_id = $1', [
      organization.id,
    ]);
    await dialog.getByRole('button', { name: /^(Add|Create|Save)/ }).click();
    const again = page.getByRole('dialog', { name: 'Your session has expired' });
    await again.waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
    await again.getByLabel('API key').fill(organization.rawKey);
    await again.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL('**/dashboard/customers/*');
    const customers = await bodyOf<CustomerBody[]>(organization.get('/v1/customers'));
    expect(customers.map((it) => it.external_id)).toEqual(['typed-before']);
  });

  it('is not kept alive by a page that nobody uses', async () => {
    const page = await browser.open(app.url);
    await page.clock.install();
    await signInWith(page, organization.rawKey, '/dashboard/customers');
    const isBackground = async (): Promise<boolean> => {
      const reading = page.waitForRequest((it) => it.url().includes('/dashboard/api/v1/customers'));
      await page.clock.fastForward(5_000);
      return 'x-background' in (await reading).headers();
    };
    expect(await isBackground()).toBe(false);
    await page.clock.fastForward(60_000);
    expect(await isBackground()).toBe(true);
    await page.mouse.move(300, 300);
    expect(await isBackground()).toBe(false);
  });

  it('is asked for again when the key is revoked', async () => {
    const page = await signedIn();
    await organization
      .delete(`/v1/organizations/current/api_keys/${organization.apiKeyId}?confirm=last_key`)
      .expect(204);
    await page.goto('/dashboard/customers');
    await page.getByLabel('API key').waitFor();
  });

  it('does not let a page of another site use the session', async () => {
    const page = await signedIn();
    await aCustomer(organization);
    const other = await startTestApp();
    try {
      const evil = await page.context().newPage();
      await evil.goto(`${other.url.replace('127.0.0.1', 'localhost')}/health/live`);
      const outcomes = await evil.evaluate(async (target) => {
        const attempt = async (init: RequestInit, path: string): Promise<string> => {
          const response = await fetch(`${target}${path}`, { credentials: 'include', ...init }).catch(
            () => null,
          );
          return response === null ? 'refused' : `${response.status} ${response.type}`;
        };
        const body = JSON.stringify({ external_id: 'evil' });
        const path = '/dashboard/api/v1/customers';
        return Promise.all([
          attempt({}, path),
          attempt({ method: 'POST', mode: 'no-cors', body, headers: { 'Content-Type': 'text/plain' } }, path),
          attempt({ method: 'POST', body, headers: { 'X-Requested-With': 'dashboard' } }, path),
        ]);
      }, app.url);
      expect(outcomes).toEqual(['refused', expect.stringMatching(/refused|opaque/), 'refused']);
      expect(await bodyOf<CustomerBody[]>(organization.get('/v1/customers'))).toHaveLength(1);
    } finally {
      await other.stop();
    }
  });
});

describeInBrowser('a browser without JavaScript', () => {
  const app = useTestApp();
  const browser = useBrowser();

  it('gets a sentence and the link to the API', async () => {
    const page = await browser.open(app.url, { javaScript: false });
    await page.goto('/dashboard/invoices');
    const notice = page.locator('noscript main');
    expect(await notice.isVisible()).toBe(true);
    expect(await notice.textContent()).toContain('needs JavaScript');
    await notice.locator('a').click();
    await page.waitForURL('**/docs');
  });
});

describeInBrowser('a service with DASHBOARD=off', () => {
  const app = useTestApp({ DASHBOARD: 'off' });
  const browser = useBrowser();

  it('has no dashboard, and / leads to the documentation', async () => {
    const page = await browser.open(app.url);
    expect((await page.goto('/dashboard'))?.status()).toBe(404);
    await page.goto('/');
    await page.waitForURL('**/docs');
  });
});
