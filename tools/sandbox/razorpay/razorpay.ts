import type { Core } from '../core/core';
import type { Dialect } from '../core/dialect';
import { serveHosted } from '../core/hosted';
import type { Answer, Request } from '../core/http';
import type { ForcedAction, Provider } from '../core/provider';
import { Customers } from './customers';
import { Links } from './links';
import { collection } from './lists';
import { Orders } from './orders';
import { Paying } from './paying';
import { Refunds } from './refunds';
import { RazorpayStore } from './store';
import { ERRORS, unauthorized } from './wording';

/** Razorpay: orders, payment links, payments, refunds, customers, tokens. */
export function razorpay(core: Core): Provider {
  const store = new RazorpayStore(core);
  const paying = new Paying(store);
  const links = new Links(store, paying);
  const customers = new Customers(store, paying);
  const dialect: Dialect = {
    provider: 'razorpay',
    routes: [
      ...new Orders(store, paying).routes,
      ...links.routes,
      ...customers.routes,
      ...new Refunds(store).routes,
      {
        at: 'GET /v1/disputes',
        operation: 'disputes.list',
        run: (it) => collection(it, store.disputes.list(it.account)),
      },
    ],
    pages: (request) => pageOf(links, customers, request),
    authenticate,
    // Only refunds have idempotency, in a header that their route reads.
    once: (_call, run, lose) => lose(run()),
    errors: ERRORS,
  };
  return { dialect, force: (...it) => force(links, paying, ...it), hasPartialDisputes: true };
}

function pageOf(links: Links, customers: Customers, request: Request): Answer | null {
  const link = /^\/l\/(\w+)$/.exec(request.path)?.[1];
  if (link !== undefined) return serveHosted(request, links.page(link));
  const registration = /^\/i\/(\w+)$/.exec(request.path)?.[1];
  return registration === undefined ? null : serveHosted(request, customers.page(registration));
}

function force(
  links: Links,
  paying: Paying,
  id: string,
  action: ForcedAction,
  amount?: number,
): string | null {
  if (id.startsWith('plink_') && action === 'complete') return links.complete(id);
  return id.startsWith('plink_') ? links.expire(id) : paying.force(id, action, amount);
}

/** The account is the key id. A secret that contains `invalid` is none. */
function authenticate({ headers }: Request): string {
  const [, encoded = ''] = /^Basic (\S+)$/.exec(headers.authorization ?? '') ?? [];
  const [id = '', secret = ''] = Buffer.from(encoded, 'base64').toString().split(':');
  if (!id.startsWith('rzp_') || secret === '' || secret.includes('invalid')) throw unauthorized();
  return id;
}
