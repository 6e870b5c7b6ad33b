import type { Customer } from '@billing-service/sdk';
import { Link, useNavigate } from '@tanstack/react-router';
import { billing } from '../../api/client';
import { useLive } from '../../api/hooks';
import { ConfirmButton } from '../../ui/confirm';
import { EditButton } from '../../ui/form/edit-button';
import { Alert, Card, Facts, PageTitle } from '../../ui/layout';
import { Time } from '../../ui/time';
import { InvoiceTable } from '../invoices/invoice-table';
import { CouponsCard } from './customer-coupons';
import { DunningCard } from './customer-dunning';
import { CUSTOMER_FIELDS } from './customer-fields';
import { SubscriptionsCard } from './customer-subscriptions';
import { Timeline } from './timeline';
import { WalletsCard } from './customer-wallets';
import { customerRoute } from './routes';

export function CustomerPage() {
  const { id } = customerRoute.useParams();
  const { data: customer, error } = useLive(['customer', id], (signal) =>
    billing.customers.get(id, { signal }),
  );
  if (customer === undefined) return error === null ? <p>Loading …</p> : <Alert>{error.message}</Alert>;
  return (
    <>
      <PageTitle title={customer.name ?? customer.external_id} hint={<code>{customer.external_id}</code>}>
        <EditButton
          title="Edit customer"
          fields={CUSTOMER_FIELDS}
          load={() => billing.customers.get(id)}
          send={(body, options) => billing.customers.update(id, body, options)}
        />
        <DeleteCustomer id={id} />
      </PageTitle>
      <div className="grid gap-4 lg:grid-cols-[2fr_1fr]">
        <div className="flex min-w-0 flex-col gap-4">
          <SubscriptionsCard customer={customer} />
          <InvoicesCard customer={customer} />
          <WalletsCard customer={customer} />
          <CouponsCard customer={customer} />
        </div>
        <div className="flex min-w-0 flex-col gap-4">
          <Details customer={customer} />
          <DunningCard customer={customer} />
          <Timeline customer={customer} />
        </div>
      </div>
    </>
  );
}

function Details({ customer }: { customer: Customer }) {
  const address = [
    customer.address_line1,
    customer.address_line2,
    [customer.zipcode, customer.city].filter(Boolean).join(' '),
    customer.state,
    customer.country,
  ];
  return (
    <Card title="Details">
      <Facts
        of={[
          ['E-mail', customer.email],
          ['Currency', customer.currency],
          ['Time zone', customer.timezone],
          ['Legal name', customer.legal_name],
          ['Tax IDs', customer.tax_ids.join(', ')],
          ['Address', address.filter(Boolean).join(', ')],
          ['Grace period', `${customer.invoice_grace_period} days`],
          ['Payment term', `${customer.net_payment_term} days`],
          ['Taxes', customer.tax_codes.join(', ')],
          ['Created', <Time key="created" at={customer.created_at} />],
        ]}
      />
    </Card>
  );
}

function InvoicesCard({ customer }: { customer: Customer }) {
  const { data } = useLive(['customer', customer.id, 'invoices'], async (signal) => {
    const page = await billing.invoices.list({ customer_id: customer.id, limit: 10 }, { signal });
    return { items: page.items, totalCount: page.totalCount };
  });
  return (
    <Card
      title="Invoices"
      action={
        <Link to="/invoices" search={{ customer_id: customer.id }}>
          All {data?.totalCount ?? ''} invoices
        </Link>
      }
    >
      {data !== undefined && data.totalCount === 0 ? (
        <p className="text-muted">
          No invoices yet. The first one comes when a billing period of a subscription ends.
        </p>
      ) : (
        <InvoiceTable label="Invoices of the customer" rows={data?.items ?? []} />
      )}
    </Card>
  );
}

function DeleteCustomer({ id }: { id: string }) {
  const navigate = useNavigate();
  return (
    <ConfirmButton
      label="Delete"
      look="danger"
      act={() => billing.customers.delete(id)}
      onDone={() => void navigate({ to: '/customers' })}
    >
      Deletes the customer. A customer with subscriptions or open invoices cannot be deleted.
    </ConfirmButton>
  );
}
