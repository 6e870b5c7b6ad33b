import type { Core } from '../core/core';
import type { Dialect } from '../core/dialect';
import { serveHosted } from '../core/hosted';
import type { Request } from '../core/http';
import type { Provider } from '../core/provider';
import { Checkouts } from './checkouts';
import { customerRoutes } from './customers';
import { page } from './lists';
import { Paying } from './paying';
import { Refunds } from './refunds';
import { DodoStore } from './store';
import { ERRORS, unauthorized } from './wording';

/** Dodo Payments: checkouts, payments, refunds, customers. It has no idempotency: a repeated request acts again. */
export function dodopayments(core: Core): Provider {
  const store = new DodoStore(core);
  const paying = new Paying(store);
  const checkouts = new Checkouts(store, paying);
  const dialect: Dialect = {
    provider: 'dodopayments',
    routes: [
      ...checkouts.routes,
      ...customerRoutes(store),
      ...new Refunds(store).routes,
      {
        at: 'GET /disputes',
        operation: 'disputes.list',
        run: (it) => page(it, store.disputes.list(it.account)),
      },
    ],
    pages: (request) => {
      const session = /^\/session\/(\w+)$/.exec(request.path)?.[1];
      return session === undefined ? null : serveHosted(request, checkouts.page(session));
    },
    authenticate,
    once: (_call, run, lose) => lose(run()),
    errors: ERRORS,
  };
  return { dialect, force: (id, action) => paying.force(id, action) };
}

/** The account is the key. A key that contains `invalid` is none. */
function authenticate({ headers }: Request): string {
  const [, key = ''] = /^Bearer (\S+)$/.exec(headers.authorization ?? '') ?? [];
  if (key === '' || key.includes('invalid')) throw unauthorized();
  return key;
}
