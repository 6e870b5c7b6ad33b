import type { Page } from 'playwright-core';
import { eventually } from '../../support/eventually';

/** Types a key into the sign-in, which the page must show. */
export async function typeKey(page: Page, rawKey: string): Promise<void> {
  await page.getByLabel('API key').fill(rawKey);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/** Opens a page of the dashboard and signs in there. */
export async function signInWith(page: Page, rawKey: string, path = '/dashboard'): Promise<void> {
  await page.goto(path);
  await typeKey(page, rawKey);
  await page.locator('#content').waitFor();
}

/** Resolves once the page shows what it has loaded. */
export async function settled(page: Page): Promise<void> {
  const content = page.locator('#content');
  await content.locator('h1').waitFor();
  const loading = content.getByText('Loading', { exact: true });
  await eventually(async () => ((await loading.count()) === 0 ? true : null));
}
