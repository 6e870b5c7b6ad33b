import type { ListedDispute } from '../provider-kit/disputes';
import type { CallResult, DisputePage } from './payment-collector';
import { disputesIn, type Reply } from './replies';
import { rowsAt } from './values';

/** How many disputes a page has. */
export const DISPUTES_OF_PAGE = 100;

/**
 * Reads a page of a list of disputes that does not say whether there are more: a full page is followed by another.
 *
 * @param next the name of the page after it
 */
export function disputePage(
  reply: Reply,
  next: number,
  toDispute: (row: unknown) => ListedDispute,
): CallResult<DisputePage> {
  return disputesIn(reply, (body) => {
    const rows = rowsAt(body, 'items');
    return { disputes: rows.map(toDispute), next: rows.length < DISPUTES_OF_PAGE ? null : String(next) };
  });
}
