import type { ListPaymentsQuery, Payment, WithCustomer } from '@billing-service/sdk';
import { Link } from '@tanstack/react-router';
import { billing } from '../../api/client';
import { Amount } from '../../ui/amount';
import { Badge, Empty, PageTitle } from '../../ui/layout';
import { FilterSelect, FilterTabs, FilterText } from '../../ui/filters';
import { List } from '../../ui/list';
import type { Column } from '../../ui/table';
import { Time } from '../../ui/time';
import { ListedCustomer } from '../customers/customer-link';
import { PROVIDERS, providerName } from './providers';
import { paymentsRoute } from './routes';

export function PaymentsPage() {
  const search = paymentsRoute.useSearch();
  const { status, provider, invoice_id, external_customer_id } = search;
  const filter = {
    status: status as ListPaymentsQuery['status'],
    provider: provider as ListPaymentsQuery['provider'],
    invoice_id,
    external_customer_id,
  };
  return (
    <>
      <PageTitle
        title="Payments"
        hint={invoice_id !== undefined && <Link to="/payments">Of one invoice; show all</Link>}
      />
      <FilterTabs
        name="status"
        search={search}
        options={[
          ['', 'All'],
          ['pending', 'Pending'],
          ['processing', 'Processing'],
          ['succeeded', 'Succeeded'],
          ['failed', 'Failed'],
          ['canceled', 'Canceled'],
          ['refunded', 'Refunded'],
        ]}
      />
      <div className="flex flex-wrap gap-x-3">
        <FilterText name="external_customer_id" label="External ID of the customer" search={search} />
        <FilterSelect
          name="provider"
          label="Provider"
          search={search}
          options={[['', 'All providers'], ...PROVIDERS]}
        />
      </div>
      <List
        label="Payments"
        search={search}
        load={(query, signal) =>
          billing.payments.list({ ...query, ...filter, include: 'customer' }, { signal })
        }
        keyOf={(it) => it.id}
        columns={COLUMNS}
        empty={
          <Empty title="No payments">
            A payment comes from a payment provider, or is recorded on the page of its{' '}
            <Link to="/invoices" search={{ status: 'finalized' }}>
              invoice
            </Link>{' '}
            when money was received outside of a provider.
          </Empty>
        }
      />
    </>
  );
}

const COLUMNS: readonly Column<Payment & WithCustomer>[] = [
  {
    title: 'Amount',
    cell: (it) => (
      <Link to="/payments/$id" params={{ id: it.id }}>
        <Amount cents={it.amount_cents} currency={it.currency} />
      </Link>
    ),
  },
  { title: 'Status', cell: (it) => <Badge>{it.status}</Badge> },
  { title: 'Customer', cell: (it) => <ListedCustomer of={it} /> },
  { title: 'Provider', cell: (it) => providerName(it.provider), minor: true },
  { title: 'Reference', cell: (it) => it.reference ?? it.provider_payment_id, minor: true },
  { title: 'Created', cell: (it) => <Time at={it.created_at} />, minor: true },
];
