import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { errorsOf } from './browser';

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** Every page, and a text that shows that it has loaded. */
export const PAGES: readonly (readonly [path: string, text: string | RegExp])[] = [
  ['/', 'All sums agree'],
  ['/customers', 'Jane Doe Ltd. (sample)'],
  ['/subscriptions', 'sample_subscription'],
  ['/usage', 'sample-1'],
  ['/invoices', /ACM-.+-001/],
  ['/payments', 'in total'],
  ['/credit-notes', 'No credit notes'],
  ['/plans', 'Pro (sample)'],
  ['/metrics', 'sample_api_calls'],
  ['/taxes', 'No taxes'],
  ['/coupons', 'No coupons'],
  ['/deliveries', 'Choose a bar to see its deliveries'],
  ['/endpoints', 'Inbox: receives every webhook'],
  ['/keys', 'Every key has full access to the organization.'],
  ['/event-types', 'invoice.finalized'],
  ['/payment-providers', 'Notifications from Stripe'],
  ['/payment-providers/stripe', 'No notifications'],
  ['/test-clock', 'The test clock is off'],
  ['/settings', 'Default time zone'],
  ['/dunning', 'No campaigns'],
  ['/dunning/requests', 'Payment requests'],
  ['/emails', 'No e-mails'],
  ['/nowhere', 'There is no page at this address'],
];

interface Violation {
  id: string;
  nodes: { html: string }[];
}

/** Drives the pages of the dashboard as a person does. */
export class Dashboard {
  /** Errors of the page: in the console, uncaught, and violations of its content security policy. */
  readonly errors: string[];

  constructor(
    readonly page: Page,
    private readonly url: string,
  ) {
    this.errors = errorsOf(page);
  }

  /** Opens a page by its address, and waits for a text on it. */
  async open(path: string, text: string | RegExp): Promise<void> {
    await this.page.goto(`${this.url}/dashboard${path}`);
    await this.see(text);
  }

  /** Goes to another page without loading the dashboard again, as its links do. */
  async go(path: string, text: string | RegExp): Promise<void> {
    const address = JSON.stringify(`/dashboard${path}`);
    await this.page.evaluate(
      `history.pushState({}, '', ${address}); dispatchEvent(new PopStateEvent('popstate'))`,
    );
    await this.see(text);
  }

  async see(text: string | RegExp): Promise<void> {
    await this.page.getByText(text).first().waitFor();
  }

  /** Creates an organization with the form of the sign-in page, and returns its first API key. */
  async signUp(): Promise<string> {
    await this.open('', 'Create an organization');
    await this.page.getByLabel('Name').fill('Acme');
    await this.page.getByLabel('Time zone').fill('UTC');
    await this.click('button', 'Create organization');
    const rawKey = await this.page.getByText(/^svc_live_/).textContent();
    await this.click('button', 'I have copied it, open the dashboard');
    return rawKey ?? '';
  }

  async createSampleData(): Promise<void> {
    await this.click('button', 'Create sample data');
    await this.see('6 of 7 done');
  }

  /** Clicks a link or button by its name. */
  async click(role: 'link' | 'button', name: string | RegExp): Promise<void> {
    await this.page.getByRole(role, { name, exact: true }).first().click();
  }

  /** Returns the accessibility violations of the page as it is now. */
  async violations(): Promise<string[]> {
    if ((await this.page.evaluate('typeof axe')) === 'undefined') await this.page.evaluate(AXE);
    const found = await this.page.evaluate<Violation[]>('axe.run().then((it) => it.violations)');
    return found.map(({ id, nodes }) => `${id}: ${nodes.map((it) => it.html.slice(0, 120)).join(' | ')}`);
  }
}
