import { useSearch } from '@tanstack/react-router';
import type { Query } from '../../api/client';
import { Card, Page } from '../../ui';
import { FilterLinks } from '../../ui/filter-links';
import { SearchField } from '../../ui/search-field';
import { InvoiceTable } from '../shared/invoice-table';

const VIEWS: readonly { value: string; label: string; query: Query }[] = [
  { value: 'draft', label: 'Drafts', query: { status: 'draft' } },
  { value: 'finalized', label: 'Open', query: { status: 'finalized' } },
  { value: 'overdue', label: 'Overdue', query: { payment_overdue: true } },
  { value: 'paid', label: 'Paid', query: { status: 'paid' } },
  { value: 'voided', label: 'Voided', query: { status: 'voided' } },
];

/** All invoices, by what is to be done about them. */
export function InvoicesPage() {
  const { view, q: search } = useSearch({ strict: false });
  const query = VIEWS.find(({ value }) => value === view)?.query ?? {};
  return (
    <Page title="Invoices">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <FilterLinks label="Views" name="view" options={VIEWS} />
        <SearchField label="Number of the invoice" />
      </div>
      <Card padded={false}>
        <InvoiceTable query={{ ...query, search }} />
      </Card>
    </Page>
  );
}
