import type { Invoice } from '@billing-service/sdk';
import { Link } from '@tanstack/react-router';
import { billing } from '../../api/client';
import { useLive } from '../../api/hooks';
import { Alert, Badge, Card, Facts, PageTitle } from '../../ui/layout';
import { Day, Time } from '../../ui/time';
import { DocumentCard } from './document-card';
import { InvoiceActions } from './invoice-actions';
import { Fees } from './fees';
import { PaymentsCard, CreditNotesCard } from './money-cards';
import { Totals } from './totals';
import { invoiceRoute } from './routes';

export function InvoicePage() {
  const { id } = invoiceRoute.useParams();
  const { data: invoice, error } = useLive(['invoice', id], (signal) => billing.invoices.get(id, { signal }));
  if (invoice === undefined) return error === null ? <p>Loading …</p> : <Alert>{error.message}</Alert>;
  return (
    <>
      <PageTitle
        title={invoice.number === null ? 'Draft invoice' : `Invoice ${invoice.number}`}
        hint={<State of={invoice} />}
      >
        <InvoiceActions invoice={invoice} />
      </PageTitle>
      <div className="grid gap-4 lg:grid-cols-[2fr_1fr]">
        <div className="flex min-w-0 flex-col gap-4">
          <Fees invoice={invoice} />
          <DocumentCard path={`/v1/invoices/${invoice.id}/document`} version={invoice.updated_at} />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <Totals invoice={invoice} />
          <Details invoice={invoice} />
          <PaymentsCard invoice={invoice} />
          <CreditNotesCard invoice={invoice} />
        </div>
      </div>
    </>
  );
}

function State({ of: invoice }: { of: Invoice }) {
  return (
    <span className="flex gap-1">
      <Badge>{invoice.status}</Badge>
      {invoice.payment_overdue && <Badge>overdue</Badge>}
    </span>
  );
}

function Details({ invoice }: { invoice: Invoice }) {
  const { data: customer } = useLive(['customer', invoice.customer_id], (signal) =>
    billing.customers.get(invoice.customer_id, { signal }),
  );
  const at = (instant: string | null) => instant !== null && <Time at={instant} />;
  return (
    <Card title="Details">
      <Facts
        of={[
          [
            'Customer',
            <Link key="customer" to="/customers/$id" params={{ id: invoice.customer_id }}>
              {customer?.name ?? customer?.external_id ?? 'Customer'}
            </Link>,
          ],
          ['Type', invoice.invoice_type.replace('_', '-')],
          [
            'Billing period',
            invoice.billing_period !== null && (
              <>
                <Time at={invoice.billing_period.from} precision="day" /> to{' '}
                <Time at={invoice.billing_period.to} precision="day" />
              </>
            ),
          ],
          ['Issued', <Day key="issued" date={invoice.issuing_date} />],
          ['Due', <Day key="due" date={invoice.payment_due_date} />],
          ['Created', at(invoice.created_at)],
          ['Finalized', at(invoice.finalized_at)],
          ['Paid', at(invoice.paid_at)],
          ['Voided', at(invoice.voided_at)],
        ]}
      />
    </Card>
  );
}
