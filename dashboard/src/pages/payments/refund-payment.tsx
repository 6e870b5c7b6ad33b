import type { Schemas } from '@billing-service/sdk';
import { change } from '../../api/client';
import { usePage } from '../../api/hooks';
import { EditDialog } from '../../forms/edit-dialog';
import { formatMoney } from '../../lib/money';
import { messageOf } from '../../lib/errors';
import { Dialog, ErrorNote, Loading, Money, Status, Table, Time, toast } from '../../ui';
import { failureInWords } from './failures';

type Payment = Schemas['Payment'];
type Refund = Schemas['Refund'];

/** More than any payment has; what is beyond is still counted by the API, which refuses too much. */
const LIMIT = 100;
const OPEN = ['created', 'pending', 'unknown'];

/** Refunds a payment through its provider, and shows what was refunded before and what is left. */
export function RefundPayment({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const { id, currency } = payment;
  const { data, error } = usePage('/v1/refunds', { query: { payment_id: id, limit: LIMIT } });
  const title = `Refund through ${payment.provider}`;
  if (data === undefined) {
    return (
      <Dialog title={title} onClose={onClose}>
        {error === null ? <Loading /> : <ErrorNote>{messageOf(error)}</ErrorNote>}
      </Dialog>
    );
  }
  const left = leftOf(payment, data.items);
  return (
    <EditDialog
      title={title}
      fields={[
        {
          kind: 'money',
          name: 'amount_cents',
          label: 'Amount',
          required: true,
          currency: () => currency,
          hint: `At most ${formatMoney(left, currency)} of ${formatMoney(payment.amount_cents, currency)}. It cannot be taken back.`,
        },
      ]}
      record={{ amount_cents: left }}
      action="Refund"
      onSubmit={(body) => change('post', '/v1/payments/{id}/refunds', { path: { id }, body })}
      onSaved={() => toast('The refund is on its way.')}
      onClose={onClose}
    >
      {() => data.items.length > 0 && <Refunds rows={data.items} />}
    </EditDialog>
  );
}

/** What neither went back nor is on its way. */
function leftOf(payment: Payment, refunds: readonly Refund[]): number {
  const open = refunds.filter((it) => OPEN.includes(it.status));
  const ordered = open.reduce((sum, it) => sum + it.amount_cents, 0);
  return Math.max(
    0,
    payment.amount_cents - payment.refunded_amount_cents - payment.reversed_amount_cents - ordered,
  );
}

function Refunds({ rows }: { rows: readonly Refund[] }) {
  return (
    <div className="-mx-4">
      <Table
        label="Refunds of the payment"
        rows={rows}
        keyOf={(it) => it.id}
        columns={[
          { title: 'Earlier', cell: (it) => <Time at={it.created_at} /> },
          {
            title: 'Status',
            cell: (it) => (
              <>
                <Status of={it.status} />
                <p className="text-xs text-muted">{failureInWords(it.failure_code, it.failure_reason)}</p>
              </>
            ),
          },
          {
            title: 'Amount',
            cell: (it) => <Money cents={it.amount_cents} currency={it.currency} />,
            isNumber: true,
          },
        ]}
      />
    </div>
  );
}
