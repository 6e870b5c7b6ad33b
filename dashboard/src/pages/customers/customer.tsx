import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { change } from '../../api/client';
import { usePage, useRecord } from '../../api/hooks';
import { useScope } from '../../api/session';
import type { Schemas } from '@billing-service/sdk';
import { messageOf } from '../../lib/errors';
import {
  Badge,
  Button,
  Card,
  Code,
  Confirm,
  Empty,
  Fact,
  Facts,
  Grid,
  Loading,
  Menu,
  MenuItem,
  Page,
  Tabs,
  Time,
  toast,
} from '../../ui';
import { EmailTable } from '../emails/email-table';
import { InvoiceTable } from '../shared/invoice-table';
import { CollectionMethod } from '../payments/collection-settings';
import { CreateSubscription } from '../subscriptions/create';
import { SubscriptionTable } from '../subscriptions/table';
import { CustomerCoupons } from './coupons';
import { CustomerDialog } from './form';
import { CustomerCollections } from './collections';
import { CustomerPaymentMethods } from './payment-methods';
import { OneOffInvoice } from '../invoices/one-off';
import { CustomerTimeline } from './timeline';
import { CurrentUsageCards } from './usage';
import { CustomerWallets } from './wallets';

type Customer = Schemas['Customer'];
type Dialog = 'edit' | 'delete' | 'erase' | 'subscribe' | 'invoice' | null;

/** One customer and everything about it. */
export function CustomerPage() {
  const { id } = useParams({ from: '/signed-in/customers/$id' });
  const { data, error, refetch } = useRecord('/v1/customers/{id}', { path: { id } });
  const [dialog, setDialog] = useState<Dialog>(null);
  if (data === undefined) return error === null ? <Loading /> : <Empty title={messageOf(error)} />;
  const { body: customer } = data;
  return (
    <Page
      title={customer.name ?? customer.external_id}
      subtitle={
        <>
          <Code>{customer.external_id}</Code> {customer.email} <Bounced customer={customer} />
        </>
      }
      actions={<Actions open={setDialog} />}
    >
      <Tabs
        label="About the customer"
        tabs={[
          { name: 'overview', title: 'Overview', content: <Overview customer={customer} /> },
          {
            name: 'invoices',
            title: 'Invoices',
            content: (
              <Card padded={false}>
                <InvoiceTable ofCustomer query={{ customer_id: id }} />
              </Card>
            ),
          },
          { name: 'wallets', title: 'Wallets', content: <CustomerWallets customer={customer} /> },
          { name: 'coupons', title: 'Coupons', content: <CustomerCoupons customerId={id} /> },
          { name: 'timeline', title: 'Timeline', content: <CustomerTimeline customerId={id} /> },
          {
            name: 'emails',
            title: 'E-mails',
            content: (
              <Card padded={false}>
                <EmailTable ofCustomer query={{ customer_id: id }} />
              </Card>
            ),
          },
          { name: 'collections', title: 'Payments', content: <CustomerCollections customerId={id} /> },
          { name: 'methods', title: 'Payment methods', content: <CustomerPaymentMethods customerId={id} /> },
        ]}
      />
      <Dialogs dialog={dialog} customer={customer} close={() => setDialog(null)} reload={refetch} />
    </Page>
  );
}

/** Says so if the last e-mail to the address of the customer was refused for good. */
function Bounced({ customer: { id, email } }: { customer: Customer }) {
  const { data } = usePage('/v1/emails', {
    query: { customer_id: id, limit: 25 },
    enabled: useScope('emails:read') && email !== null,
  });
  const last = data?.items.find((it) => it.to === email && ['sent', 'bounced'].includes(it.state));
  return last?.state === 'bounced' ? <Badge tone="bad">address bounces</Badge> : null;
}

function Actions({ open }: { open: (dialog: Dialog) => void }) {
  const mayWrite = useScope('customers:write');
  const maySubscribe = useScope('subscriptions:write');
  const mayInvoice = useScope('invoices:write');
  return (
    <>
      {maySubscribe && (
        <Button kind="primary" onClick={() => open('subscribe')}>
          Subscribe to a plan
        </Button>
      )}
      {mayWrite && <Button onClick={() => open('edit')}>Edit</Button>}
      {(mayWrite || mayInvoice) && (
        <Menu label="More">
          {mayInvoice && <MenuItem onSelect={() => open('invoice')}>One-off invoice</MenuItem>}
          {mayWrite && (
            <>
              <MenuItem onSelect={() => open('erase')}>Erase personal data</MenuItem>
              <MenuItem isDangerous onSelect={() => open('delete')}>
                Delete
              </MenuItem>
            </>
          )}
        </Menu>
      )}
    </>
  );
}

function Overview({ customer }: { customer: Customer }) {
  const { id } = customer;
  const address = [
    customer.address_line1,
    customer.address_line2,
    customer.zipcode,
    customer.city,
    customer.state,
  ];
  return (
    <>
      <Card title="Subscriptions" padded={false}>
        <SubscriptionTable query={{ customer_id: id }} ofCustomer />
      </Card>
      <CurrentUsageCards customerId={id} />
      <Grid>
        <Card title="Details">
          <Facts>
            <Fact label="Id">
              <Code>{id}</Code>
            </Fact>
            <Fact label="Address">{[...address, customer.country].filter(Boolean).join(', ') || '–'}</Fact>
            <Fact label="Currency">{customer.currency ?? 'as the organization'}</Fact>
            <Fact label="Time zone">{customer.timezone ?? 'as the organization'}</Fact>
            <Fact label="Created">
              <Time at={customer.created_at} />
            </Fact>
          </Facts>
        </Card>
        <Card title="Billing">
          <Facts>
            <Fact label="Draft for">{customer.invoice_grace_period} days</Fact>
            <Fact label="Pays within">{customer.net_payment_term} days</Fact>
            <Fact label="Collection">
              <CollectionMethod of={customer.collection_method} subject="customer" />
            </Fact>
            <Fact label="Taxes">{customer.tax_codes.join(', ') || 'those of the organization'}</Fact>
            {Object.entries(customer.metadata).map(([key, value]) => (
              <Fact key={key} label={key}>
                {value}
              </Fact>
            ))}
          </Facts>
        </Card>
      </Grid>
    </>
  );
}

interface DialogsProps {
  dialog: Dialog;
  customer: Customer;
  close: () => void;
  reload: () => Promise<unknown>;
}

function Dialogs({ dialog, customer, close, reload }: DialogsProps) {
  const navigate = useNavigate();
  const { id, name, external_id: externalId } = customer;
  switch (dialog) {
    case 'edit':
      return <CustomerDialog id={id} onClose={close} />;
    case 'subscribe':
      return <CreateSubscription customerId={id} onClose={close} />;
    case 'invoice':
      return <OneOffInvoice customerId={id} onClose={close} />;
    case 'delete':
      return (
        <Confirm
          title={`Delete ${name ?? externalId}?`}
          action="Delete"
          onClose={close}
          onConfirm={async () => {
            await change('delete', '/v1/customers/{id}', { path: { id } });
            toast('The customer has been deleted.');
            await navigate({ to: '/customers' });
          }}
        >
          This cannot be undone. Customers with invoices cannot be deleted; their personal data can be erased.
        </Confirm>
      );
    case 'erase':
      return (
        <Confirm
          title="Erase personal data?"
          action="Erase"
          onClose={close}
          onConfirm={async () => {
            await change('post', '/v1/customers/{id}/erase', { path: { id } });
            await reload();
            toast('The personal data has been erased.');
          }}
        >
          Name, e-mail, address and metadata are removed for good. Invoices remain.
        </Confirm>
      );
    case null:
      return null;
  }
}
