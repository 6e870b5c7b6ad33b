import { aMetric, aPlan } from '../../support/builders';
import { useOrganization, useTestApp } from '../../support/use-test-app';
import {
  INSTANT,
  UUID_V7,
  bodyOf,
  listOf,
  problemOf,
  wrongFieldsOf,
  type MetricBody,
} from '../../support/wire';

const PATH = '/v1/billable_metrics';

const COUNT = { code: 'calls', name: 'Calls', aggregation_type: 'count' };
const FULL = {
  code: 'storage_gb',
  name: 'Storage',
  description: 'Gigabytes',
  aggregation_type: 'sum',
  field_name: 'gb',
  rounding_function: 'ceil',
  rounding_precision: 2,
  recurring: true,
};

describe('billable metrics', () => {
  const app = useTestApp();
  const organization = useOrganization(app);

  it('a metric needs only code, name and aggregation_type', async () => {
    const metric = await aMetric(organization, COUNT);
    expect(metric).toEqual({
      id: expect.stringMatching(UUID_V7) as string,
      ...COUNT,
      description: null,
      field_name: null,
      rounding_function: null,
      rounding_precision: null,
      recurring: false,
      unit_code: 'C62',
      created_at: expect.stringMatching(INSTANT) as string,
      updated_at: metric.created_at,
    });
    expect(await bodyOf(organization.get(`${PATH}/${metric.id}`))).toEqual(metric);
  });

  it('every field is returned as sent', async () => {
    const metric = await aMetric(organization, FULL);
    expect(metric).toMatchObject(FULL);
    expect(await bodyOf(organization.get(`${PATH}/${metric.id}`))).toEqual(metric);
  });

  it.each(['sum', 'max', 'unique_count', 'latest', 'weighted_sum'])(
    'aggregation_type %s requires field_name',
    async (type) => {
      const body = { ...COUNT, aggregation_type: type };
      expect(await wrongFieldsOf(organization.post(PATH, body))).toEqual(['field_name']);
      await aMetric(organization, { ...body, field_name: 'value' });
    },
  );

  it.each([
    ['code', { code: ' ' }],
    ['code', { code: 'x'.repeat(256) }],
    ['name', { name: null }],
    ['aggregation_type', { aggregation_type: 'average' }],
    ['aggregation_type', { aggregation_type: undefined }],
    ['field_name', { field_name: '' }],
    ['rounding_function', { rounding_function: 'up' }],
    ['rounding_function', { rounding_precision: 2 }],
    ['rounding_precision', { rounding_function: 'round', rounding_precision: 21 }],
    ['rounding_precision', { rounding_function: 'round', rounding_precision: 1.5 }],
    ['recurring', { recurring: true }],
    ['recurring', { recurring: 'no' }],
    ['deleted_at', { deleted_at: null }],
  ])('an invalid %s is refused with 422', async (field, body) => {
    expect(await wrongFieldsOf(organization.post(PATH, { ...COUNT, ...body }))).toEqual([field]);
  });

  it('a duplicate code is refused with 409, even in concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => organization.post(PATH, COUNT)));
    expect(answers.map((it) => it.status).sort()).toEqual([201, 409, 409, 409, 409]);
    await problemOf(organization.post(PATH, COUNT), 409, 'conflict');
    await aMetric(await app.anOrganization(), COUNT);
  });

  it('an update changes the given fields; changing the code is refused with 422', async () => {
    const metric = await aMetric(organization, FULL);
    const path = `${PATH}/${metric.id}`;
    const changes = { name: 'Disk', description: null, rounding_function: null, rounding_precision: null };
    const changed = await bodyOf<MetricBody>(organization.put(path, changes));
    expect(changed).toEqual({ ...metric, ...changes, updated_at: changed.updated_at });
    expect(await bodyOf(organization.get(path))).toEqual(changed);
    expect(await wrongFieldsOf(organization.put(path, { code: 'other' }))).toEqual(['code']);
    expect(await wrongFieldsOf(organization.put(path, { field_name: null }))).toEqual(['field_name']);
    expect(await wrongFieldsOf(organization.put(path, { aggregation_type: 'max' }))).toEqual(['recurring']);
    expect(await bodyOf(organization.get(path))).toEqual(changed);
  });

  it('the code of a deleted metric can be reused', async () => {
    const { id } = await aMetric(organization, COUNT);
    await organization.delete(`${PATH}/${id}`).expect(204);
    await problemOf(organization.get(`${PATH}/${id}`), 404, 'not_found');
    await problemOf(organization.put(`${PATH}/${id}`, { name: 'x' }), 404, 'not_found');
    await problemOf(organization.delete(`${PATH}/${id}`), 404, 'not_found');
    expect((await aMetric(organization, COUNT)).id).not.toBe(id);
  });

  it('the list is filtered by code', async () => {
    await aMetric(organization, COUNT);
    const { id } = await aMetric(organization, FULL);
    const { items, total } = await listOf<MetricBody>(organization.get(`${PATH}?code=storage_gb`));
    expect([items.map((it) => it.id), total]).toEqual([[id], 1]);
    expect((await listOf(organization.get(PATH))).total).toBe(2);
    expect(await wrongFieldsOf(organization.get(`${PATH}?code=`))).toEqual(['code']);
  });

  describe('a metric charged by a plan', () => {
    const plan = {
      code: 'pro',
      name: 'Pro',
      interval: 'monthly',
      amount_cents: 0,
      currency: 'EUR',
      charges: [{ billable_metric_code: FULL.code, charge_model: 'standard', properties: { amount: '1' } }],
    };

    it('allows only its name and description to be changed, and its deletion is refused with 400', async () => {
      const metric = await aMetric(organization, FULL);
      const path = `${PATH}/${metric.id}`;
      const { id } = await aPlan(organization, plan);
      for (const body of [{ aggregation_type: 'weighted_sum' }, { field_name: 'b' }, { recurring: false }]) {
        await problemOf(organization.put(path, body), 400, 'invalid_state');
      }
      await problemOf(organization.delete(path), 400, 'invalid_state');
      await organization.put(path, { ...FULL, code: undefined, name: 'Disk' }).expect(200);

      await organization.put(`/v1/plans/${id}`, { charges: [] }).expect(200);
      await organization.put(path, { field_name: 'bytes' }).expect(200);
      await organization.delete(path).expect(204);
    });

    it('can be deleted after its plan has been deleted', async () => {
      const metric = await aMetric(organization, FULL);
      const { id } = await aPlan(organization, plan);
      await organization.delete(`/v1/plans/${id}`).expect(204);
      await organization.delete(`${PATH}/${metric.id}`).expect(204);
    });

    it('deleting it and adding it to a plan concurrently never both succeed', async () => {
      for (let round = 0; round < 8; round++) {
        const { id } = await aMetric(organization, FULL);
        const code = `plan-${round}`;
        const [created, deleted] = await Promise.all([
          organization.post('/v1/plans', { ...plan, code }),
          organization.delete(`${PATH}/${id}`),
        ]);
        expect([
          [201, 400],
          [422, 204],
        ]).toContainEqual([created.status, deleted.status]);
        if (created.status === 201) {
          await organization.delete(`/v1/plans/${(created.body as { id: string }).id}`).expect(204);
          await organization.delete(`${PATH}/${id}`).expect(204);
        }
      }
    });
  });
});
