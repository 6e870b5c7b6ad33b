import type { Schemas } from '@billing-service/sdk';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { change } from '../../api/client';
import { usePage, useRecord } from '../../api/hooks';
import { useScope } from '../../api/session';
import { formatMoney } from '../../lib/money';
import { Button, Card, Confirm, Empty, Note, Time, toast } from '../../ui';
import { ChangeCollectionMethod } from '../payments/collection-settings';
import { CollectionTable } from '../payments/collection-table';
import { LinkToPay } from '../payments/link-to-pay';
import { PaymentTable } from '../payments/payment-table';

type Invoice = Schemas['Invoice'];

/** How the money of an invoice is collected, and what has arrived. */
export function InvoicePayments({ invoice }: { invoice: Invoice }) {
  return (
    <>
      {useScope('collections:read') && <Collecting invoice={invoice} />}
      <Card title="Payments" padded={false}>
        <PaymentTable
          query={{ invoice_id: invoice.id }}
          empty={
            <Empty title="No payments yet">
              A payment provider reports payments by itself; what arrives otherwise is recorded by hand.
            </Empty>
          }
        />
      </Card>
    </>
  );
}

function Collecting({ invoice }: { invoice: Invoice }) {
  const [dialog, setDialog] = useState<'collect' | 'link' | 'method' | null>(null);
  const mayCollect =
    useScope('collections:write') && invoice.status === 'finalized' && invoice.amount_due_cents > 0;
  const close = () => setDialog(null);
  return (
    <Card
      title="Collections"
      padded={false}
      actions={
        mayCollect && (
          <div className="flex flex-wrap gap-2">
            <Button onClick={() => setDialog('link')}>Link to pay</Button>
            <Button onClick={() => setDialog('collect')}>Collect now</Button>
            <Button onClick={() => setDialog('method')}>Change the collection</Button>
          </div>
        )
      }
    >
      <Automatic id={invoice.id} />
      <CollectionTable
        of="invoice"
        query={{ invoice_id: invoice.id }}
        empty={
          <Empty title="No collections yet">
            The money is collected through a{' '}
            <Link to="/payment-providers" className="text-link underline">
              payment provider
            </Link>
            : by a link on which the customer pays, or by charging a saved method.
          </Empty>
        }
      />
      {dialog === 'link' && <LinkToPay path="/v1/invoices/{id}/checkout" id={invoice.id} onClose={close} />}
      {dialog === 'method' && <ChangeCollectionMethod subject="invoice" id={invoice.id} onClose={close} />}
      {dialog === 'collect' && <Collect invoice={invoice} onClose={close} />}
    </Card>
  );
}

/** Charges the default method of the customer, after asking. */
function Collect({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const { id, customer_id: customerId, amount_due_cents: due, currency } = invoice;
  const { data } = usePage('/v1/customers/{id}/payment_methods', {
    path: { id: customerId },
    query: { limit: 25 },
    enabled: useScope('payment_methods:read'),
    every: false,
  });
  const method = data?.items.find((it) => it.is_default);
  return (
    <Confirm
      title={`Collect ${formatMoney(due, currency)} now?`}
      action="Collect now"
      kind="primary"
      onClose={onClose}
      onConfirm={async () => {
        await change('post', '/v1/invoices/{id}/collect', { path: { id } });
        toast('The charge is on its way.');
      }}
    >
      {method === undefined
        ? 'The default payment method of the customer is charged.'
        : `${method.label} of the customer, kept by ${method.provider}, is charged.`}{' '}
      An open link is ended first.
    </Confirm>
  );
}

/** What automatic collection does next, or why it stopped. */
function Automatic({ id }: { id: string }) {
  const { data } = useRecord('/v1/invoices/{id}/collection_settings', { path: { id } });
  const { automatic_status: status, next_charge_at: next, stopped_reason: reason } = data?.body ?? {};
  if (status === undefined || status === null) return null;
  return (
    <div className="border-b border-line p-4">
      <Note tone={status === 'stopped' ? 'warn' : 'neutral'}>
        {status === 'stopped' && `Automatic collection has stopped: ${reason ?? 'no reason was given'}`}
        {status === 'charging' && 'The invoice is being charged by itself.'}
        {status === 'waiting' && next !== null && next !== undefined && (
          <>
            It is charged by itself on <Time at={next} />.
          </>
        )}
        {status === 'waiting' && next === null && 'It is charged by itself as it becomes due.'}
      </Note>
    </div>
  );
}
