import { readFile } from 'node:fs/promises';
import { describeInBrowser, PATIENT, useBrowser } from './support/browser';
import { settled } from './support/signed-in';
import { readPdf } from '../support/pdf';
import { useTestApp } from '../support/use-test-app';

describeInBrowser('the story by clicks', () => {
  const app = useTestApp(PATIENT);
  const browser = useBrowser();

  it('leads from nothing to a paid invoice and its PDF', async () => {
    const page = await browser.open(app.url);
    await page.goto('/');
    await page.getByRole('button', { name: 'Create an organization' }).click();
    await page.getByLabel('Name of the organization').fill('Story Inc.');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('button', { name: 'I have kept it' }).click();
    await page.getByRole('button', { name: 'Create sample data' }).click();
    await page.getByText('6 of 6 done').waitFor();

    const navigation = page.getByRole('navigation', { name: 'Main' });
    await navigation.getByRole('link', { name: 'Invoices' }).click();
    const row = page.locator('#content').getByRole('row').filter({ hasText: 'finalized' }).first();
    const number = await row.getByRole('link').first().textContent();
    await row.getByRole('link').first().click();
    await page.getByRole('heading', { level: 1, name: number ?? '' }).waitFor();
    await settled(page);
    await page.getByRole('button', { name: 'Record a payment' }).click();
    const dialog = page.getByRole('dialog', { name: 'Record a payment' });
    await dialog.getByRole('button', { name: /^Record/ }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.locator('#content').getByText('paid', { exact: true }).first().waitFor();
    expect(await page.getByRole('button', { name: 'Record a payment' }).count()).toBe(0);

    await page.getByRole('tab', { name: 'Document' }).click();
    const downloading = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download the PDF' }).click();
    const pdf = await readFile(await (await downloading).path());
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    expect((await readPdf(pdf)).text).toContain(number);

    await navigation.getByRole('link', { name: 'Deliveries' }).click();
    await page.getByRole('link', { name: 'invoice.paid' }).first().waitFor();
  });
});
