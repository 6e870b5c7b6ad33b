import type { Page } from 'playwright-core';
import { accessibilityProblems, describeInBrowser, PATIENT, useBrowser } from './support/browser';
import { settled, signInWith } from './support/signed-in';
import { BillingStory } from '../support/billing-story';
import { useTestApp } from '../support/use-test-app';
import { bodyOf } from '../support/wire';

/** Amounts have narrow no-break spaces and the like. */
const plain = (text: string | null): string => (text ?? '').replace(/\s+/g, ' ');

describeInBrowser('money on the pages', () => {
  const app = useTestApp({ TEST_CLOCK: 'on', ...PATIENT });
  const browser = useBrowser();
  /** The clock of the service only goes on: each test has a year of its own. */
  let story: BillingStory;

  beforeEach(async () => {
    story = await BillingStory.begin(app, { name: 'Acme', default_currency: 'USD' });
  });

  const opened = async (path: string): Promise<Page> => {
    const page = await browser.open(app.url);
    await signInWith(page, story.organization.rawKey, path);
    await settled(page);
    return page;
  };

  it('of an invoice is explained step by step, down to the usage events', async () => {
    await story.moveTo('2030-01-01');
    const tiers = [
      { from_value: 0, to_value: 10, per_unit_amount: '2', flat_amount: '0' },
      { from_value: 11, to_value: null, per_unit_amount: '1', flat_amount: '5' },
    ];
    const charge = await story.chargeFor({ code: 'calls' }, 'graduated', { graduated_ranges: tiers });
    const subscription = await story.subscribe(await story.plan({ charges: [charge] }));
    await story.moveTo('2030-01-16');
    const event = await story.report(subscription, 'calls', { value: '12' }, '2030-01-15');
    await story.moveTo('2030-02-01');
    const invoice = (await story.invoices(subscription)).find((it) =>
      it.fees.some((fee) => fee.units === '12'),
    );
    const page = await opened(`/dashboard/invoices/${invoice?.id}`);
    await page.getByRole('button', { name: /^Explain/ }).click();
    const steps = page.getByRole('region', { name: /^Steps of/ });
    await steps.getByText('by the model “graduated”').waitFor();
    const texts = await steps.getByRole('row').allTextContents();
    expect(texts.length).toBeGreaterThan(3);
    expect(plain(await steps.textContent())).not.toContain('the plan has changed since');
    const events = page.getByRole('region', { name: /^Events of/ });
    await events.getByText(event.transaction_id).waitFor();
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  it('of a plan change is shown before it is made, as it is then billed', async () => {
    await story.moveTo('2031-01-01');
    const [small, large] = [
      await story.plan({ name: 'Small', pay_in_advance: true }),
      await story.plan({ name: 'Large', amount_cents: 31_000, pay_in_advance: true }),
    ];
    const subscription = await story.subscribe(small);
    await story.moveTo('2031-01-16');
    const preview = story.organization.post(`/v1/subscriptions/${subscription.id}/change_plan_preview`, {
      plan_code: large.code,
    });
    const { invoices } = await bodyOf<{ invoices: { total_amount_cents: number }[] }>(preview, 200);
    const page = await opened(`/dashboard/subscriptions/${subscription.id}`);
    await page.getByRole('button', { name: 'Change the plan' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: /^New plan/ }).selectOption(large.code);
    const shown = dialog.getByRole('region', { name: 'What the change means' });
    await shown.waitFor();
    const total = (invoices[0]?.total_amount_cents ?? 0) / 100;
    expect(total).toBeGreaterThan(0);
    expect(plain(await shown.textContent())).toContain(total.toFixed(2));
    expect(await accessibilityProblems(page)).toEqual([]);
    expect(await story.subscription(subscription.id)).toMatchObject({ plan_id: small.id });

    await dialog.getByRole('button', { name: 'Change the plan' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await story.subscription(subscription.id)).toMatchObject({ plan_id: large.id });
    const newest = (await story.invoices(subscription)).at(-1);
    expect(newest?.total_amount_cents).toBe(invoices[0]?.total_amount_cents);
  });

  it('of the home page is what is open and overdue, and the light of reconciliation', async () => {
    await story.moveTo('2032-01-01');
    const customer = await story.customer({ net_payment_term: 5 });
    const fees = [{ description: 'Work', units: '1', unit_amount_cents: 12_345 }];
    const body = { customer_id: customer.id, currency: 'USD', fees };
    await story.organization.post('/v1/invoices/one_off', body).expect(201);
    await story.moveTo('2032-01-10');
    const page = await opened('/dashboard');
    await page.getByRole('link', { name: /overdue/ }).waitFor();
    const content = plain(await page.locator('#content').textContent());
    expect(content).toMatch(/123\.45.*open, of 1 invoice/);
    expect(content).toContain('All sums agree');
    await page.getByRole('link', { name: /overdue/ }).click();
    await page.waitForURL(/view=overdue/);
  });
});
