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
  const inRecords: [string, string[]][] = [];
  for (const route of routes.filter(isList)) {
    const { body } = (await organization.get(route.path)) as { body: unknown };
    if (!Array.isArray(body)) continue;
    const records = draftsLast(body as object[]);
    const ids = idsIn(records);
    if (ids.length > 0) known.set(route.path.replace(/\/list$/, ''), ids);
    inRecords.push(...partsOf(records));
  }
  // They belong to what is first among its like, whatever their own list has first.
  for (const [name, parts] of inRecords) known.set(`/v1/${name}`, parts);
  return known;
}

/** A draft can be neither paid nor credited. */
function draftsLast(records: readonly object[]): object[] {
  const isDraft = (it: object): boolean => 'status' in it && it.status === 'draft';
  return [...records.filter((it) => !isDraft(it)), ...records.filter(isDraft)];
}

function idsIn(records: readonly unknown[]): string[] {
  return (records as { id?: unknown }[]).flatMap(({ id }) => (typeof id === 'string' ? [id] : []));
}

/** Ids of what the first record is made of, such as the fees of an invoice, by the name of the list. */
function partsOf(records: readonly unknown[]): [string, string[]][] {
  const lists = Object.entries(records[0] ?? {}).filter(([, value]) => Array.isArray(value));
  return (lists as [string, unknown[]][]).flatMap(([name, parts]) => {
    const ids = idsIn(parts.filter((it) => typeof it === 'object' && it !== null));
    return ids.length > 0 ? [[name, ids]] : [];
  });
}

/**
 * Creates one record of every kind that the description shows how to create: each POST without an id in its
 * path gets its own example, with `<thing>_id` and `<thing>_ids` fields, also in its lists, pointing to records
 * that are already there. Repeats as long as something new can be made, so that the order of creation needs not be known.
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
      const body = exampleBody(document, route, replacements(document, route, known));
      const { status } = await organization.post(route.path, body);
      if (status >= 400) refused.push(route);
    }
    open = refused;
  }
  return knownIds(organization, routes);
}

function replacements(document: OpenAPIObject, route: ApiRoute, known: KnownIds): Record<string, unknown> {
  const inLists = Object.entries(exampleBody(document, route)).flatMap(([field, value]) =>
    Array.isArray(value) ? [[field, value.map((entry: unknown) => withKnownIds(entry, known))] as const] : [],
  );
  const fields = Object.keys(route.body ?? {});
  return { ...Object.fromEntries(inLists), ...REPLACED, ...knownIdsFor(fields, known) };
}

function withKnownIds(entry: unknown, known: KnownIds): unknown {
  if (typeof entry !== 'object' || entry === null) return entry;
  return { ...entry, ...knownIdsFor(Object.keys(entry), known) };
}

function knownIdsFor(fields: readonly string[], known: KnownIds): Record<string, string | string[]> {
  const ids = fields.flatMap((field): [string, string | string[]][] => {
    const id = known.get(`/v1/${field.replace(/_ids?$/, 's')}`)?.[0];
    if (id === undefined) return [];
    if (field.endsWith('_ids')) return [[field, [id]]];
    return field.endsWith('_id') ? [[field, id]] : [];
  });
  return Object.fromEntries(ids);
}
