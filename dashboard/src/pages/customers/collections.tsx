import { useState } from 'react';
import { change } from '../../api/client';
import { usePage, useRecord } from '../../api/hooks';
import { useScope } from '../../api/session';
import { EditDialog } from '../../forms/edit-dialog';
import { Button, Card, Empty, ListView, Money, Status, Time } from '../../ui';
import { SendEmail } from '../emails/send';
import { CollectionTable } from '../payments/collection-table';
import { LinkToPay } from '../payments/link-to-pay';
import { PaymentTable } from '../payments/payment-table';

/** What a customer has paid, what it is asked for, and how it is reminded. */
export function CustomerCollections({ customerId }: { customerId: string }) {
  return (
    <>
      <Card title="Payments" padded={false}>
        <PaymentTable
          query={{ customer_id: customerId }}
          empty={
            <Empty title="No payments yet">
              Record a payment on its invoice, or connect a payment provider.
            </Empty>
          }
        />
      </Card>
      {useScope('collections:read') && (
        <Card title="Collections" padded={false}>
          <CollectionTable
            of="customer"
            query={{ customer_id: customerId }}
            empty={<Empty title="No collections yet">Links to pay and charges of its invoices.</Empty>}
          />
        </Card>
      )}
      <PaymentRequests customerId={customerId} />
      <Reminders customerId={customerId} />
    </>
  );
}

function PaymentRequests({ customerId }: { customerId: string }) {
  const [isAsking, setAsking] = useState(false);
  const mayWrite = useScope('payment_requests:write');
  const maySend = useScope('emails:write');
  const mayCollect = useScope('collections:write');
  const [sent, setSent] = useState<string | null>(null);
  const [linked, setLinked] = useState<string | null>(null);
  const { data } = usePage('/v1/invoices', {
    query: { customer_id: customerId, payment_overdue: true, limit: 50 },
    enabled: useScope('invoices:read'),
  });
  const overdue = data?.items ?? [];
  return (
    <Card
      title="Payment requests"
      padded={false}
      actions={
        mayWrite &&
        overdue.length > 0 && <Button onClick={() => setAsking(true)}>Request overdue invoices</Button>
      }
    >
      <ListView
        label="Payment requests"
        path="/v1/payment_requests"
        query={{ customer_id: customerId }}
        cursor="requests"
        empty={
          <Empty title="No payment requests">
            A payment request asks for several overdue invoices at once. Dunning campaigns make them by
            themselves.
          </Empty>
        }
        columns={[
          { title: 'Time', cell: (it) => <Time at={it.created_at} /> },
          { title: 'Invoices', cell: (it) => it.invoice_ids.length, isNumber: true },
          { title: 'Attempts', cell: (it) => it.payment_attempts, isNumber: true, isMinor: true },
          { title: 'Status', cell: (it) => <Status of={it.payment_status} /> },
          {
            title: 'Amount',
            cell: (it) => <Money cents={it.amount_cents} currency={it.currency} />,
            isNumber: true,
          },
          {
            title: 'Action',
            cell: (it) =>
              it.payment_status === 'pending' && (
                <span className="flex flex-wrap gap-1">
                  {mayCollect && (
                    <Button kind="quiet" onClick={() => setLinked(it.id)}>
                      Link to pay
                    </Button>
                  )}
                  {maySend && (
                    <Button kind="quiet" onClick={() => setSent(it.id)}>
                      Send
                    </Button>
                  )}
                </span>
              ),
          },
        ]}
      />
      {sent !== null && (
        <SendEmail
          title="Send the payment request"
          path="/v1/payment_requests/{id}/send"
          id={sent}
          customerId={customerId}
          onClose={() => setSent(null)}
        />
      )}
      {linked !== null && (
        <LinkToPay path="/v1/payment_requests/{id}/checkout" id={linked} onClose={() => setLinked(null)} />
      )}
      {isAsking && (
        <EditDialog
          title="Request payment"
          fields={[
            {
              kind: 'choices',
              name: 'invoice_ids',
              label: 'Overdue invoices',
              required: true,
              options: overdue.map((it) => ({ value: it.id, label: it.number ?? it.id })),
            },
          ]}
          record={{ invoice_ids: overdue.map((it) => it.id) }}
          action="Request"
          onSubmit={(body) =>
            change('post', '/v1/payment_requests', { body: { ...body, customer_id: customerId } })
          }
          onClose={() => setAsking(false)}
        />
      )}
    </Card>
  );
}

function Reminders({ customerId }: { customerId: string }) {
  const [isEditing, setEditing] = useState(false);
  const mayRead = useScope('dunning:read');
  const mayWrite = useScope('dunning:write');
  const path = { id: customerId };
  const assigned = useRecord('/v1/customers/{id}/dunning_campaign', { path, enabled: mayRead });
  const campaigns = usePage('/v1/dunning_campaigns', {
    query: { limit: 100 },
    enabled: mayRead,
    every: false,
  });
  if (!mayRead) return null;
  const id = assigned.data?.body.dunning_campaign_id ?? null;
  const options = campaigns.data?.items.map((it) => ({ value: it.id, label: it.name })) ?? [];
  return (
    <Card title="Dunning" actions={mayWrite && <Button onClick={() => setEditing(true)}>Change</Button>}>
      {id === null ? (
        <p className="text-muted">The campaign of the organization applies, if there is one.</p>
      ) : (
        <p>{options.find((it) => it.value === id)?.label ?? id}</p>
      )}
      {isEditing && (
        <EditDialog
          title="Dunning campaign of the customer"
          fields={[
            { kind: 'select', name: 'dunning_campaign_id', label: 'Campaign', options, nullable: true },
          ]}
          record={{ dunning_campaign_id: id }}
          isChange
          action="Save"
          onSubmit={(body) =>
            change('put', '/v1/customers/{id}/dunning_campaign', { path, body, etag: assigned.data?.etag })
          }
          onClose={() => setEditing(false)}
        />
      )}
    </Card>
  );
}
