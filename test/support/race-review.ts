import type { RaceBooks } from './race-books';
import { done, type Payer } from './race-payers';
import type { RaceStage } from './race-stage';

interface Reviewed {
  readonly id: string;
  readonly provider: string;
  readonly status: string;
  readonly invoice_id: string | null;
  readonly surplus_amount_cents: number;
  readonly refunded_amount_cents: number;
}

/**
 * Does what a person does about the queue of payments that need one: refunds what was not due, where its refund has failed
 * and where a dispute was won after the invoice was paid otherwise. Returns how many payments that were.
 */
export async function refundWhatNeedsReview(stage: RaceStage, books: RaceBooks): Promise<number> {
  let count = 0;
  for (const payer of stage.payers) {
    for (const payment of await queueOf(payer)) {
      const cents = payment.surplus_amount_cents - payment.refunded_amount_cents;
      if (payment.provider === 'manual' || payment.status !== 'succeeded' || cents <= 0) continue;
      await done(payer.client.request('POST', `/v1/payments/${payment.id}/refunds`, { amount_cents: cents }));
      if (payment.invoice_id !== null) books.want(payment.invoice_id, cents);
      count++;
    }
  }
  return count;
}

function queueOf({ client }: Payer): Promise<readonly Reviewed[]> {
  return done(client.request('GET', '/v1/payments?needs_review=true&limit=1000'));
}
