import type { OpenAPIObject } from '@nestjs/swagger';
import { exampleBody, type ApiRoute } from './api-routes';
import type { TestOrganization } from './test-app';

/** Ids of an organization's records by the path under which they are read, e.g. `/v1/customers`. */
export type KnownIds = Map<string, string[]>;

/** Fields whose example would reach the network or could not be right in any organization. */
const REPLACED: Record<string, unknown> = { url: 'http://127.0.0.1:4/', timestamp: undefined };

/** `/v1/customers` of `/v1/customers/{id}/anything`; null for a path without an id. */
export function collectionOf(route: ApiRoute): string | null {
  return /^(.*?)\/\{[^}]+\}/.exec(route.path)?.[1] ?? null;
}

const isList = (route: ApiRoute): boolean => route.method === 'GET' && route.pathParameters.length === 0;

/** What the organization's own lists show: every collection with the ids in it. */
export async function knownIds(organization: TestOrganization, routes: ApiRoute[]): Promise<KnownIds> {
  const known: KnownIds = new Map();
  for (const route of routes.filter(isList)) {
    const { body } = (await organization.get(route.path)) as { body: unknown };
    if (!Array.isArray(body)) continue;
    const ids = (body as { id?: unknown }[]).flatMap(({ id }) => (typeof id === 'string' ? [id] : []));
    if (ids.length > 0) known.set(route.path.replace(/\/list$/, ''), ids);
  }
  return known;
}

/**
 * Creates one record of every kind that the description shows how to create: each POST without an id in its
 * path gets its own example, with `<thing>_id` fields pointing to records that are already there. Repeats as
 * long as something new can be made, so that the order of creation needs not be known.
 */
export async function seedFromDescription(
  organization: TestOrganization,
  document: OpenAPIObject,
  routes: ApiRoute[],
): Promise<KnownIds> {
  let open = routes.filter((it) => it.method === 'POST' && it.secured && it.pathParameters.length === 0);
  for (let before = -1; before !== open.length;) {
    before = open.length;
    const known = await knownIds(organization, routes);
    const refused: ApiRoute[] = [];
    for (const route of open) {
      const body = exampleBody(document, route, replacements(route, known));
      const { status } = await organization.post(route.path, body);
      if (status >= 400) refused.push(route);
    }
    open = refused;
  }
  return knownIds(organization, routes);
}

function replacements(route: ApiRoute, known: KnownIds): Record<string, unknown> {
  const ids = Object.keys(route.body ?? {}).flatMap((field) => {
    const id = known.get(`/v1/${field.replace(/_id$/, 's')}`)?.[0];
    return field.endsWith('_id') && id !== undefined ? [[field, id] as const] : [];
  });
  return { ...REPLACED, ...Object.fromEntries(ids) };
}
