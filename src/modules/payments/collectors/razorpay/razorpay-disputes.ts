import {
  disputePage,
  DISPUTES_OF_PAGE,
  fromProviderAmount,
  instantAt,
  integerAt,
  requiredAt,
  stringAt,
  type CallResult,
  type DisputePage,
} from '../../collector-kit';
import type { ListedDispute } from '../../provider-kit';
import { razorpayDisputeStatus } from '../../providers/razorpay-disputes';
import { razorpayAmounts } from './razorpay-amounts';
import type { RazorpayApi } from './razorpay-api';

export async function disputesSince(
  api: RazorpayApi,
  since: Date,
  page: string | null,
): Promise<CallResult<DisputePage>> {
  const skip = Number(page ?? 0);
  const from = Math.floor(since.getTime() / 1000);
  const reply = await api.get('/v1/disputes', { from, count: DISPUTES_OF_PAGE, skip });
  return disputePage(reply, skip + DISPUTES_OF_PAGE, listedDispute);
}

function listedDispute(dispute: unknown): ListedDispute {
  const currency = requiredAt(dispute, 'currency');
  const isWithdrawn = integerAt(dispute, 'amount_deducted') > 0n;
  return {
    providerPaymentId: requiredAt(dispute, 'payment_id'),
    reportedAt: null,
    isWithdrawn,
    dispute: {
      id: requiredAt(dispute, 'id'),
      amountCents: fromProviderAmount(razorpayAmounts, integerAt(dispute, 'amount'), currency),
      reason: stringAt(dispute, 'reason_code'),
      status: razorpayDisputeStatus(stringAt(dispute, 'status'), isWithdrawn),
      respondBy: instantAt(dispute, 'respond_by'),
    },
  };
}
