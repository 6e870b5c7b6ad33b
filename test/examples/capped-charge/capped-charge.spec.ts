import { chargeModelSuite } from '../../conformance/charge-model.suite';
import { BillingStory } from '../../support/billing-story';
import { useOrganization, useTestApp } from '../../support/use-test-app';
import { bodyOf, wrongFieldsOf, type SimulationBody } from '../../support/wire';
import { CappedChargeModule } from './capped-charge.module';
import { CappedCharge } from './capped.charge';

chargeModelSuite('capped', {
  model: new CappedCharge(),
  accepted: [
    { amount: '2', cap_amount: '10' },
    { amount: '0', cap_amount: '0' },
  ],
  refused: [
    [{ amount: '2' }, 'cap_amount'],
    [{ amount: '-2', cap_amount: '10' }, 'amount'],
  ],
});

describe('the capped charge model in the service', () => {
  const app = useTestApp({ TEST_CLOCK: 'on' }, CappedChargeModule);
  const organization = useOrganization(app);
  const story = new BillingStory(app, organization);

  it('a plan charges by it, in simulations and on invoices', async () => {
    await story.moveTo('2030-01-01');
    const charge = await story.chargeFor({ code: 'calls' }, 'capped', { amount: '2', cap_amount: '10' });
    const plan = await story.plan({ amount_cents: 0, charges: [charge] });
    const usage = [{ billable_metric_code: 'calls', units: '6', events_count: 1 }];
    const path = `/v1/plans/${plan.id}/simulate`;
    const { charges } = await bodyOf<SimulationBody>(organization.post(path, { usage }));
    expect(charges[0]?.steps).toEqual([
      { description: 'Units', units: '6', unit_amount: '2', amount: '12' },
      { description: 'Cut to the cap', units: '0', amount: '-2' },
    ]);
    const subscription = await story.subscribe(plan);
    await story.use(subscription, 'calls', '6', '2030-01-01');
    await story.moveTo('2030-02-01');
    expect((await story.newestBill(subscription)).total).toBe(1000);
  });

  it('wrong properties are refused with 422', async () => {
    const charge = await story.chargeFor({ code: 'calls' }, 'capped', { amount: '2' });
    const plan = { code: 'p', name: 'P', interval: 'monthly', amount_cents: 0, currency: 'EUR' };
    const request = organization.post('/v1/plans', { ...plan, charges: [charge] });
    expect(await wrongFieldsOf(request)).toEqual(['charges.0.properties.cap_amount']);
  });
});
