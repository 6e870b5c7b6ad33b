import type supertest from 'supertest';
import { buildOpenApi } from '../../../src/platform/openapi/openapi';
import { allRoutes, apiRoutes, pathOf, type ApiRoute } from '../../support/api-routes';
import { copyRow, findRow, type CopiedRow } from '../../support/copy-row';
import { fillLists, INSERTS } from '../../support/list-seeds';
import { NO_MAIL_SERVER } from '../../support/mail-server';
import {
  collectionOf,
  knownIds,
  seedFromDescription,
  type KnownIds,
} from '../../support/seed-from-description';
import { startTestApp, type TestApp, type TestOrganization } from '../../support/test-app';
import { listOf, wrongFieldsOf } from '../../support/wire';

/** Rows of a list before it is walked, and of a page. */
const ROWS = 6;
const LIMIT = 4;
/** Rows that are inserted during a walk at most: with one at every step, a walk would not end. */
const INSERTED = 3;

const MINUTE_MS = 60_000;
const ADMIN_TOKEN = 'an-operator-token-of-some-length';

jest.setTimeout(120_000);

interface Row {
  id: string;
  created_at: string;
}

interface List {
  route: ApiRoute;
  path: string;
  orders: string[];
}

/** A page as a client sees it. */
interface SeenPage {
  ids: string[];
  total: number;
  next: string | null;
  previous: string | null;
}

/** Walks every list of the API description by its cursors, including lists of future modules. */
describe('cursors', () => {
  let app: TestApp;
  let organization: TestOrganization;
  let lists: List[];
  /** By path. */
  const sources = new Map<string, CopiedRow & Row>();
  let copies = 1000;

  beforeAll(async () => {
    // No worker, so that rows change only when they are told to.
    app = await startTestApp({ ROLE: 'api', ADMIN_TOKEN, OPEN_REGISTRATION: 'on', ...NO_MAIL_SERVER });
    const document = buildOpenApi(app.app);
    const routes = apiRoutes(document);
    organization = await app.anOrganization();
    await seedFromDescription(organization, document, routes);
    await fillLists(app, organization, ADMIN_TOKEN);
    const all = allRoutes(document);
    lists = await withPaths(all.filter((it) => it.queryParameters.some(({ name }) => name === 'before')));
    for (const { path } of lists) {
      for (let n = 0; n < ROWS; n++) await insert(path);
      const { total } = await listOf(get(path));
      if (total < ROWS) throw new Error(`${path} has ${total} rows: add to INSERTS how to add one`);
    }
  });
  afterAll(() => app.stop());

  /** Reads as the organization, or as the operator. */
  const get = (path: string): supertest.Test =>
    path.startsWith('/v1/admin/')
      ? app.request.get(path).auth(ADMIN_TOKEN, { type: 'bearer' })
      : organization.get(path);

  const ownersOf = (route: ApiRoute, known: KnownIds): string[] => {
    if (route.admin) return [organization.id];
    return route.path.includes('{provider}') ? ['stripe'] : (known.get(collectionOf(route) ?? '') ?? ['']);
  };

  /** Chooses an owner with rows for each list below one. */
  const withPaths = async (routes: ApiRoute[]): Promise<List[]> => {
    const known = await knownIds(organization, routes);
    const chosen: List[] = [];
    for (const route of routes) {
      const totals = await Promise.all(
        ownersOf(route, known).map(async (id) => ({ id, ...(await listOf(get(pathOf(route, id)))) })),
      );
      const owner = totals.find(({ total }) => total > 0);
      if (owner === undefined)
        throw new Error(`Fill the list of ${route.name} in test/support/list-seeds.ts`);
      const orders = route.queryParameters.find(({ name }) => name === 'order_by')?.schema?.enum ?? [];
      chosen.push({ route, path: pathOf(route, owner.id), orders: orders as string[] });
    }
    return chosen;
  };

  /** Adds a row to a list: a copy of one of its rows, created at the same time or after it. */
  const insert = async (path: string): Promise<void> => {
    copies++;
    const byHand = Object.entries(INSERTS).find(([pattern]) => new RegExp(pattern).test(path));
    if (byHand !== undefined) {
      await byHand[1](organization, path, copies);
      return;
    }
    const source = sources.get(path) ?? (await sourceOf(path));
    sources.set(path, source);
    const createdAt = new Date(Date.parse(source.created_at) + (copies % 3) * MINUTE_MS);
    await copyRow(app.database, source, copies, createdAt);
  };

  const sourceOf = async (path: string): Promise<CopiedRow & Row> => {
    const [row] = (await listOf<Row>(get(path))).items;
    if (row === undefined) throw new Error(`${path} is empty`);
    return { ...row, ...(await findRow(app.database, row.id, path.split('/').at(-1) ?? '')) };
  };

  const pageAt = async (url: string): Promise<SeenPage> => {
    const response = await get(url).expect(200);
    const links = response.headers.link ?? '';
    const linkTo = (relation: string): string | null =>
      new RegExp(`<([^>]*)>; rel="${relation}"`).exec(links)?.[1] ?? null;
    return {
      ids: (response.body as Row[]).map((it) => it.id),
      total: Number(response.headers['x-total-count']),
      next: linkTo('next'),
      previous: linkTo('prev'),
    };
  };

  /** Follows the links from a page to the end of the list, and inserts rows on the way. */
  const walk = async (path: string, url: string, by: 'next' | 'previous'): Promise<SeenPage[]> => {
    const pages = [await pageAt(url)];
    for (let link = pages[0]?.[by]; link !== null && link !== undefined; link = pages.at(-1)?.[by]) {
      if (pages.length <= INSERTED) await insert(path);
      pages.push(await pageAt(link));
    }
    return pages;
  };

  it('of every list return each row once in both directions, while rows are inserted', async () => {
    expect(lists.length).toBeGreaterThan(20);
    for (const { path, orders } of lists) {
      for (const order of orders.filter((it) => it.includes(':'))) {
        const start = `${path}?order_by=${order}&limit=${LIMIT}`;
        const before = await pageAt(`${path}?order_by=${order}&limit=1000`);
        const forward = await walk(path, start, 'next');
        const there = forward.flatMap((it) => it.ids);
        const lastUrl = forward.at(-2)?.next ?? start;
        const atEnd = await pageAt(`${path}?order_by=${order}&limit=1000`);
        const backward = await walk(path, lastUrl, 'previous');
        const back = backward.reverse().flatMap((it) => it.ids);
        const about = { path, order };
        expect({ ...about, twice: repeated(there) }).toEqual({ ...about, twice: [] });
        expect({ ...about, there: only(there, before.ids) }).toEqual({ ...about, there: before.ids });
        expect({ ...about, twice: repeated(back) }).toEqual({ ...about, twice: [] });
        expect({ ...about, back: only(back, atEnd.ids) }).toEqual({ ...about, back: atEnd.ids });
        expect(new Set(forward.map((it) => it.total))).toEqual(new Set([before.total]));
      }
    }
  });

  it('have no previous page on the first page and no next page on the last', async () => {
    for (const { path } of lists) {
      const { total } = await listOf(get(path));
      const half = Math.ceil(total / 2);
      const first = await pageAt(`${path}?limit=${half}`);
      const last = await pageAt(first.next ?? '');
      const whole = await pageAt(`${path}?limit=${total}`);
      const ends = [first.previous, last.next, whole.next, whole.previous];
      expect({ path, ends }).toEqual({ path, ends: [null, null, null, null] });
      expect(await pageAt(last.previous ?? '')).toMatchObject({ ids: first.ids, previous: null });
      const skipped = await pageAt(`${path}?limit=${half}&skip=${half}`);
      expect(await pageAt(skipped.previous ?? '')).toMatchObject({ ids: first.ids, previous: null });
    }
  });

  it('of one list are refused by every other list, order and filter', async () => {
    const cursors = await Promise.all(
      lists.map(async ({ path }) => cursorIn((await pageAt(`${path}?limit=1`)).next)),
    );
    for (const [index, { path }] of lists.entries()) {
      const other = cursors[(index + 1) % cursors.length] ?? '';
      for (const name of ['after', 'before']) {
        expect(await wrongFieldsOf(get(`${path}?${name}=${other}`))).toEqual([name]);
      }
      const own = cursors[index] ?? '';
      const queries = [`order_by=created_at`, `skip=0`, `skip=5`, `before=${own}`];
      for (const query of queries) {
        const url = `${path}?after=${own}&${query}`;
        const fields = await wrongFieldsOf(get(url));
        expect({ url, fields: fields.length }).toEqual({ url, fields: 1 });
      }
    }
    const after = cursorIn((await pageAt('/v1/customers?limit=1')).next);
    const filtered = organization.get(`/v1/customers?email=a@example.com&after=${after}`);
    expect(await wrongFieldsOf(filtered)).toEqual(['after']);
    const stranger = await app.anOrganization();
    expect(await wrongFieldsOf(stranger.get(`/v1/customers?after=${after}`))).toEqual(['after']);
    await organization.get(`/v1/customers?after=${after}&limit=1000`).expect(200);
  });

  it('that were tampered with are refused with 422', async () => {
    for (const path of ['/v1/customers?order_by=created_at', '/v1/invoices?order_by=issuing_date']) {
      const cursor = cursorIn((await pageAt(`${path}&limit=1`)).next);
      const parts = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
      const [list, total, id, value] = parts;
      const forged: unknown[] = [
        null,
        {},
        [],
        [list, total, id],
        [list, -1, id, value],
        [list, 'many', id, value],
        [list, total, 'no id', value],
        [list, total, `${String(id)}' OR true --`, value],
        [list, total, id, null],
        [list, total, id, 7],
        ...['', 'now', '2026-02-30', '2026-02-30T00:00:00.000Z', '0000-01-01', '+10000-01-01', 'a\0b'].map(
          (it) => [list, total, id, it],
        ),
        [list, total, id, value, 'more'],
      ];
      const texts = forged.map((it) => Buffer.from(JSON.stringify(it)).toString('base64url'));
      for (const text of [...texts, '%00', 'bm8', `${cursor}%20`, '%F0%9F%A6%9C', 'x'.repeat(9000)]) {
        expect(await wrongFieldsOf(organization.get(`${path}&after=${text}`))).toEqual(['after']);
      }
    }
  });
});

const cursorIn = (link: string | null): string => new URLSearchParams(link?.split('?')[1]).get('after') ?? '';

const repeated = (ids: readonly string[]): string[] => ids.filter((id, index) => ids.indexOf(id) !== index);

const only = (ids: readonly string[], known: readonly string[]): string[] =>
  ids.filter((id) => known.includes(id));
