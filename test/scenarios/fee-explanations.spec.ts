import { Injectable, Module } from '@nestjs/common';
import {
  INVOICE_LINES,
  type AddedLine,
  type InvoiceLineSource,
  type SubscriptionBill,
} from '../../src/modules/invoices';
import type { Transaction } from '../../src/platform/database/transactions';
import { extend } from '../../src/platform/extensions';
import { CappedChargeModule } from '../examples/capped-charge/capped-charge.module';
import { aCharge, aMetric } from '../support/builders';
import { ExplainedStory, calculationsOf } from '../support/explained-story';
import { useTestApp } from '../support/use-test-app';
import { bodyOf } from '../support/wire';

/** Adds a line with a price per unit and one without to the bills of subscriptions named `Supported`. */
@Injectable()
class TwoLines implements InvoiceLineSource {
  linesFor(_tx: Transaction, { subscription, currency }: SubscriptionBill): Promise<AddedLine[]> {
    const hours = {
      description: 'Support',
      units: '2.5',
      unitAmount: '80.10',
      amountCents: 20025n,
      currency,
    };
    const flat = { description: 'Setup', units: '1', unitAmount: null, amountCents: 500n, currency };
    return Promise.resolve(subscription.name === 'Supported' ? [hours, flat] : []);
  }
}

@Module({ providers: [TwoLines, extend(INVOICE_LINES, TwoLines)] })
class TwoLinesModule {}

describe('explanations of usage and of lines of extensions', () => {
  const app = useTestApp({ TEST_CLOCK: 'on' }, CappedChargeModule, TwoLinesModule);
  let story: ExplainedStory;
  let year = 2029;
  beforeEach(async () => {
    year += 1;
    story = await ExplainedStory.in(year, app);
  });
  afterEach(() => story.end());

  it('every charge model, aggregation and rounding leads to the amount, and links the counted events', async () => {
    const range = (from: number, to: number | null, price: string, flat: string) => {
      return { from_value: from, to_value: to, per_unit_amount: price, flat_amount: flat };
    };
    const ranges = [range(0, 10, '1.005', '5'), range(11, null, '0.5', '2')];
    const rates = [
      { from_value: 0, to_value: 10, rate: '2', flat_amount: '1' },
      { from_value: 11, to_value: null, rate: '0.55', flat_amount: '5' },
    ];
    const bounds = { per_transaction_min_amount: '2', per_transaction_max_amount: '2.5' };
    const sum = { aggregation_type: 'sum' };
    const MODELS: [object, string, object][] = [
      [{ aggregation_type: 'count' }, 'standard', { amount: '0.3333' }],
      [sum, 'graduated', { graduated_ranges: ranges }],
      [{ aggregation_type: 'max' }, 'volume', { volume_ranges: ranges }],
      [{ aggregation_type: 'latest' }, 'package', { amount: '5', package_size: 4, free_units: 1 }],
      [sum, 'percentage', { rate: '1.5', fixed_amount: '0.1', free_units_per_events: 1, ...bounds }],
      [{ aggregation_type: 'count' }, 'percentage', { rate: '1.5', free_units_per_events: 1 }],
      [{ ...sum, rounding_function: 'ceil', rounding_precision: -2 }, 'standard', { amount: '0.5' }],
      [sum, 'graduated_percentage', { graduated_percentage_ranges: rates }],
      [{ aggregation_type: 'unique_count' }, 'standard', { amount: '2' }],
      [{ aggregation_type: 'weighted_sum' }, 'standard', { amount: '0.7' }],
      [sum, 'capped', { amount: '1', cap_amount: '5' }],
    ];
    const codes = MODELS.map((_, index) => `metric_${index}`);
    const charges = [];
    for (const [index, [metric, model, properties]] of MODELS.entries()) {
      charges.push(await story.chargeFor({ code: codes[index] ?? '', ...metric }, model, properties));
    }
    const plan = await story.plan({ amount_cents: 1000, charges });
    const subscription = await story.subscribe(plan, { name: 'Supported' });
    await story.moveTo(story.on('04-20'));
    for (const code of codes) {
      await story.use(subscription, code, '12.25', story.on('04-03T10:00'));
      await story.use(subscription, code, '200.5', story.on('04-02'));
      await story.use(subscription, code, '7.25', story.on('04-11'));
    }
    await story.moveTo(story.on('05-02'));
    const invoice = await story.newest(subscription);
    expect(invoice.fees.map((it) => it.type)).toEqual([
      'subscription',
      ...codes.map(() => 'charge'),
      'add_on',
      'add_on',
    ]);
    const explained = await story.explainAll({ ...invoice, fees: invoice.fees.slice(0, -1) });
    const ofMetric = (index: number) => calculationsOf(explained[index + 1] ?? { steps: [] });
    expect(ofMetric(1)).toEqual([
      ['usage', null, '220'],
      ['charge', '10 x 1.005', '10.05'],
      ['charge', '1 x 5', '5'],
      ['charge', '210 x 0.5', '105'],
      ['charge', '1 x 2', '2'],
      ['sum', '10.05 + 5 + 105 + 2', '122.05'],
    ]);
    expect(ofMetric(4)).toEqual([
      ['usage', null, '220'],
      ['charge', '200.5 x 0', '0'],
      ['charge', '19.5 x 1.5 %', '0.2925'],
      ['charge', '2 x 0.1', '0.2'],
      ['charge', null, '3.5075'],
      ['sum', '0 + 0.2925 + 0.2 + 3.5075', '4.00'],
    ]);
    expect(ofMetric(6)).toEqual([
      ['usage', null, '220'],
      ['units_rounding', null, '300'],
      ['charge', '300 x 0.5', '150.00'],
    ]);
    expect(ofMetric(10).slice(2)).toEqual([
      ['charge', null, '-215'],
      ['sum', '220 + (-215)', '5.00'],
    ]);
    // 2.5 hours at 80.10, and a line without a price per unit
    expect(calculationsOf(explained.at(-1) ?? { steps: [] })).toEqual([
      ['units_times_price', '2.5 x 80.1', '200.25'],
    ]);
    const [flat] = invoice.fees.slice(-1);
    if (flat === undefined) throw new Error('The invoice has no line without a price');
    expect(await story.explain(invoice, flat)).toMatchObject({
      complete: false,
      incomplete_reason: 'set_by_extension',
      plan_version: null,
      steps: [{ kind: 'stored', calculation: null, result: '5.00' }],
    });
  });

  it('levels, prorated charges and usage at the instant of a plan change or termination are explained', async () => {
    await aMetric(story.organization, { code: 'seats', recurring: true });
    const seats = (amount: string, prorated = false) =>
      aCharge({ code: 'seats' }, { prorated, properties: { amount } });
    const whole = await story.plan({ charges: [seats('10')] });
    const small = await story.plan({ charges: [seats('6', true)] });
    const large = await story.plan({
      amount_cents: 9000,
      charges: [seats('9', true), await story.charge('calls', '1')],
    });
    const level = await story.subscribe(whole);
    const days = await story.subscribe(small);
    await story.moveTo(story.on('04-15T12:00'));
    for (const it of [level, days]) await story.use(it, 'seats', '10', story.on('04-01'));
    await story.use(days, 'seats', '3', story.on('04-11'));
    await bodyOf(story.organization.put(`/v1/subscriptions/${days.id}`, { plan_id: large.id }));
    const [, first] = await story.explainAll(await story.newest(days));
    expect(first && calculationsOf(first)).toEqual([
      // The day of the change belongs to the new plan.
      ['held_units', '(10 x 10 + 13 x 4) / 30', '5.06666666666666666667'],
      ['charge', '5.06666666666666666667 x 6', '30.40'],
    ]);

    await story.moveTo(story.on('05-10T12:00'));
    await story.use(level, 'seats', '-2', story.on('05-03'));
    await story.use(days, 'calls', '4', story.on('05-10T12:00'));
    await story.terminate(days);
    const [, , calls] = await story.explainAll(await story.newest(days));
    expect(calls && (await story.eventsOf(calls))).toEqual([story.on('05-10T12:00')]);
    await story.moveTo(story.on('06-02'));
    const [, kept] = await story.explainAll(await story.newest(level));
    expect(kept?.steps[0]).toMatchObject({ calculation: '10 + (-2)', result: '8' });
  });
});
