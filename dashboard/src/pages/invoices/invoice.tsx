import type { Schemas } from '@billing-service/sdk';
import { useParams } from '@tanstack/react-router';
import { useRecord } from '../../api/hooks';
import { formatDay, formatLastDay } from '../../lib/dates';
import { useSession } from '../../api/session';
import { messageOf } from '../../lib/errors';
import {
  Badge,
  Card,
  Code,
  Day,
  Empty,
  Fact,
  Facts,
  Grid,
  Loading,
  Money,
  Page,
  Status,
  Tabs,
  Time,
} from '../../ui';
import { CustomerName, SubscriptionName } from '../shared/names';
import { EmailTable } from '../emails/email-table';
import { CollectionMethod } from '../payments/collection-settings';
import { InvoiceActions } from './actions';
import { InvoiceCreditNotes } from './credit-notes';
import { InvoiceDocument } from './document';
import { InvoiceFees } from './fees';
import { InvoicePayments } from './payments';

type Invoice = Schemas['Invoice'];

/** One invoice: what it says, why, and what happened to it. */
export function InvoicePage() {
  const { id } = useParams({ from: '/signed-in/invoices/$id' });
  const { data, error } = useRecord('/v1/invoices/{id}', { path: { id } });
  if (data === undefined) return error === null ? <Loading /> : <Empty title={messageOf(error)} />;
  const { body: invoice } = data;
  return (
    <Page
      title={invoice.number ?? 'Draft invoice'}
      subtitle={
        <span className="flex flex-wrap items-center gap-2">
          <CustomerName id={invoice.customer_id} />
          <Status of={invoice.status} />
          {invoice.payment_overdue && <Badge tone="bad">overdue</Badge>}
        </span>
      }
      actions={<InvoiceActions invoice={invoice} />}
    >
      <Amounts invoice={invoice} />
      <Tabs
        label="About the invoice"
        tabs={[
          { name: 'why', title: 'Why this amount', content: <InvoiceFees invoice={invoice} /> },
          { name: 'document', title: 'Document', content: <InvoiceDocument invoice={invoice} /> },
          { name: 'payments', title: 'Payments', content: <InvoicePayments invoice={invoice} /> },
          { name: 'credit', title: 'Credit notes', content: <InvoiceCreditNotes invoice={invoice} /> },
          {
            name: 'emails',
            title: 'E-mails',
            content: (
              <Card padded={false}>
                <EmailTable ofCustomer query={{ invoice_id: invoice.id }} />
              </Card>
            ),
          },
          { name: 'details', title: 'Details', content: <Details invoice={invoice} /> },
        ]}
      />
    </Page>
  );
}

function Amounts({ invoice }: { invoice: Invoice }) {
  const { currency } = invoice;
  const amounts = [
    { label: 'Total', cents: invoice.total_amount_cents },
    { label: 'Paid', cents: invoice.amount_paid_cents },
    { label: 'Credited', cents: invoice.offset_amount_cents },
    { label: 'To pay', cents: invoice.amount_due_cents },
  ];
  return (
    <dl className="card grid grid-cols-2 divide-line sm:grid-cols-4 sm:divide-x">
      {amounts.map(({ label, cents }) => (
        <div key={label} className="p-4">
          <dt className="text-muted">{label}</dt>
          <dd className="mt-0.5 text-lg font-semibold">
            <Money cents={cents} currency={currency} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Details({ invoice }: { invoice: Invoice }) {
  const { timezone } = useSession().organization;
  const { billing_period: period, buyer, subscription_id: subscriptionId } = invoice;
  return (
    <Grid>
      <Card title="Invoice">
        <Facts>
          <Fact label="Id">
            <Code>{invoice.id}</Code>
          </Fact>
          <Fact label="Kind">{invoice.invoice_type.replaceAll('_', ' ')}</Fact>
          {subscriptionId !== null && (
            <Fact label="Subscription">
              <SubscriptionName id={subscriptionId} />
            </Fact>
          )}
          {period !== null && (
            <Fact label="Billing period">
              {formatDay(period.from, timezone)} – {formatLastDay(period.to, timezone)}
            </Fact>
          )}
          <Fact label="Collection">
            <CollectionMethod of={invoice.collection_method} subject="invoice" />
          </Fact>
          <Fact label="Issued">
            <Day of={invoice.issuing_date} />
          </Fact>
          <Fact label="Due">
            <Day of={invoice.payment_due_date} />
          </Fact>
          <Happened label="Finalized" at={invoice.finalized_at} />
          <Happened label="Paid" at={invoice.paid_at} />
          <Happened label="Voided" at={invoice.voided_at} />
        </Facts>
      </Card>
      <Card title="Buyer">
        {buyer === null ? (
          <p className="text-muted">
            The address is that of the customer; it is frozen when the invoice is finalized.
          </p>
        ) : (
          <address className="not-italic">
            {[
              buyer.name,
              buyer.address_line1,
              buyer.address_line2,
              [buyer.zipcode, buyer.city].filter(Boolean).join(' '),
              buyer.state,
              buyer.country,
              buyer.email,
            ]
              .filter((it) => it !== null && it !== '')
              .map((it) => (
                <p key={it}>{it}</p>
              ))}
          </address>
        )}
      </Card>
    </Grid>
  );
}

function Happened({ label, at }: { label: string; at: string | null }) {
  if (at === null) return null;
  return (
    <Fact label={label}>
      <Time at={at} />
    </Fact>
  );
}
