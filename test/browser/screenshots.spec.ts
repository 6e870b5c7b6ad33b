import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describeInBrowser, PATIENT, useBrowser, type View } from './support/browser';
import { settled, signInWith } from './support/signed-in';
import { DashboardClient } from '../support/dashboard-client';
import { deliveriesOf } from '../support/webhooks';
import { eventually } from '../support/eventually';
import { useSharedOrganization, useTestApp } from '../support/use-test-app';

const FOLDER = join(__dirname, '../../docs/images');

interface Picture {
  name: string;
  path: string;
  /** The first record of the list at this path is opened. */
  record?: boolean;
  view?: View;
}

const PICTURES: readonly Picture[] = [
  { name: 'home', path: '/dashboard/' },
  { name: 'customer', path: '/dashboard/customers', record: true },
  { name: 'invoice', path: '/dashboard/invoices', record: true },
  { name: 'deliveries', path: '/dashboard/deliveries' },
  { name: 'plans', path: '/dashboard/plans', record: true, view: { theme: 'dark' } },
];

/** Renews the pictures of the documents: `npm run screenshots`. */
const describeOnRequest = process.env.SCREENSHOTS === undefined ? describe.skip : describeInBrowser;

describeOnRequest('the pictures of the documents', () => {
  const app = useTestApp({ TEST_CLOCK: 'on', ...PATIENT });
  const organization = useSharedOrganization(app, { name: 'Acme Inc.', default_currency: 'EUR' });
  const browser = useBrowser();

  beforeAll(async () => {
    mkdirSync(FOLDER, { recursive: true });
    const client = new DashboardClient(app);
    await client.signIn(organization.rawKey);
    await client.post('/sample_data').expect(201);
    await eventually(async () => {
      const pending = await deliveriesOf(organization, '?status=pending');
      return pending.length === 0 ? true : null;
    });
  });

  it.each(PICTURES)('have $name', async ({ name, path, record = false, view = {} }) => {
    const page = await browser.open(app.url, { width: 1280, height: 760, ...view });
    await signInWith(page, organization.rawKey, path);
    await settled(page);
    if (record) {
      await page.locator(`#content a[href^="${path}/0"]`).first().click();
      await page.waitForURL(`**${path}/0*`);
      await settled(page);
    }
    await page.screenshot({ path: join(FOLDER, `${name}.png`) });
  });
});
