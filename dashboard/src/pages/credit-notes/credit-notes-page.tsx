import type { CreditNote, ListCreditNotesQuery, WithCustomer } from '@billing-service/sdk';
import { Link } from '@tanstack/react-router';
import { billing } from '../../api/client';
import { Amount } from '../../ui/amount';
import { Badge, Empty, PageTitle } from '../../ui/layout';
import { FilterTabs, FilterText } from '../../ui/filters';
import { List } from '../../ui/list';
import type { Column } from '../../ui/table';
import { Time } from '../../ui/time';
import { ListedCustomer } from '../customers/customer-link';
import { reasonName } from './reason-name';
import { creditNotesRoute } from './routes';

export function CreditNotesPage() {
  const search = creditNotesRoute.useSearch();
  const { status, invoice_id, external_customer_id } = search;
  const filter = {
    status: status as ListCreditNotesQuery['status'],
    invoice_id,
    external_customer_id,
  };
  return (
    <>
      <PageTitle
        title="Credit notes"
        hint={invoice_id !== undefined && <Link to="/credit-notes">Of one invoice; show all</Link>}
      />
      <FilterTabs
        name="status"
        search={search}
        options={[
          ['', 'All'],
          ['draft', 'Drafts'],
          ['finalized', 'Finalized'],
          ['voided', 'Voided'],
        ]}
      />
      <FilterText name="external_customer_id" label="External ID of the customer" search={search} />
      <List
        label="Credit notes"
        search={search}
        load={(query, signal) =>
          billing.creditNotes.list({ ...query, ...filter, include: 'customer' }, { signal })
        }
        keyOf={(it) => it.id}
        columns={COLUMNS}
        empty={
          <Empty title="No credit notes">
            A credit note gives back a part of an invoice. Create one on the page of the{' '}
            <Link to="/invoices">invoice</Link>; the end of a plan that was paid in advance creates one for
            the unused days.
          </Empty>
        }
      />
    </>
  );
}

const COLUMNS: readonly Column<CreditNote & WithCustomer>[] = [
  {
    title: 'Number',
    cell: (it) => (
      <Link to="/credit-notes/$id" params={{ id: it.id }}>
        {it.number ?? 'Draft'}
      </Link>
    ),
  },
  { title: 'Status', cell: (it) => <Badge>{it.status}</Badge> },
  { title: 'Customer', cell: (it) => <ListedCustomer of={it} />, minor: true },
  { title: 'Reason', cell: (it) => reasonName(it.reason), minor: true },
  {
    title: 'Total',
    align: 'end',
    cell: (it) => <Amount cents={it.total_amount_cents} currency={it.currency} />,
  },
  {
    title: 'Credit left',
    align: 'end',
    cell: (it) => <Amount cents={it.balance_amount_cents} currency={it.currency} />,
    minor: true,
  },
  { title: 'Created', cell: (it) => <Time at={it.created_at} />, minor: true },
];
