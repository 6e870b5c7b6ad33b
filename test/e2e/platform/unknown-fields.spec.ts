import { randomUUID } from 'node:crypto';
import type { OpenAPIObject } from '@nestjs/swagger';
import openapi from '../../../openapi.json';
import { apiRoutes, pathOf } from '../../support/api-routes';
import { aCustomer, aPlan } from '../../support/builders';
import { useOrganization, useTestApp } from '../../support/use-test-app';
import type { ProblemBody } from '../../support/wire';

/** Called by providers, which choose their own parameters. */
const ANY_QUERY = ['/v1/payments/webhook/{provider}'];

describe('unknown and read-only fields', () => {
  const app = useTestApp({ ROLE: 'api' });
  const organization = useOrganization(app);

  it('an unknown query parameter is refused with 422 on every route', async () => {
    const refused: [string, number, string[]][] = [];
    const routes = apiRoutes(openapi as unknown as OpenAPIObject).filter(
      (it) => !ANY_QUERY.includes(it.path),
    );
    for (const route of routes) {
      const { name, method, path } = route;
      const url = `${pathOf(route, path.includes('{provider}') ? 'manual' : randomUUID())}?bogus=1`;
      const response = await organization[method.toLowerCase() as 'get'](url);
      const fields = ((response.body as ProblemBody).errors ?? []).map((it) => it.field);
      if (response.status !== 422 || !fields.includes('bogus')) refused.push([name, response.status, fields]);
    }
    expect(refused).toEqual([]);
  });

  it('a field that PUT cannot change is refused as such, not as unknown', async () => {
    const customer = await aCustomer(organization);
    const plan = await aPlan(organization);
    const refused = await organization.put(`/v1/customers/${customer.id}`, { ...customer, hue: 'red' });
    const { errors } = refused.body as ProblemBody;
    expect(errors?.map((it) => it.message)).toEqual(
      expect.arrayContaining(['"id" cannot be changed.', '"created_at" cannot be changed.']),
    );
    expect(errors?.find((it) => it.field === 'hue')).toMatchObject({
      code: 'unknown_field',
      message: '"hue" is not a known field.',
    });
    const answer = await organization.put(`/v1/plans/${plan.id}`, { code: 'other' });
    expect((answer.body as ProblemBody).errors).toEqual([
      { field: 'code', code: 'read_only', message: '"code" cannot be changed.' },
    ]);
  });

  it('a field that POST cannot set is refused as such', async () => {
    const answer = await organization.post('/v1/customers', { external_id: 'c', id: randomUUID() });
    expect((answer.body as ProblemBody).errors).toMatchObject([
      { code: 'read_only', message: '"id" cannot be set.' },
    ]);
  });

  it('country, currency and time zone are accepted in any case and stored in the standard one', async () => {
    const any = { external_id: 'any', country: 'de', currency: 'eur', timezone: 'europe/berlin' };
    const created = await organization.post('/v1/customers', any).expect(201);
    expect(created.body).toMatchObject({ country: 'DE', currency: 'EUR', timezone: 'Europe/Berlin' });
    const utc = await organization.post('/v1/customers', { external_id: 'utc', timezone: 'utc' }).expect(201);
    expect(utc.body).toMatchObject({ timezone: 'UTC' });
  });
});
