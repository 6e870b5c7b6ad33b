import {
  disputePage,
  DISPUTES_OF_PAGE,
  requiredAt,
  stringAt,
  type CallResult,
  type DisputePage,
} from '../../collector-kit';
import type { ListedDispute } from '../../provider-kit';
import { DODOPAYMENTS_DISPUTES } from '../../providers/dodopayments-disputes';
import type { DodoPaymentsApi } from './dodopayments-api';

export async function disputesSince(
  api: DodoPaymentsApi,
  since: Date,
  page: string | null,
): Promise<CallResult<DisputePage>> {
  const number = Number(page ?? 0);
  const query = { created_at_gte: since.toISOString(), page_size: DISPUTES_OF_PAGE, page_number: number };
  return disputePage(await api.get('/disputes', query), number + 1, listedDispute);
}

/** The amount is text, in a unit that is not documented: it counts as the whole payment. */
function listedDispute(dispute: unknown): ListedDispute {
  const word = requiredAt(dispute, 'dispute_status').replace(/^dispute_/, '');
  return {
    providerPaymentId: requiredAt(dispute, 'payment_id'),
    reportedAt: null,
    isWithdrawn: false,
    dispute: {
      id: requiredAt(dispute, 'dispute_id'),
      amountCents: null,
      reason: stringAt(dispute, 'reason'),
      status: DODOPAYMENTS_DISPUTES[word] ?? 'needs_response',
      respondBy: null,
    },
  };
}
