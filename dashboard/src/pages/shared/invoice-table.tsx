import type { Schemas } from '@billing-service/sdk';
import { Link } from '@tanstack/react-router';
import { ReceiptText } from 'lucide-react';
import type { Query } from '../../api/client';
import { Badge, Day, Empty, ListView, Money, Status, type Column } from '../../ui';
import { CustomerName } from './names';

type Invoice = Schemas['Invoice'];

const NUMBER: Column<Invoice> = {
  title: 'Invoice',
  cell: (it) => (
    <Link to="/invoices/$id" params={{ id: it.id }} className="font-medium text-link hover:underline">
      {it.number ?? 'Draft'}
    </Link>
  ),
};
const CUSTOMER: Column<Invoice> = { title: 'Customer', cell: (it) => <CustomerName id={it.customer_id} /> };
const OTHERS: readonly Column<Invoice>[] = [
  {
    title: 'Status',
    cell: (it) => (
      <span className="flex flex-wrap gap-1">
        <Status of={it.status} />
        {it.payment_overdue && <Badge tone="bad">overdue</Badge>}
      </span>
    ),
  },
  { title: 'Issued', cell: (it) => <Day of={it.issuing_date} />, isMinor: true },
  { title: 'Due', cell: (it) => <Day of={it.payment_due_date} />, isMinor: true },
  {
    title: 'Total',
    cell: (it) => <Money cents={it.total_amount_cents} currency={it.currency} />,
    isNumber: true,
  },
  {
    title: 'To pay',
    cell: (it) => <Money cents={it.amount_due_cents} currency={it.currency} />,
    isNumber: true,
    isMinor: true,
  },
];

/** A list of invoices; without the column of the customer on the customer's own page. */
export function InvoiceTable({ query, ofCustomer = false }: { query: Query; ofCustomer?: boolean }) {
  return (
    <ListView
      label="Invoices"
      path="/v1/invoices"
      query={query}
      cursor="invoices"
      columns={ofCustomer ? [NUMBER, ...OTHERS] : [NUMBER, CUSTOMER, ...OTHERS]}
      empty={
        <Empty title="No invoices here" icon={ReceiptText}>
          Invoices are made by themselves when a billing period of a subscription ends. One-off invoices are
          made by hand.
        </Empty>
      }
    />
  );
}
