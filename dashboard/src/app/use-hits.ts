import { ProblemError } from '@billing-service/sdk';
import { useQuery } from '@tanstack/react-query';
import { load, loadPage, type PathWith } from '../api/client';
import { includesScope, useSession } from '../api/session';
import { formatMoney } from '../lib/money';

export interface Hit {
  kind: string;
  title: string;
  detail: string;
  to: string;
}

interface Source {
  scope: string;
  find: (term: string, signal: AbortSignal) => Promise<Hit[]>;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const LIMIT = 5;

/** What is found by words. */
const BY_TEXT: readonly Source[] = [
  {
    scope: 'customers:read',
    find: async (search, signal) => {
      const { items } = await loadPage('/v1/customers', { query: { search, limit: LIMIT }, signal });
      return items.map((it) => ({
        kind: 'customer',
        title: it.name ?? it.external_id,
        detail: it.email ?? it.external_id,
        to: `/customers/${it.id}`,
      }));
    },
  },
  {
    scope: 'invoices:read',
    find: async (search, signal) => {
      const { items } = await loadPage('/v1/invoices', { query: { search, limit: LIMIT }, signal });
      return items.map((it) => ({
        kind: 'invoice',
        title: it.number ?? 'Draft',
        detail: formatMoney(it.total_amount_cents, it.currency),
        to: `/invoices/${it.id}`,
      }));
    },
  },
  {
    scope: 'subscriptions:read',
    find: async (external_id, signal) => {
      const { items } = await loadPage('/v1/subscriptions', { query: { external_id, limit: LIMIT }, signal });
      return items.map((it) => ({
        kind: 'subscription',
        title: it.name ?? it.external_id,
        detail: it.status,
        to: `/subscriptions/${it.id}`,
      }));
    },
  },
  {
    scope: 'plans:read',
    find: async (code, signal) => {
      const { items } = await loadPage('/v1/plans', { query: { code, limit: LIMIT }, signal });
      return items.map((it) => ({ kind: 'plan', title: it.name, detail: it.code, to: `/plans/${it.id}` }));
    },
  },
];

/** What is found by its id. */
const byId = (kind: string, path: PathWith<'get'>, scope: string, place: string): Source => ({
  scope,
  find: async (id, signal) => {
    try {
      await load(path, { path: { id }, signal });
      return [{ kind, title: id, detail: '', to: `/${place}/${id}` }];
    } catch (error) {
      if (ProblemError.is(error, 'not_found')) return [];
      throw error;
    }
  },
});

const BY_ID: readonly Source[] = [
  byId('customer', '/v1/customers/{id}', 'customers:read', 'customers'),
  byId('invoice', '/v1/invoices/{id}', 'invoices:read', 'invoices'),
  byId('subscription', '/v1/subscriptions/{id}', 'subscriptions:read', 'subscriptions'),
  byId('plan', '/v1/plans/{id}', 'plans:read', 'plans'),
  byId('delivery', '/v1/webhook_endpoints/hooks/{id}', 'webhooks:read', 'deliveries'),
  byId('endpoint', '/v1/webhook_endpoints/{id}', 'webhooks:read', 'endpoints'),
];

/** Searches everything that the key may read. A source that fails hides none of the others. */
export function useHits(term: string): { hits: readonly Hit[]; isPending: boolean } {
  const { scopes } = useSession().api_key;
  const { data = [], isFetching } = useQuery({
    queryKey: ['search', term],
    enabled: term !== '',
    queryFn: async ({ signal }) => {
      const sources = (UUID.test(term) ? BY_ID : BY_TEXT).filter(({ scope }) => includesScope(scopes, scope));
      const found = await Promise.allSettled(sources.map((it) => it.find(term, signal)));
      return found.flatMap((it) => (it.status === 'fulfilled' ? it.value : []));
    },
  });
  return { hits: term === '' ? [] : data, isPending: isFetching };
}
