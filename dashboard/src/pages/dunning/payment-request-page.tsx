import type { PaymentRequest } from '@billing-service/sdk';
import { Link } from '@tanstack/react-router';
import { billing } from '../../api/client';
import { useLive } from '../../api/hooks';
import { Amount } from '../../ui/amount';
import { Alert, Badge, Card, Facts, PageTitle } from '../../ui/layout';
import { Table } from '../../ui/table';
import { Time } from '../../ui/time';
import { CustomerLink } from '../customers/customer-link';
import { InvoiceTable } from '../invoices/invoice-table';
import { paymentRequestRoute } from './routes';

/** Invoices that the page loads. A payment request has at most 100, and they are polled. */
const MAX_SHOWN = 20;

export function PaymentRequestPage() {
  const { id } = paymentRequestRoute.useParams();
  const { data: request, error } = useLive(['payment request', id], (signal) =>
    billing.paymentRequests.get(id, { signal }),
  );
  if (request === undefined) return error === null ? <p>Loading …</p> : <Alert>{error.message}</Alert>;
  return (
    <>
      <PageTitle
        title="Payment request"
        hint={
          <>
            <Badge>{request.payment_status}</Badge> <Link to="/dunning/requests">All payment requests</Link>
          </>
        }
      />
      <div className="grid items-start gap-4 lg:grid-cols-[2fr_1fr]">
        <div className="flex min-w-0 flex-col gap-4">
          <Invoices of={request} />
          <Attempts of={request} />
        </div>
        <Details of={request} />
      </div>
    </>
  );
}

function Details({ of: request }: { of: PaymentRequest }) {
  const { currency, dunning_campaign_id: campaignId, next_attempt_at: next } = request;
  const { data: campaign } = useLive(
    ['campaign', campaignId],
    (signal) => billing.dunningCampaigns.get(campaignId ?? '', { signal }),
    { enabled: campaignId !== null },
  );
  return (
    <Card title="Details">
      <Facts
        of={[
          ['Customer', <CustomerLink key="customer" id={request.customer_id} />],
          ['Amount', <Amount key="amount" cents={request.amount_cents} currency={currency} />],
          ['Paid', <Amount key="paid" cents={request.amount_paid_cents} currency={currency} />],
          ['Opened by', campaignId === null ? 'you' : (campaign?.name ?? 'a campaign')],
          ['Attempts', String(request.payment_attempts)],
          ['Next attempt', next !== null && <Time at={next} />],
          ['Created', <Time key="created" at={request.created_at} />],
          ['Changed', <Time key="changed" at={request.updated_at} />],
        ]}
      />
    </Card>
  );
}

function Invoices({ of: { id, invoice_ids: ids } }: { of: PaymentRequest }) {
  const { data } = useLive(['payment request', id, 'invoices'], (signal) =>
    Promise.all(ids.slice(0, MAX_SHOWN).map((it) => billing.invoices.get(it, { signal }))),
  );
  return (
    <Card title="Invoices">
      <InvoiceTable label="Invoices of the request" rows={data ?? []} />
      {ids.length > MAX_SHOWN && (
        <p className="mt-2 text-muted">
          The oldest {MAX_SHOWN} of {ids.length} invoices.
        </p>
      )}
    </Card>
  );
}

function Attempts({ of: { id } }: { of: PaymentRequest }) {
  const { data } = useLive(['payment request', id, 'payments'], async (signal) => {
    const page = await billing.payments.list({ payment_request_id: id, limit: 100 }, { signal });
    return page.items;
  });
  return (
    <Card title="Payments">
      {data?.length === 0 ? (
        <p className="text-muted">
          No payments yet. A campaign attempts them; a payment that you register for this request pays its
          invoices, oldest first.
        </p>
      ) : (
        <Table
          label="Payments of the request"
          rows={data ?? []}
          keyOf={(it) => it.id}
          columns={[
            { title: 'Created', cell: (it) => <Time at={it.created_at} /> },
            { title: 'Status', cell: (it) => <Badge>{it.status}</Badge> },
            { title: 'Provider', cell: (it) => it.provider, minor: true },
            { title: 'Failure', cell: (it) => it.failure_reason, minor: true },
            {
              title: 'Amount',
              align: 'end',
              cell: (it) => <Amount cents={it.amount_cents} currency={it.currency} />,
            },
          ]}
        />
      )}
    </Card>
  );
}
