import type { Locator, Page } from 'playwright-core';

/** The page's state after Execute. Status 0: the page did not send the request, because a value is missing. */
export interface Execution {
  status: number;
  url: string;
  body: string;
  response: string;
}

/** The parts of DOM elements that this file uses; the tests are compiled without the DOM's types. */
interface Element {
  id: string;
  value?: string;
  textContent: string;
  dataset: Record<string, string>;
  click(): void;
  querySelector(selector: string): Element | null;
}

const click = (locator: Locator): Promise<void> =>
  locator.evaluate((it) => {
    (it as unknown as Element).click();
  });

/** Drives Swagger UI through its buttons, without typing. */
export class SwaggerPage {
  private constructor(private readonly page: Page) {}

  static async open(page: Page, url: string): Promise<SwaggerPage> {
    await page.goto(url);
    await page.locator('.opblock-tag').first().waitFor({ timeout: 20_000 });
    return new SwaggerPage(page);
  }

  /** Names of the groups from top to bottom. */
  groups(): Promise<string[]> {
    return this.page
      .locator('.opblock-tag[data-tag]')
      .evaluateAll((all) => all.map((it) => (it as unknown as Element).dataset.tag ?? ''));
  }

  /** Enters a phrase in the filter box. */
  async filter(phrase: string): Promise<void> {
    await this.page.locator('.operation-filter-input').fill(phrase);
  }

  /** Enters a value for a security scheme in the dialog of Authorize. */
  async authorize(scheme: string, value: string): Promise<void> {
    await this.page.locator('.auth-wrapper .btn.authorize').click();
    const entry = this.page.locator('.auth-container', { hasText: scheme });
    await entry.locator('input').fill(value);
    await entry.locator('button.authorize').click();
    await entry.locator('.btn-done').click();
  }

  /** Opens an operation, named by its `operationId`, of a closed group, presses Execute and closes both. */
  async execute(group: string, id: string): Promise<Execution> {
    const tag = this.page.locator(`.opblock-tag[data-tag="${group}"]`);
    const operation = this.page.locator(`[id="operations-${group.replaceAll(' ', '_')}-${id}"]`);
    await click(tag);
    const summary = operation.locator('.opblock-summary-control');
    await click(summary);
    await click(operation.locator('.execute'));
    await operation.locator('.live-responses-table tbody .response-col_status, .invalid').first().waitFor();
    const execution = await operation.evaluate((it) => {
      const textOf = (selector: string): string => {
        const found = (it as unknown as Element).querySelector(selector);
        return found?.value ?? found?.textContent ?? '';
      };
      return {
        status: Number.parseInt(textOf('.live-responses-table tbody .response-col_status') || '0'),
        url: textOf('.request-url pre'),
        body: textOf('.body-param__text'),
        response: textOf('.live-responses-table .microlight, .live-responses-table pre'),
      };
    });
    await click(summary);
    await click(tag);
    return execution;
  }
}
