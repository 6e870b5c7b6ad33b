import { PlansService } from '../../../src/modules/plans';
import { Transactions } from '../../../src/platform/database/transactions';
import { aMetric, aPlan, aTax } from '../../support/builders';
import { useOrganization, useTestApp } from '../../support/use-test-app';
import {
  INSTANT,
  UUID_V7,
  bodyOf,
  listOf,
  problemOf,
  wrongFieldsOf,
  type MetricBody,
  type PlanBody,
} from '../../support/wire';

const PATH = '/v1/plans';
const PLAN = { code: 'pro', name: 'Pro', interval: 'monthly', amount_cents: 4900, currency: 'EUR' };
const CALLS = { code: 'calls', name: 'Calls', aggregation_type: 'count' };
const LEVEL = { code: 'level', name: 'Level', aggregation_type: 'latest', field_name: 'value' };
const CHARGE = { billable_metric_code: 'calls', charge_model: 'standard', properties: { amount: '0.10' } };
const SEATS = { code: 'seats', aggregation_type: 'sum', recurring: true };
const PRORATED = { ...CHARGE, billable_metric_code: 'seats', prorated: true };
const TIERS = {
  graduated_ranges: [
    { from_value: 0, to_value: 10, per_unit_amount: '1', flat_amount: '5' },
    { from_value: 11, to_value: null, per_unit_amount: '0.5' },
  ],
};

describe('plans', () => {
  const app = useTestApp();
  const organization = useOrganization(app);
  let calls: MetricBody;
  let seats: MetricBody;

  beforeEach(async () => {
    calls = await aMetric(organization, CALLS);
    await aMetric(organization, LEVEL);
    seats = await aMetric(organization, SEATS);
  });

  const versionIds = async (planId: string): Promise<string[]> => {
    const rows = await app.database.query<{ id: string }>(
      'SELECT id FROM plan_versions WHERE plan_id = $1 ORDER BY version',
      [planId],
    );
    return rows.map((it) => it.id);
  };

  it('a plan without charges is created with default values', async () => {
    const plan = await aPlan(organization, PLAN);
    expect(plan).toEqual({
      id: expect.stringMatching(UUID_V7) as string,
      ...PLAN,
      description: null,
      trial_period_days: 0,
      pay_in_advance: false,
      charges: [],
      tax_codes: [],
      version: 1,
      created_at: expect.stringMatching(INSTANT) as string,
      updated_at: plan.created_at,
    });
    expect(await bodyOf(organization.get(`${PATH}/${plan.id}`))).toEqual(plan);
  });

  it('charges keep their order and name their metric by ID or code', async () => {
    const plan = await aPlan(organization, {
      ...PLAN,
      amount_cents: Number.MAX_SAFE_INTEGER,
      trial_period_days: 3650,
      pay_in_advance: true,
      charges: [
        { ...CHARGE, invoice_display_name: 'API calls' },
        { billable_metric_id: calls.id, charge_model: 'graduated', properties: TIERS },
        PRORATED,
      ],
    });
    const metric = { billable_metric_id: calls.id, billable_metric_code: 'calls' };
    const id = expect.stringMatching(UUID_V7) as string;
    expect(plan.charges).toEqual([
      { ...CHARGE, ...metric, id, invoice_display_name: 'API calls', prorated: false },
      {
        ...metric,
        id,
        charge_model: 'graduated',
        properties: TIERS,
        invoice_display_name: null,
        prorated: false,
      },
      { ...PRORATED, billable_metric_id: seats.id, id, invoice_display_name: null },
    ]);
    expect(plan).toMatchObject({ amount_cents: Number.MAX_SAFE_INTEGER, trial_period_days: 3650 });
    expect(await bodyOf(organization.get(`${PATH}/${plan.id}`))).toEqual(plan);
    expect((await listOf(organization.get(PATH))).items).toEqual([plan]);
  });

  it.each([
    ['code', { code: '' }],
    ['interval', { interval: 'daily' }],
    ['amount_cents', { amount_cents: -1 }],
    ['amount_cents', { amount_cents: 2 ** 53 }],
    ['amount_cents', { amount_cents: '4900' }],
    ['currency', { currency: 'euro' }],
    ['trial_period_days', { trial_period_days: 3651 }],
    ['pay_in_advance', { pay_in_advance: 1 }],
    ['charges', { charges: {} }],
    ['charges', { charges: 'x' }],
    ['charges', { charges: null }],
    ['charges', { charges: Array.from({ length: 101 }, () => CHARGE) }],
    ['charges.1', { charges: [CHARGE, null] }],
    ['charges.0', { charges: [[CHARGE]] }],
    ['charges.0.charge_model', { charges: [{ ...CHARGE, charge_model: 'dynamic' }] }],
    ['charges.0.properties', { charges: [{ ...CHARGE, properties: [] }] }],
    ['charges.0.properties', { charges: [{ ...CHARGE, properties: undefined }] }],
    ['charges.0.properties.amount', { charges: [{ ...CHARGE, properties: {} }] }],
    ['charges.0.properties.amount', { charges: [{ ...CHARGE, properties: { amount: 0.1 } }] }],
    ['charges.0.properties.colour', { charges: [{ ...CHARGE, properties: { amount: '1', colour: 1 } }] }],
    ['charges.0.properties.valueOf', { charges: [{ ...CHARGE, properties: { amount: '1', valueOf: 1 } }] }],
    ['charges.0.prorated', { charges: [{ ...CHARGE, prorated: true }] }],
    ['charges.0.prorated', { charges: [{ ...PRORATED, prorated: 'yes' }] }],
    [
      'charges.1.prorated',
      { charges: [CHARGE, { ...PRORATED, charge_model: 'percentage', properties: { rate: '1' } }] },
    ],
    ['charges.0.toString', { charges: [{ ...CHARGE, toString: 'x' }] }],
    ['charges.0.id', { charges: [{ ...CHARGE, id: 'x' }] }],
    ['charges.0.billable_metric_code', { charges: [{ ...CHARGE, billable_metric_code: 'none' }] }],
    ['charges.0.billable_metric_code', { charges: [{ ...CHARGE, billable_metric_code: undefined }] }],
    [
      'charges.1.charge_model',
      {
        charges: [
          CHARGE,
          { billable_metric_code: 'level', charge_model: 'percentage', properties: { rate: '1' } },
        ],
      },
    ],
    [
      'charges.0.properties.graduated_ranges.0.to_value',
      {
        charges: [
          {
            ...CHARGE,
            charge_model: 'graduated',
            properties: { graduated_ranges: [{ from_value: 0, to_value: 1, per_unit_amount: '1' }] },
          },
        ],
      },
    ],
    ['tax_codes.0', { tax_codes: ['none'] }],
    ['tax_codes.1', { tax_codes: ['none', 'none'] }],
    ['version', { version: 2 }],
  ])('an invalid %s is refused with 422', async (field, body) => {
    expect(await wrongFieldsOf(organization.post(PATH, { ...PLAN, ...body }))).toEqual([field]);
    expect((await listOf(organization.get(PATH))).total).toBe(0);
  });

  it("a charge with two metrics or another organization's metric is refused with 422", async () => {
    const both = { ...CHARGE, billable_metric_id: calls.id };
    const foreign = { ...CHARGE, billable_metric_code: undefined, billable_metric_id: calls.id };
    const id = ['charges.0.billable_metric_id'];
    expect(await wrongFieldsOf(organization.post(PATH, { ...PLAN, charges: [both] }))).toEqual(id);
    const other = await app.anOrganization();
    expect(await wrongFieldsOf(other.post(PATH, { ...PLAN, charges: [foreign] }))).toEqual(id);
    const { id: planId } = await aPlan(other, PLAN);
    expect(await wrongFieldsOf(other.put(`${PATH}/${planId}`, { charges: [foreign] }))).toEqual(id);
  });

  it('a duplicate code is refused with 409, even in concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => organization.post(PATH, PLAN)));
    expect(answers.map((it) => it.status).sort()).toEqual([201, 409, 409, 409, 409]);
    await aPlan(await app.anOrganization(), PLAN);
  });

  it('updating name, description or taxes creates no new version', async () => {
    await aTax(organization);
    const plan = await aPlan(organization, { ...PLAN, charges: [CHARGE] });
    const path = `${PATH}/${plan.id}`;
    const changes = { name: 'Team', description: 'For teams', tax_codes: ['vat'] };
    const changed = await bodyOf<PlanBody>(organization.put(path, changes));
    expect(changed).toEqual({ ...plan, ...changes, updated_at: changed.updated_at });
    expect(await bodyOf(organization.get(path))).toEqual(changed);
    expect(await wrongFieldsOf(organization.put(path, { tax_codes: ['vat', 'none'] }))).toEqual([
      'tax_codes.1',
    ]);
    expect(await wrongFieldsOf(organization.put(path, { code: 'team' }))).toEqual(['code']);
    expect(await versionIds(plan.id)).toHaveLength(1);
  });

  it.each([
    { amount_cents: 5900 },
    { currency: 'USD' },
    { interval: 'yearly' },
    { trial_period_days: 14 },
    { pay_in_advance: true },
    { charges: [] },
    { charges: [CHARGE, CHARGE] },
    { charges: [{ ...CHARGE, properties: { amount: '0.11' } }] },
    { charges: [{ ...CHARGE, invoice_display_name: 'API' }] },
    { charges: [PRORATED] },
  ])('updating %j creates a new version and leaves the old one unchanged', async (changes) => {
    const plan = await aPlan(organization, { ...PLAN, charges: [CHARGE] });
    const path = `${PATH}/${plan.id}`;
    const changed = await bodyOf<PlanBody>(organization.put(path, changes));
    expect(changed).toMatchObject({ ...changes, version: 2 });
    expect(await bodyOf(organization.get(path))).toEqual(changed);

    const [first = '', second = ''] = await versionIds(plan.id);
    const tx = app.app.get(Transactions).reader;
    const plans = app.app.get(PlansService);
    const before = await plans.getVersion(tx, organization.id, first);
    expect(before).toMatchObject({ planId: plan.id, version: 1, amountCents: 4900n, currency: 'EUR' });
    expect(before).toMatchObject({ interval: 'monthly', trialPeriodDays: 0, payInAdvance: false });
    expect(before.charges.map((it) => it.id)).toEqual(plan.charges.map((it) => it.id));
    expect(before.charges.map((it) => it.properties)).toEqual([CHARGE.properties]);
    const after = await plans.getVersion(tx, organization.id, second);
    expect(after.charges.map((it) => it.id)).toEqual(changed.charges.map((it) => it.id));
    const other = await app.anOrganization();
    await expect(plans.getVersion(tx, other.id, first)).rejects.toThrow('plan version');
  });

  it('an update without changes creates no version and keeps updated_at', async () => {
    const properties = { rate: '1', fixed_amount: '0.5' };
    const charges = [CHARGE, { billable_metric_id: calls.id, charge_model: 'percentage', properties }];
    const plan = await aPlan(organization, { ...PLAN, charges });
    const path = `${PATH}/${plan.id}`;
    const turned = [CHARGE, { ...charges[1], properties: { fixed_amount: '0.5', rate: '1' } }];
    for (const body of [
      {},
      { ...PLAN, code: undefined },
      { charges },
      { charges: turned },
      { tax_codes: [] },
    ]) {
      expect(await bodyOf(organization.put(path, body))).toEqual(plan);
    }
    expect(await bodyOf(organization.get(path))).toEqual(plan);
    expect(await versionIds(plan.id)).toHaveLength(1);
  });

  it('concurrent updates number versions without gaps', async () => {
    const { id } = await aPlan(organization, PLAN);
    const amounts = [1, 2, 3, 4, 5, 6];
    const answers = await Promise.all(
      amounts.map((it) => bodyOf<PlanBody>(organization.put(`${PATH}/${id}`, { amount_cents: it }))),
    );
    expect(answers.map((it) => it.version).sort()).toEqual([2, 3, 4, 5, 6, 7]);
  });

  it('deleting an unused plan releases its code and keeps its versions', async () => {
    const plan = await aPlan(organization, { ...PLAN, charges: [CHARGE] });
    const path = `${PATH}/${plan.id}`;
    await organization.delete(path).expect(204);
    for (const request of [
      organization.get(path),
      organization.put(path, { name: 'x' }),
      organization.delete(path),
      organization.post(`${path}/simulate`, { usage: [] }),
    ]) {
      await problemOf(request, 404, 'not_found');
    }
    expect((await listOf(organization.get(PATH))).total).toBe(0);
    const [versionId = ''] = await versionIds(plan.id);
    await organization.delete(`/v1/billable_metrics/${calls.id}`).expect(204);
    const tx = app.app.get(Transactions).reader;
    const version = await app.app.get(PlansService).getVersion(tx, organization.id, versionId);
    expect(version.charges.map((it) => it.metric.code)).toEqual(['calls']);
    expect((await aPlan(organization, PLAN)).id).not.toBe(plan.id);
  });

  it('the list is filtered by code and sorted newest first', async () => {
    const [one, two] = [
      await aPlan(organization, { ...PLAN, code: 'one', charges: [CHARGE] }),
      await aPlan(organization, { ...PLAN, code: 'two' }),
    ];
    expect(await listOf(organization.get(`${PATH}?code=one`))).toEqual({ items: [one], total: 1 });
    expect(await listOf(organization.get(PATH))).toEqual({ items: [two, one], total: 2 });
    expect(await wrongFieldsOf(organization.get(`${PATH}?name=Pro`))).toEqual(['name']);
  });
});
