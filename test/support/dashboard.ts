import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { errorsOf } from './browser';

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

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

  async see(text: string | RegExp): Promise<void> {
    await this.page.getByText(text).first().waitFor();
  }

  /** Clicks a link or button by its name. */
  async click(role: 'link' | 'button', name: string | RegExp): Promise<void> {
    await this.page.getByRole(role, { name, exact: true }).first().click();
  }

  /** Returns the accessibility violations of the page as it is now. */
  async violations(): Promise<string[]> {
    await this.page.evaluate(AXE);
    const found = await this.page.evaluate<Violation[]>('axe.run().then((it) => it.violations)');
    return found.map(({ id, nodes }) => `${id}: ${nodes.map((it) => it.html.slice(0, 120)).join(' | ')}`);
  }
}
