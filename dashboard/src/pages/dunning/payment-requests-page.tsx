import type { ListPaymentRequestsQuery, PaymentRequest } from '@billing-service/sdk';
import { Link } from '@tanstack/react-router';
import { billing } from '../../api/client';
import { Amount } from '../../ui/amount';
import { ConfirmButton } from '../../ui/confirm';
import { Badge, Empty, PageTitle } from '../../ui/layout';
import { FilterTabs } from '../../ui/filters';
import { List } from '../../ui/list';
import type { Column } from '../../ui/table';
import { Time } from '../../ui/time';
import { CustomerLink } from '../customers/customer-link';
import { DunningTabs } from './dunning-tabs';
import { NewPaymentRequest } from './new-payment-request';
import { paymentRequestsRoute } from './routes';

const COLUMNS: readonly Column<PaymentRequest>[] = [
  {
    title: 'Created',
    cell: (it) => (
      <Link to="/dunning/requests/$id" params={{ id: it.id }}>
        <Time at={it.created_at} />
      </Link>
    ),
  },
  { title: 'Customer', cell: (it) => <CustomerLink id={it.customer_id} />, minor: true },
  { title: 'Status', cell: (it) => <Badge>{it.payment_status}</Badge> },
  {
    title: 'Amount',
    align: 'end',
    cell: (it) => <Amount cents={it.amount_cents} currency={it.currency} />,
  },
  {
    title: 'Paid',
    align: 'end',
    cell: (it) => <Amount cents={it.amount_paid_cents} currency={it.currency} />,
    minor: true,
  },
  {
    title: 'Next attempt',
    cell: (it) => it.next_attempt_at !== null && <Time at={it.next_attempt_at} />,
    minor: true,
  },
];

export function PaymentRequestsPage() {
  const search = paymentRequestsRoute.useSearch();
  const { payment_status, customer_id } = search;
  const filter = {
    payment_status: payment_status as ListPaymentRequestsQuery['payment_status'],
    customer_id,
  };
  return (
    <>
      <PageTitle
        title="Payment requests"
        hint={customer_id !== undefined && <Link to="/dunning/requests">Of one customer; show all</Link>}
      >
        <ConfirmButton label="Request all overdue" act={() => billing.paymentRequests.createBatch()}>
          Creates one payment request per customer and currency, for all overdue invoices that are in no open
          request. Creates about 100 at once: repeat it until no overdue invoices are left.
        </ConfirmButton>
        <NewPaymentRequest />
      </PageTitle>
      <DunningTabs />
      <FilterTabs
        name="payment_status"
        search={search}
        options={[
          ['', 'All'],
          ['pending', 'Pending'],
          ['succeeded', 'Succeeded'],
          ['failed', 'Failed'],
        ]}
      />
      <List
        label="Payment requests"
        search={search}
        load={(query, signal) => billing.paymentRequests.list({ ...query, ...filter }, { signal })}
        keyOf={(it) => it.id}
        columns={COLUMNS}
        empty={
          <Empty title="No payment requests">
            A payment request asks a customer to pay overdue invoices together. Campaigns create them, or you
            create one for a customer.
          </Empty>
        }
      />
    </>
  );
}
