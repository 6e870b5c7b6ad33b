import type { Invoice } from '@billing-service/sdk';
import { Link } from '@tanstack/react-router';
import { Amount } from '../../ui/amount';
import { Badge } from '../../ui/layout';
import { Table, type Column } from '../../ui/table';
import { Day } from '../../ui/time';

export const INVOICE_COLUMNS: readonly [Column<Invoice>, ...Column<Invoice>[]] = [
  {
    title: 'Number',
    cell: (it) => (
      <Link to="/invoices/$id" params={{ id: it.id }}>
        {it.number ?? 'Draft'}
      </Link>
    ),
  },
  {
    title: 'Status',
    cell: (it) => (
      <span className="flex gap-1">
        <Badge>{it.status}</Badge>
        {it.payment_overdue && <Badge>overdue</Badge>}
      </span>
    ),
  },
  { title: 'Issued', cell: (it) => <Day date={it.issuing_date} />, minor: true },
  { title: 'Due', cell: (it) => <Day date={it.payment_due_date} />, minor: true },
  {
    title: 'Total',
    align: 'end',
    cell: (it) => <Amount cents={it.total_amount_cents} currency={it.currency} />,
  },
  {
    title: 'Amount due',
    align: 'end',
    cell: (it) => <Amount cents={it.amount_due_cents} currency={it.currency} />,
    minor: true,
  },
];

export function InvoiceTable({ label, rows }: { label: string; rows: readonly Invoice[] }) {
  return <Table label={label} columns={INVOICE_COLUMNS} rows={rows} keyOf={(it) => it.id} />;
}
