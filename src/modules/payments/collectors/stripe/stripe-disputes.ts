import {
  at,
  disputesIn,
  fromProviderAmount,
  instantAt,
  integerAt,
  requiredAt,
  rowsAt,
  stringAt,
  type CallResult,
  type DisputePage,
} from '../../collector-kit';
import { isClosed, type ListedDispute } from '../../provider-kit';
import { stripeDisputeStatus } from '../../providers/stripe-disputes';
import { stripeAmounts } from './stripe-amounts';
import type { StripeApi } from './stripe-api';

const PAGE = 100;

export async function disputesSince(
  api: StripeApi,
  since: Date,
  page: string | null,
): Promise<CallResult<DisputePage>> {
  const created = { gte: Math.floor(since.getTime() / 1000) };
  const reply = await api.get('/v1/disputes', { limit: PAGE, created, starting_after: page });
  return disputesIn(reply, (body) => {
    const rows = rowsAt(body, 'data');
    const next = at(body, 'has_more') === true ? stringAt(rows.at(-1), 'id') : null;
    return { disputes: rows.map(listedDispute), next };
  });
}

/** Stripe withdraws the money of a dispute when it is opened, that of an inquiry (`warning_`) never. */
function listedDispute(dispute: unknown): ListedDispute {
  const currency = requiredAt(dispute, 'currency').toUpperCase();
  const word = requiredAt(dispute, 'status');
  const status = stripeDisputeStatus(word);
  return {
    providerPaymentId: stringAt(dispute, 'payment_intent') ?? requiredAt(dispute, 'charge'),
    reportedAt: null,
    isWithdrawn: !isClosed(status) && !word.startsWith('warning_'),
    dispute: {
      id: requiredAt(dispute, 'id'),
      amountCents: fromProviderAmount(stripeAmounts, integerAt(dispute, 'amount'), currency),
      reason: stringAt(dispute, 'reason'),
      status,
      respondBy: instantAt(dispute, 'evidence_details', 'due_by'),
    },
  };
}
