import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenAPIObject } from '@nestjs/swagger';
import { SCOPES, describeScopes, isReadScope } from '../../src/platform/http/scopes';
import { RAW_ROUTES } from '../../src/platform/http/raw-routes';
import { Extensions } from '../../src/platform/extensions';
import { buildOpenApi } from '../../src/platform/openapi/openapi';
import { allRoutes, apiRoutes, pathOf, resolve, type ApiRoute, type JsonSchema } from '../support/api-routes';
import { rowsUnder } from '../support/doc-tables';
import { expectNoFindings } from '../support/findings';
import { routesOf } from '../support/served-routes';
import { organizationWithKey, type TestOrganization } from '../support/test-app';
import { useProvider, useTestApp } from '../support/use-test-app';
import { bodyOf, type ApiKeyBody } from '../support/wire';

const KEYS = '/v1/organizations/current/api_keys';
const NO_RECORD = '0199a3c4-0000-7000-8000-000000000000';
/** Fields of responses that contain secrets. */
const SECRETS = ['raw_key', 'secret'];

describe('the scopes of routes', () => {
  const app = useTestApp({ TEST_CLOCK: 'on' });
  const extensions = useProvider(app, Extensions);
  let document: OpenAPIObject;
  let routes: ApiRoute[];

  beforeAll(() => {
    document = buildOpenApi(app.app);
    routes = apiRoutes(document).filter((it) => it.secured);
  });

  it('are published for every route that needs a key', () => {
    expectNoFindings(
      routes.filter((it) => !SCOPES.includes(scopeOf(it))).map((it) => it.name),
      'These routes need @RequiredScope() with a scope that their module declares with defineScopes().',
    );
    const described = new Set(allRoutes(document).map((it) => it.name.replaceAll(/\{(\w+)\}/g, ':$1')));
    expectNoFindings(
      routesOf(app).filter((it) => it.includes(' /v1/') && !described.has(it)),
      'These routes are not in the API description: describe them, so that this test covers them.',
    );
  });

  it('are checked: a key without the scope is refused with 403 that names it', async () => {
    const organization = await app.anOrganization();
    const [one, other] = await Promise.all(
      ['coupons:read', 'taxes:read'].map((scope) => aKeyWith(organization, scope)),
    );
    const findings: string[] = [];
    for (const route of routes) {
      const scope = scopeOf(route);
      const answer = await send(scope === 'coupons:read' ? other : one, route);
      const { code, detail } = answer.body as { code?: string; detail?: string };
      if (answer.status === 403 && code === 'insufficient_scope' && detail?.includes(`"${scope}"`) === true)
        continue;
      findings.push(`${route.name}: ${answer.status} ${answer.text}`);
    }
    expectNoFindings(findings, 'These routes do not refuse a key that lacks their scope.');
  });

  it('suffice: a key with just the scope is not refused', async () => {
    const organization = await app.anOrganization();
    const findings: string[] = [];
    const keys = new Map<string, TestOrganization>();
    for (const route of routes) {
      const key = keys.get(scopeOf(route)) ?? (await aKeyWith(organization, scopeOf(route)));
      keys.set(scopeOf(route), key);
      const { status } = await send(key, route);
      if (status === 401 || status === 403) findings.push(`${route.name}: ${status}`);
    }
    expectNoFindings(findings, 'These routes refuse a key that has their scope.');
  });

  it('that end with :read change nothing and reveal no secret', () => {
    const reading = routes.filter((it) => isReadScope(scopeOf(it)));
    expectNoFindings(
      reading.filter((it) => it.method !== 'GET' && !READING_POSTS.includes(it.name)).map((it) => it.name),
      'These routes are no reads: give them a scope with :write, or add them to READING_POSTS in this file.',
    );
    expectNoFindings(
      reading.filter((it) => SECRETS.some((field) => fieldsOf(it).has(field))).map((it) => it.name),
      'These routes reveal secrets: give them a scope with :manage.',
    );
  });

  it('do not let another API key replay a response with a secret', () => {
    const revealing = routes.filter(
      (it) => it.method === 'POST' && SECRETS.some((field) => fieldsOf(it).has(field)),
    );
    expect(revealing.length).toBeGreaterThan(0);
    expectNoFindings(
      revealing.filter((it) => !('x-reveals-secret' in it.operation)).map((it) => it.name),
      'The responses of these routes contain secrets: add @RevealsSecret().',
    );
  });

  it('of raw routes equal those of their controllers', () => {
    const raw = extensions.of(RAW_ROUTES);
    expect(raw.map((it) => it.scope)).toEqual(['events:write']);
    const ingestion = routes.filter((it) => it.method === 'POST' && it.path.startsWith('/v1/events'));
    expect(ingestion.map(scopeOf)).toEqual(['events:write', 'events:write']);
  });

  it('are listed in docs/security.md and each used by a route', () => {
    const page = readFileSync(join(__dirname, '../../docs/security.md'), 'utf8');
    const rows = rowsUnder(page, 'Scopes').filter(([name]) => /^`(\*|.*:.*)`$/.test(name ?? ''));
    const listed = new Map(rows.map(([name = '', text = '']) => [name.slice(1, -1), text]));
    expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(describeScopes()));
    const used = new Set(['*', ...routes.map(scopeOf)]);
    expectNoFindings(
      SCOPES.filter((it) => !used.has(it)),
      'These scopes are declared, but no route needs them.',
    );
  });

  async function aKeyWith(organization: TestOrganization, scope: string): Promise<TestOrganization> {
    const key = await bodyOf<ApiKeyBody>(organization.post(KEYS, { name: scope, scopes: [scope] }), 201);
    return organizationWithKey(app.request, organization.id, { id: key.id, raw_key: key.raw_key ?? '' });
  }

  function send(key: TestOrganization | undefined, route: ApiRoute) {
    if (key === undefined) throw new Error('There is no key');
    const path = pathOf(route, NO_RECORD);
    switch (route.method) {
      case 'GET':
        return key.get(path);
      case 'POST':
        return key.post(path, {});
      case 'PUT':
        return key.put(path, {});
      default:
        return key.delete(path);
    }
  }

  /** Returns the names of all fields of the successful responses of a route. */
  function fieldsOf(route: ApiRoute): Set<string> {
    const names = new Set<string>();
    const visit = (schema: JsonSchema): void => {
      const target = resolve(document, schema);
      if (target.items !== undefined) visit(target.items);
      for (const [name, property] of Object.entries(target.properties ?? {})) {
        if (names.has(name)) continue;
        names.add(name);
        visit(property);
      }
    };
    for (const { content } of Object.values(route.operation.responses)) {
      const schema = content?.['application/json']?.schema;
      if (schema !== undefined) visit(schema);
    }
    return names;
  }
});

const scopeOf = (route: ApiRoute): string => route.operation.security?.[0]?.bearer?.[0] ?? '';

/** POST routes that change nothing. */
const READING_POSTS = [
  'POST /v1/plans/{id}/simulate',
  'POST /v1/invoices/preview',
  'POST /v1/subscriptions/{id}/change_plan_preview',
];
