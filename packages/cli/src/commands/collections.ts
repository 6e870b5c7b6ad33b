import type { Schemas } from '@billing-service/sdk';
import { client } from '../credentials.js';
import { columns, type Output } from '../output.js';
import { pageOf, take } from './take.js';

type Collection = Schemas['Collection'];

export interface CollectionsOptions {
  status?: Collection['status'];
  invoice?: string;
  customer?: string;
  provider?: string;
  limit: number;
}

/** Prints the latest collections, newest first. */
export async function listCollections(output: Output, options: CollectionsOptions): Promise<void> {
  const { status, invoice, customer, provider, limit } = options;
  const query = {
    limit: pageOf(limit),
    ...(status === undefined ? {} : { status }),
    ...(invoice === undefined ? {} : { invoice_id: invoice }),
    ...(customer === undefined ? {} : { customer_id: customer }),
    ...(provider === undefined ? {} : { provider }),
  };
  for await (const collection of take(client().list('/v1/collections', { params: { query } }), limit)) {
    output.result(collection, lineOf(collection));
  }
}

/** Cancels a collection at the provider, so that it takes no more money. */
export async function cancelCollection(output: Output, id: string): Promise<void> {
  const collection = await client().post('/v1/collections/{id}/cancel', { params: { path: { id } } });
  output.result(collection, lineOf(collection));
}

/** Charges the default payment method of the customer; does not wait for the provider. */
export async function collectInvoice(output: Output, id: string): Promise<void> {
  const collection = await client().post('/v1/invoices/{id}/collect', { params: { path: { id } } });
  output.result(collection, lineOf(collection));
}

export interface LinkOptions {
  returnTo: string;
  provider?: string;
}

/** Prints the address on which the customer pays an invoice. */
export async function linkInvoice(
  output: Output,
  id: string,
  { returnTo, provider }: LinkOptions,
): Promise<void> {
  const link = await client().post('/v1/invoices/{id}/checkout', {
    params: { path: { id } },
    body: { success_url: returnTo, cancel_url: returnTo, ...(provider === undefined ? {} : { provider }) },
  });
  output.result(link, link.url);
}

/** Returns a collection as a line. */
function lineOf(collection: Collection): string {
  const state = collection.requires_action ? 'requires action' : collection.status;
  return columns(
    [collection.created_at, 24],
    [state, 15],
    [collection.kind, 6],
    [collection.provider, 12],
    [`${collection.currency} ${collection.amount_cents}`, 12],
    [collection.id, 36],
    [collection.failure_reason ?? collection.failure_code ?? '', 0],
  );
}
