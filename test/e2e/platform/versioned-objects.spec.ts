import type { OpenAPIObject } from '@nestjs/swagger';
import { buildOpenApi } from '../../../src/platform/openapi/openapi';
import {
  answerSchemaOf,
  apiRoutes,
  exampleBody,
  pathOf,
  requiredQuery,
  resolve,
  type ApiRoute,
} from '../../support/api-routes';
import { expectNone } from '../../support/findings';
import { MAIL_SERVER, seedEveryKind, type EveryKind } from '../../support/seed-every-kind';
import { collectionOf } from '../../support/seed-from-description';
import type { TestOrganization } from '../../support/test-app';
import { useTestApp } from '../../support/use-test-app';
import { problemOf } from '../../support/wire';

const STRONG = /^"[\x21\x23-\x7e]+"$/;
/** The version of a row, and a hash. */
const OF_ROW = /^"\d+-[\w-]{22}"$/;
const PROVIDER = 'stripe';
/** Examples of required fields that name records which the organization does not have. */
const REPLACED = { dunning_campaign_id: null };
/** Its body shows everything that a PUT changes, and a customer without a campaign has no row. */
const WITHOUT_ROW = ['PUT /v1/customers/{id}/dunning_campaign'];

/** Finds the operations in the API description, so that new modules are covered as well. */
describe('the ETag of every object', () => {
  // No worker, so that only the tests change records.
  const app = useTestApp({ ROLE: 'api', ...MAIL_SERVER });
  let document: OpenAPIObject;
  let routes: ApiRoute[];
  let owner: TestOrganization;
  let seeded: EveryKind;

  beforeAll(async () => {
    document = buildOpenApi(app.app);
    routes = apiRoutes(document);
    owner = await app.anOrganization();
    seeded = await seedEveryKind(owner, document, routes);
    await owner.put(`/v1/payment_providers/${PROVIDER}`, { webhook_secret: 'whsec_c2VjcmV0' }).expect(200);
  });

  const puts = () => routes.filter((it) => it.method === 'PUT');
  const gets = () => routes.filter((it) => it.method === 'GET' && it.secured && typeOf(it) === 'object');
  const typeOf = (route: ApiRoute): unknown => {
    const schema = answerSchemaOf(route);
    return schema === undefined ? undefined : schema.type === 'array' ? 'array' : 'object';
  };
  const pathsOf = (route: ApiRoute): string[] => {
    const [first, second] = route.pathParameters;
    if (first === undefined) return [route.path + requiredQuery(route)];
    if (first === 'provider') return [pathOf(route, PROVIDER)];
    const ids = seeded.owned.get(collectionOf(route) ?? '') ?? [];
    return ids.map((id) => pathOf(route, id, seeded.parts[second ?? '']));
  };

  /** The required fields, and another name if the object has one. */
  const bodyOfPut = (route: ApiRoute): object => {
    const schema = route.operation.requestBody?.content['application/json']?.schema ?? {};
    const { required = [], properties = {} } = resolve(document, schema);
    const examples = Object.entries(exampleBody(document, route, REPLACED));
    const sent = Object.fromEntries(examples.filter(([field]) => required.includes(field)));
    return 'name' in properties ? { ...sent, name: 'Renamed' } : sent;
  };

  it('is documented for every GET of one object and every PUT, with If-Match and 412 for a PUT', () => {
    expect(gets().length).toBeGreaterThan(20);
    expect(puts().length).toBeGreaterThan(10);
    const undocumented = [...gets(), ...puts()].filter(
      (it) => !('ETag' in (it.operation.responses['200']?.headers ?? {})),
    );
    const isConditional = ({ operation: { parameters = [], responses } }: ApiRoute): boolean =>
      parameters.some((it) => it.name === 'If-Match' && it.in === 'header' && it.required !== true) &&
      'ETag' in (responses['412']?.headers ?? {});
    expectNone(
      [...undocumented, ...puts().filter((it) => !isConditional(it))].map((it) => it.name),
      'src/platform/openapi/operations.ts must document ETag and If-Match of:',
    );
  });

  it('is strong in the response of every GET of one object, and absent in lists', async () => {
    const wrong: string[] = [];
    for (const route of gets()) {
      const responses = await Promise.all(pathsOf(route).map((path) => owner.get(path)));
      // Some customers have no usage to read, so one 200 per route is enough.
      const found = responses.filter((it) => it.status === 200);
      if (found.length === 0 || !found.every((it) => STRONG.test(it.headers.etag ?? '')))
        wrong.push(route.name);
    }
    expectNone(wrong, 'These operations return no record with a strong ETag:');
    for (const route of routes.filter((it) => it.method === 'GET' && typeOf(it) === 'array')) {
      for (const path of pathsOf(route)) expect((await owner.get(path)).headers.etag).toBeUndefined();
    }
  });

  it('is compared by every PUT, and that of its response is that of the next GET', async () => {
    for (const route of puts()) {
      const [path = ''] = pathsOf(route);
      const put = (tag: string) => owner.put(path, bodyOfPut(route)).set('If-Match', tag);
      const current = String((await owner.get(path).expect(200)).headers.etag);
      const refused = await put('"0-stale"');
      expect({ path, status: refused.status, etag: refused.headers.etag }).toEqual({
        path,
        status: 412,
        etag: current,
      });
      const accepted = await put(current);
      expect({ path, status: accepted.status }).toEqual({ path, status: 200 });
      const etag = String(accepted.headers.etag);
      if (!WITHOUT_ROW.includes(route.name)) expect(etag).toMatch(OF_ROW);
      expect({ path, etag: (await owner.get(path)).headers.etag }).toEqual({ path, etag });
      if (etag !== current) await problemOf(put(current), 412, 'precondition_failed');
    }
  });
});
