import {
  at,
  done,
  readResult,
  requiredAt,
  rowsAt,
  stringAt,
  targetField,
  type CallResult,
  type CollectionOrder,
} from '../../collector-kit';
import type { Fields, StripeApi } from './stripe-api';

const PAGE = 100;

/** What an object carries of its order. */
export const metadataOf = ({ collectionId, paymentId, reference, target }: CollectionOrder): Fields => ({
  collection_id: collectionId,
  payment_id: paymentId,
  ...targetField(target),
  reference,
});

/** Whether an object is of the order with the reference. */
export const hasReference = (it: unknown, reference: string): boolean =>
  stringAt(it, 'metadata', 'reference') === reference;

/** Returns the id of the object with the reference; pages until it is found, or null at the end. */
export async function findByReference(
  api: StripeApi,
  path: string,
  query: Fields,
  reference: string,
): Promise<CallResult<string | null>> {
  let after: string | null = null;
  do {
    const reply = await api.get(path, { ...query, limit: PAGE, starting_after: after });
    if (reply.kind !== 'ok') return readResult(reply, []);
    const rows = rowsAt(reply.body, 'data');
    const found = rows.find((it) => hasReference(it, reference));
    if (found !== undefined) return done(requiredAt(found, 'id'));
    after = at(reply.body, 'has_more') === true ? stringAt(rows.at(-1), 'id') : null;
  } while (after !== null);
  return done(null);
}
