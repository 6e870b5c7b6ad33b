import type { Schemas } from '@billing-service/sdk';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { change, type Query } from '../../api/client';
import { useScope } from '../../api/session';
import { EditDialog } from '../../forms/edit-dialog';
import { Badge, Button, ListView, Money, Status, Time, type Column } from '../../ui';
import { CustomerName } from '../shared/names';
import { PaymentDisputes } from './dispute-table';
import { RefundPayment } from './refund-payment';

type Payment = Schemas['Payment'];
type Wanted = { payment: Payment; how: 'order' | 'record' | 'disputes' } | null;

interface PaymentTableProps {
  query: Query;
  empty: ReactNode;
  /** Of all customers: then the customer and what is paid are shown as well. */
  ofAll?: boolean;
}

const OTHERS: readonly Column<Payment>[] = [
  { title: 'Customer', cell: (it) => <CustomerName id={it.customer_id} /> },
  { title: 'For', cell: (it) => <Target payment={it} />, isMinor: true },
];

/** Payments, with what of them was refunded and what a person has to decide. */
export function PaymentTable({ query, empty, ofAll = false }: PaymentTableProps) {
  const [wanted, setWanted] = useState<Wanted>(null);
  const close = () => setWanted(null);
  return (
    <>
      <ListView
        label="Payments"
        path="/v1/payments"
        query={query}
        cursor="payments"
        empty={empty}
        columns={[
          { title: 'Time', cell: (it) => <Time at={it.created_at} /> },
          ...(ofAll ? OTHERS : []),
          { title: 'Provider', cell: (it) => it.provider },
          { title: 'Reference', cell: (it) => it.reference ?? it.provider_payment_id ?? '–', isMinor: true },
          { title: 'Status', cell: (it) => <State payment={it} /> },
          {
            title: 'Amount',
            cell: (it) => <Money cents={it.amount_cents} currency={it.currency} />,
            isNumber: true,
          },
          {
            title: 'Refunded',
            cell: (it) => <Money cents={it.refunded_amount_cents} currency={it.currency} />,
            isNumber: true,
            isMinor: true,
          },
          { title: 'Action', cell: (it) => <Actions payment={it} want={setWanted} /> },
        ]}
      />
      {wanted?.how === 'order' && <RefundPayment payment={wanted.payment} onClose={close} />}
      {wanted?.how === 'disputes' && <PaymentDisputes paymentId={wanted.payment.id} onClose={close} />}
      {wanted?.how === 'record' && <RecordRefund payment={wanted.payment} onClose={close} />}
    </>
  );
}

function Target({ payment: { invoice_id: id, target_type: type } }: { payment: Payment }) {
  if (id === null) return <>{type.replaceAll('_', ' ')}</>;
  return (
    <Link to="/invoices/$id" params={{ id }} search={{ tab: 'payments' }} className="text-link underline">
      invoice
    </Link>
  );
}

function State({ payment }: { payment: Payment }) {
  const { status, currency, surplus_amount_cents: surplus, surplus_refund_status: refund } = payment;
  return (
    <div className="max-w-xs">
      <span className="flex flex-wrap gap-1">
        <Status of={status} />
        {payment.needs_review && <Badge tone="bad">to review</Badge>}
      </span>
      {surplus > 0 && (
        <p className="mt-1 text-xs text-muted">
          <Money cents={surplus} currency={currency} /> more than was due
          {refund !== 'none' && `, refund ${refund}`}
        </p>
      )}
      {payment.reversed_amount_cents > 0 && (
        <p className="mt-1 text-xs text-muted">
          <Money cents={payment.reversed_amount_cents} currency={currency} /> taken back by a dispute
        </p>
      )}
      {payment.failure_reason !== null && (
        <p className="mt-1 text-xs break-words text-muted">{payment.failure_reason}</p>
      )}
    </div>
  );
}

function Actions({ payment, want }: { payment: Payment; want: (wanted: Wanted) => void }) {
  const mayRecord = useScope('payments:write');
  const mayOrder = useScope('refunds:write') && payment.provider !== 'manual';
  const hasMoney = payment.status === 'succeeded';
  const hasDisputes = useScope('disputes:read') && payment.provider !== 'manual';
  return (
    <span className="flex flex-wrap gap-1">
      {hasMoney && mayOrder && (
        <Button kind="quiet" onClick={() => want({ payment, how: 'order' })}>
          Refund
        </Button>
      )}
      {hasMoney && mayRecord && (
        <Button kind="quiet" onClick={() => want({ payment, how: 'record' })}>
          Record a refund
        </Button>
      )}
      {hasDisputes && payment.completed_at !== null && (
        <Button kind="quiet" onClick={() => want({ payment, how: 'disputes' })}>
          Disputes
        </Button>
      )}
    </span>
  );
}

/** Records money that went back outside of the provider. */
function RecordRefund({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const { id, currency, amount_cents: amount, refunded_amount_cents: refunded } = payment;
  return (
    <EditDialog
      title="Record a refund"
      fields={[
        { kind: 'money', name: 'amount_cents', label: 'Amount', required: true, currency: () => currency },
      ]}
      record={{ amount_cents: amount - refunded }}
      action="Record"
      onSubmit={(body) => change('post', '/v1/payments/{id}/refund', { path: { id }, body })}
      onClose={onClose}
    />
  );
}
