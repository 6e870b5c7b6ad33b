import type { Page } from 'playwright-core';
import { describeInBrowser, PATIENT, useBrowser } from './support/browser';
import { settled, signInWith } from './support/signed-in';
import { aCustomer } from '../support/builders';
import { eventually } from '../support/eventually';
import { useRecordingReceiver } from '../support/use-receiver';
import { useOrganization, useTestApp } from '../support/use-test-app';
import { anEndpoint, deliveriesOf } from '../support/webhooks';

describeInBrowser('a failed delivery', () => {
  const receiver = useRecordingReceiver();
  const app = useTestApp({ ...PATIENT, WEBHOOK_MAX_RETRIES: '0' });
  const organization = useOrganization(app);
  const browser = useBrowser();
  let endpointId: string;

  beforeEach(async () => {
    receiver.respond = () => ({ status: 500 });
    endpointId = (await anEndpoint(organization, receiver.url('/hooks'))).id;
    await aCustomer(organization);
    await eventually(async () =>
      (await deliveriesOf(organization, '?status=failed')).length > 0 ? true : null,
    );
  });

  const opened = async (path: string): Promise<Page> => {
    const page = await browser.open(app.url);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await signInWith(page, organization.rawKey, path);
    await settled(page);
    return page;
  };

  it('shows its attempt, is copied as curl, and succeeds when it is retried', async () => {
    const page = await opened('/dashboard/deliveries?status=failed');
    await page.getByRole('link', { name: 'customer.created' }).click();
    await page.getByText('Attempt 1').click();
    await page.getByText('500').first().waitFor();
    await page.getByRole('button', { name: 'Copy as curl' }).click();
    const copied = await eventually(async () => {
      const text = await page.evaluate(() => navigator.clipboard.readText());
      return text === '' ? null : text;
    });
    expect(copied).toContain(`curl -X POST '${receiver.url('/hooks')}'`);
    expect(copied).toContain('customer.created');
    receiver.respond = () => ({ status: 200 });
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByText('Attempt 2').waitFor();
    await page.locator('#content').getByText('succeeded', { exact: true }).waitFor();
  });

  it('is found by the histogram, beside other filters, and recovered with its endpoint', async () => {
    const page = await opened(`/dashboard/deliveries?endpoint=${endpointId}`);
    const today = page.getByRole('button', { name: /1 failed, 0 succeeded/ });
    await today.click();
    await page.waitForURL(/from=/);
    await page.getByRole('navigation', { name: 'Status' }).getByRole('link', { name: 'failed' }).click();
    await page.waitForURL(/status=failed/);
    expect(new URL(page.url()).searchParams.get('endpoint')).toBe(endpointId);
    expect(await today.getAttribute('aria-pressed')).toBe('true');
    await page.getByRole('link', { name: 'customer.created' }).waitFor();

    receiver.respond = () => ({ status: 200 });
    await page.getByRole('button', { name: 'Recover failed deliveries' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Recover' }).click();
    await page.getByRole('dialog').getByText('1 of 1 deliveries retried').waitFor();
    await eventually(async () =>
      (await deliveriesOf(organization, '?status=failed')).length === 0 ? true : null,
    );
  });
});
