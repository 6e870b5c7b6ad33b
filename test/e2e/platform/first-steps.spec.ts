import { buildOpenApi } from '../../../src/platform/openapi/openapi';
import { apiRoutes, exampleBody } from '../../support/api-routes';
import { useTestApp } from '../../support/use-test-app';

/** In the order in which a new user sends them. */
const FIRST_STEPS = [
  '/v1/webhook_endpoints',
  '/v1/customers',
  '/v1/billable_metrics',
  '/v1/taxes',
  '/v1/plans',
];

describe('the first steps in Swagger UI', () => {
  const app = useTestApp({ ROLE: 'api' }); // no worker: the example endpoint belongs to someone else

  it('the example bodies are accepted unchanged', async () => {
    const document = buildOpenApi(app.app);
    const acme = await app.anOrganization();
    for (const path of FIRST_STEPS) {
      const route = apiRoutes(document).find((it) => it.method === 'POST' && it.path === path);
      if (route === undefined) throw new Error(`no POST ${path}`);
      const answer = await acme.post(path, exampleBody(document, route));
      const { errors } = answer.body as { errors?: unknown };
      expect({ path, status: answer.status, errors }).toEqual({ path, status: 201 });
    }
  });
});
