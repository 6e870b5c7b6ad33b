import type { Invoice } from '@billing-service/sdk';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { billing } from '../../api/client';
import { useLive } from '../../api/hooks';
import { Button } from '../../ui/button';
import { Dialog } from '../../ui/dialog';
import type { Field } from '../../ui/form/fields';
import { Form } from '../../ui/form/form';
import { FormButton } from '../../ui/form/form-button';
import { Alert } from '../../ui/layout';
import { chosenOf, invoiceFields } from './invoice-choice';

/** Maximum number of invoices of a payment request. */
const MAX_INVOICES = 100;

const CUSTOMER: readonly Field[] = [
  {
    name: 'external_customer_id',
    label: 'External ID of the customer',
    required: true,
    placeholder: 'cust_1042',
  },
];

/** Creates a payment request: asks for the customer, then for its invoices. */
export function NewPaymentRequest() {
  const [invoices, setInvoices] = useState<readonly Invoice[] | null>(null);
  return (
    <>
      <FormButton
        label="New payment request"
        look="primary"
        submit="Find open invoices"
        fields={CUSTOMER}
        send={({ external_customer_id: externalId }) =>
          openInvoicesOf({ external_customer_id: typeof externalId === 'string' ? externalId : '' })
        }
        onDone={setInvoices}
      />
      <Dialog title="Choose the invoices" isOpen={invoices !== null} onClose={() => setInvoices(null)}>
        {invoices !== null && <InvoiceChoice invoices={invoices} />}
      </Dialog>
    </>
  );
}

async function openInvoicesOf(
  customer: { customer_id: string } | { external_customer_id: string },
): Promise<Invoice[]> {
  const page = await billing.invoices.list({ ...customer, status: 'finalized', limit: MAX_INVOICES });
  return page.items;
}

/** A button that requests payment of the open invoices of a customer. */
export function RequestPayment({ customerId }: { customerId: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Request payment</Button>
      <Dialog title="Choose the invoices" isOpen={isOpen} onClose={() => setOpen(false)}>
        <CustomerInvoices customerId={customerId} />
      </Dialog>
    </>
  );
}

function CustomerInvoices({ customerId }: { customerId: string }) {
  const { data, error } = useLive(['customer', customerId, 'open invoices'], () =>
    openInvoicesOf({ customer_id: customerId }),
  );
  if (data === undefined) {
    return error === null ? <p className="text-muted">Loading …</p> : <Alert>{error.message}</Alert>;
  }
  return <InvoiceChoice invoices={data} />;
}

function InvoiceChoice({ invoices }: { invoices: readonly Invoice[] }) {
  const navigate = useNavigate();
  const [first] = invoices;
  if (first === undefined) return <p>The customer has no open invoices.</p>;
  return (
    <Form
      fields={invoiceFields(invoices)}
      submit="Create payment request"
      send={(body) =>
        billing.paymentRequests.create({ customer_id: first.customer_id, invoice_ids: chosenOf(body) })
      }
      onDone={({ id }) => void navigate({ to: '/dunning/requests/$id', params: { id } })}
    />
  );
}
