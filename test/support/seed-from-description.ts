import type { OpenAPIObject } from '@nestjs/swagger';
import { exampleBody, type ApiRoute } from './api-routes';
import type { TestOrganization } from './test-app';

/** IDs of an organization's records by the path of their list, e.g. `/v1/customers`. */
export type KnownIds = Map<string, string[]>;

/** Accepted values of a record's fields, as in `x-prefill-with`. */
type Wanted = Readonly<Record<string, readonly unknown[]>>;

/** Replaces examples that cannot be valid in a new organization. */
const REPLACED: Record<string, unknown> = { timestamp: undefined };

/** Returns `/v1/customers` for `/v1/customers/{id}/anything`; null for a path without an ID. */
export function collectionOf(route: ApiRoute): string | null {
  return /^(.*?)\/\{[^}]+\}/.exec(route.path)?.[1] ?? null;
}

const isList = (route: ApiRoute): boolean => route.method === 'GET' && route.pathParameters.length === 0;

/** Returns the IDs of the organization's records and their parts, by collection path; those with wanted values first. */
export async function knownIds(
  organization: TestOrganization,
  routes: ApiRoute[],
  wanted: Wanted = {},
): Promise<KnownIds> {
  const known: KnownIds = new Map();
  for (const route of routes.filter(isList)) {
    const { body } = (await organization.get(route.path)) as { body: unknown };
    if (!Array.isArray(body)) continue;
    const records = wantedFirst(body as object[], wanted);
    const ids = idsIn(records);
    if (ids.length > 0) known.set(route.path.replace(/\/list$/, ''), ids);
    for (const [name, parts] of partsOf(records)) known.set(`/v1/${name}`, parts);
  }
  return known;
}

function wantedFirst(records: readonly object[], wanted: Wanted): object[] {
  const fits = (it: object): boolean =>
    Object.entries(wanted).every(([field, values]) =>
      values.includes((it as Record<string, unknown>)[field]),
    );
  return [...records.filter(fits), ...records.filter((it) => !fits(it))];
}

function idsIn(records: readonly unknown[]): string[] {
  return (records as { id?: unknown }[]).flatMap(({ id }) => (typeof id === 'string' ? [id] : []));
}

/**
 * Returns the IDs of the first record's parts, such as the fees of an invoice, by the name of the list.
 */
function partsOf(records: readonly unknown[]): [string, string[]][] {
  const lists = Object.entries(records[0] ?? {}).filter(([, value]) => Array.isArray(value));
  return (lists as [string, unknown[]][]).flatMap(([name, parts]) => {
    const ids = idsIn(parts.filter((it) => typeof it === 'object' && it !== null));
    return ids.length > 0 ? [[name, ids]] : [];
  });
}

/**
 * Creates one record of every kind from the examples in the description. Sends the example of each POST
 * without an ID in its path. Sets `<thing>_id` and `<thing>_ids` fields, including those in lists, to
 * existing records. Repeats while new records can be created, so that the order of creation need not be
 * known.
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
      const wanted = route.operation['x-prefill-with'];
      const usable = wanted === undefined ? known : await knownIds(organization, routes, wanted);
      const body = exampleBody(document, route, replacements(document, route, usable));
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
