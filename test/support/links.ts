import type supertest from 'supertest';

/** A page of a list with the references of its `Link` header. */
export interface LinkedPage<T> {
  items: T[];
  total: number;
  next: string | null;
  prev: string | null;
}

/** Returns a page and its links, after checking that the header has nothing else. */
export async function pageOf<T = { id: string }>(request: supertest.Test): Promise<LinkedPage<T>> {
  const response = await request;
  const { status, text } = response;
  if (status !== 200) throw new Error(`Status ${status}: ${text}`);
  const header = response.headers.link;
  const links = new Map<string, string>();
  for (const link of header?.split(', ') ?? []) {
    const [, reference, relation] = /^<(\/v1\/[^<>\s"]+)>; rel="(next|prev)"$/.exec(link) ?? [];
    if (reference === undefined || relation === undefined) throw new Error(`Unexpected Link: ${header}`);
    links.set(relation, reference);
  }
  return {
    items: response.body as T[],
    total: Number(response.headers['x-total-count']),
    next: links.get('next') ?? null,
    prev: links.get('prev') ?? null,
  };
}

/** Returns all pages from this one on, as a client does that only follows links. */
export async function followed<T = { id: string }>(
  get: (reference: string) => supertest.Test,
  reference: string,
  relation: 'next' | 'prev' = 'next',
): Promise<LinkedPage<T>[]> {
  const pages: LinkedPage<T>[] = [];
  for (let at: string | null = reference; at !== null; at = pages.at(-1)?.[relation] ?? null) {
    pages.push(await pageOf<T>(get(at)));
    if (pages.length > 1000) throw new Error('The links do not end');
  }
  return pages;
}
