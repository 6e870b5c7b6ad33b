import type { Schemas } from '@billing-service/sdk';
import { client } from '../credentials.js';
import { columns, type Output } from '../output.js';
import { pageOf, take } from './take.js';

type Payment = Schemas['Payment'];

/** Prints the payments about whose money a person has to decide, newest first. */
export async function reviewPayments(output: Output, { limit }: { limit: number }): Promise<void> {
  const query = { needs_review: true, limit: pageOf(limit) };
  let count = 0;
  for await (const payment of take(client().list('/v1/payments', { params: { query } }), limit)) {
    output.result(payment, lineOf(payment));
    count++;
  }
  if (count === 0) output.note('Nothing needs a decision.');
}

export interface RefundOptions {
  amount?: number;
  creditNote?: string;
}

/** Orders a refund through the provider of the payment; does not wait for it. */
export async function refundPayment(
  output: Output,
  id: string,
  { amount, creditNote }: RefundOptions,
): Promise<void> {
  const refund = await client().post('/v1/payments/{id}/refunds', {
    params: { path: { id } },
    body: {
      ...(amount === undefined ? {} : { amount_cents: amount }),
      ...(creditNote === undefined ? {} : { credit_note_id: creditNote }),
    },
  });
  const line = columns(
    [refund.created_at, 24],
    [refund.status, 9],
    [refund.provider, 12],
    [`${refund.currency} ${refund.amount_cents}`, 12],
    [refund.id, 36],
  );
  output.result(refund, line);
}

/** Returns a payment as a line, with what is to be decided. */
function lineOf(payment: Payment): string {
  const { currency, surplus_amount_cents: surplus, surplus_refund_status: refund } = payment;
  const about = surplus === 0 ? '' : `surplus ${currency} ${surplus}, refund ${refund}`;
  return columns(
    [payment.created_at, 24],
    [payment.status, 10],
    [payment.provider, 12],
    [`${currency} ${payment.amount_cents}`, 12],
    [payment.id, 36],
    [payment.failure_reason ?? about, 0],
  );
}
