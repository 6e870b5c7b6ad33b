import { join } from 'node:path';
import type { Page } from 'playwright-core';

/** An operation as the page lists it. */
export interface ListedOperation {
  group: string;
  /** The `operationId`, with which the description names it. */
  id: string;
  method: string;
}

/** What the page shows after Execute. */
export interface Outcome {
  /** 0 if nothing was sent, because a parameter that the operation needs is missing. */
  status: number;
  /** The message if nothing was sent; empty for a response that the page offers as a file. */
  text: string;
}

/** The functions of swagger-driver.js within the page. */
interface Driver {
  open(group: string): Promise<void>;
  close(group: string): Promise<void>;
  list(group: string): Omit<ListedOperation, 'group'>[];
  /** Opens an operation and presses Execute. */
  start(group: string, id: string): Promise<void>;
  outcome(group: string, id: string): Promise<Outcome>;
  /** Closes an operation. */
  end(group: string, id: string): Promise<void>;
}

/** The group of the requests that the service sends, which the page lists apart. */
const WEBHOOKS = 'Webhooks we send';

/** Swagger UI as used by a person who types nothing: opens an operation, presses Execute and reads the response. */
export class SwaggerPage {
  private openGroup = '';

  /** @param page high enough for the headings of all groups: Swagger UI renders only what is in the window. */
  constructor(private readonly page: Page) {}

  async open(): Promise<void> {
    await this.page.addInitScript({ path: join(__dirname, 'swagger-driver.js') });
    await this.page.goto('/docs');
    await this.page.locator('.opblock-tag').first().waitFor();
  }

  /** Returns the names of the groups in the order of the page. */
  groups(): Promise<string[]> {
    const headings = this.page.locator(`.opblock-tag:not([data-tag="${WEBHOOKS}"])`);
    return headings.evaluateAll((all) => all.map((it) => it.getAttribute('data-tag') ?? ''));
  }

  /** Returns the operations of a group in the order of the page. */
  async operations(group: string): Promise<ListedOperation[]> {
    await this.show(group);
    const listed = await this.page.evaluate((it) => driver.list(it), group);
    return listed.map((it) => ({ group, ...it }));
  }

  /** Enters a key under Authorize. */
  async authorize(scheme: string, key: string): Promise<void> {
    await this.page.locator('.btn.authorize').first().click();
    const form = this.page.locator('.auth-container', { hasText: scheme });
    await form.locator('input').fill(key);
    await form.locator('button[type=submit]').click();
    await this.page.locator('.btn-done').first().click();
  }

  /** Opens an operation, executes it with what the page has filled in, and closes it again. */
  async execute({ group, id }: ListedOperation): Promise<Outcome> {
    await this.show(group);
    return this.page.evaluate(
      async ([inGroup, it]) => {
        await driver.start(inGroup, it);
        const outcome = await driver.outcome(inGroup, it);
        await driver.end(inGroup, it);
        return outcome;
      },
      [group, id] as const,
    );
  }

  /** Does the same with an operation whose response does not end. */
  async executeStream({ group, id }: ListedOperation): Promise<Outcome> {
    await this.show(group);
    const begun = this.page.waitForResponse((it) => it.url().endsWith('/stream'));
    await this.page.evaluate(([inGroup, it]) => driver.start(inGroup, it), [group, id] as const);
    const status = (await begun).status();
    await this.page.evaluate(([inGroup, it]) => driver.end(inGroup, it), [group, id] as const);
    return { status, text: '' };
  }

  private async show(group: string): Promise<void> {
    if (group === this.openGroup) return;
    if (this.openGroup !== '') await this.page.evaluate((it) => driver.close(it), this.openGroup);
    await this.page.evaluate((it) => driver.open(it), group);
    this.openGroup = group;
  }
}

declare const driver: Driver;
