import type { Invoice, ListInvoicesQuery, WithCustomer } from '@billing-service/sdk';
import { Link } from '@tanstack/react-router';
import { billing } from '../../api/client';
import { Empty, PageTitle } from '../../ui/layout';
import { FilterTabs } from '../../ui/filters';
import { List } from '../../ui/list';
import type { Column } from '../../ui/table';
import { ListedCustomer } from '../customers/customer-link';
import { INVOICE_COLUMNS } from './invoice-table';
import { NewInvoice } from './new-invoice';
import { invoicesRoute } from './routes';

const [NUMBER, ...OTHERS] = INVOICE_COLUMNS;

const LISTED_COLUMNS: readonly Column<Invoice & WithCustomer>[] = [
  NUMBER,
  { title: 'Customer', cell: (it) => <ListedCustomer of={it} /> },
  ...OTHERS,
];

export function InvoicesPage() {
  const search = invoicesRoute.useSearch();
  const { status, customer_id, subscription_id, payment_overdue } = search;
  const filter = {
    ...(payment_overdue === 'true' ? { payment_overdue: true } : {}),
    status: status as ListInvoicesQuery['status'],
    customer_id,
    subscription_id,
  };
  return (
    <>
      <PageTitle
        title="Invoices"
        hint={customer_id !== undefined && <Link to="/invoices">Of one customer; show all</Link>}
      >
        <NewInvoice />
      </PageTitle>
      <FilterTabs
        name="status"
        search={search}
        options={[
          ['', 'All'],
          ['draft', 'Drafts'],
          ['finalized', 'Open'],
          ['paid', 'Paid'],
          ['voided', 'Voided'],
        ]}
      />
      <FilterTabs
        name="payment_overdue"
        search={search}
        options={[
          ['', 'Due and overdue'],
          ['true', 'Overdue only'],
        ]}
      />
      <List
        label="Invoices"
        search={search}
        load={(query, signal) =>
          billing.invoices.list({ ...query, ...filter, include: 'customer' }, { signal })
        }
        keyOf={(it) => it.id}
        columns={LISTED_COLUMNS}
        empty={
          <Empty title="No invoices">
            An invoice comes when a billing period of a subscription ends, at once if its plan is paid in
            advance, or when you create one for a single purpose.
          </Empty>
        }
      />
    </>
  );
}
