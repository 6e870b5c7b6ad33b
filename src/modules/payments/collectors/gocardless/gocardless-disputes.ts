import {
  disputesIn,
  instantAt,
  requiredAt,
  rowsAt,
  stringAt,
  type CallResult,
  type DisputePage,
} from '../../collector-kit';
import type { DisputeStatus, ListedDispute } from '../../provider-kit';
import type { GoCardlessApi } from './gocardless-api';

const PAGE = 100;
/** GoCardless has no object for a dispute: what happened to payments is in their events alone. */
const ACTIONS: readonly (readonly [action: string, status: DisputeStatus])[] = [
  ['charged_back', 'lost'],
  ['chargeback_cancelled', 'won'],
];

/** @param page number of the action, and the cursor within its events */
export async function disputesSince(
  api: GoCardlessApi,
  since: Date,
  page: string | null,
): Promise<CallResult<DisputePage>> {
  const [number = '0', after = ''] = (page ?? '').split(' ');
  const index = Number(number);
  const [action, status] = ACTIONS[index] ?? ['', 'lost'];
  const from = { resource_type: 'payments', action, 'created_at[gte]': since.toISOString() };
  const query = { ...from, limit: PAGE, after: after === '' ? null : after };
  return disputesIn(await api.get('/events', query), (body) => {
    const cursor = stringAt(body, 'meta', 'cursors', 'after');
    const following = index + 1 < ACTIONS.length ? String(index + 1) : null;
    const events = rowsAt(body, 'events').filter((it) => stringAt(it, 'action') === action);
    return {
      disputes: events.map((it) => listedDispute(it, status)),
      next: cursor === null ? following : `${index} ${cursor}`,
    };
  });
}

function listedDispute(event: unknown, status: DisputeStatus): ListedDispute {
  const id = requiredAt(event, 'links', 'payment');
  const reason = status === 'lost' ? stringAt(event, 'details', 'cause') : null;
  return {
    providerPaymentId: id,
    reportedAt: instantAt(event, 'created_at'),
    isWithdrawn: false,
    dispute: { id, amountCents: null, reason, status, respondBy: null },
  };
}
