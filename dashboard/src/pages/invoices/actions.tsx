import type { Schemas } from '@billing-service/sdk';
import { useState } from 'react';
import { change } from '../../api/client';
import { useScope } from '../../api/session';
import { Button, Confirm, Menu, MenuItem, toast } from '../../ui';
import { SendEmail } from '../emails/send';
import { CreateCreditNote } from './create-credit-note';
import { RecordPayment } from './record-payment';

type Invoice = Schemas['Invoice'];
type Dialog = 'finalize' | 'void' | 'pay' | 'credit' | 'send' | null;

/** What can be done with an invoice in its state. */
export function InvoiceActions({ invoice }: { invoice: Invoice }) {
  const [dialog, setDialog] = useState<Dialog>(null);
  const mayWrite = useScope('invoices:write');
  const mayPay = useScope('payments:write') && invoice.status === 'finalized' && invoice.amount_due_cents > 0;
  const mayCredit = useScope('credit_notes:write') && ['finalized', 'paid'].includes(invoice.status);
  const maySend = useScope('emails:write') && ['finalized', 'paid'].includes(invoice.status);
  const mayVoid = mayWrite && invoice.status === 'finalized';
  return (
    <>
      {mayWrite && invoice.status === 'draft' && (
        <Button kind="primary" onClick={() => setDialog('finalize')}>
          Finalize
        </Button>
      )}
      {mayPay && (
        <Button kind="primary" onClick={() => setDialog('pay')}>
          Record a payment
        </Button>
      )}
      {maySend && <Button onClick={() => setDialog('send')}>Send</Button>}
      {mayCredit && <Button onClick={() => setDialog('credit')}>Credit</Button>}
      {mayVoid && (
        <Menu label="More">
          <MenuItem isDangerous onSelect={() => setDialog('void')}>
            Void
          </MenuItem>
        </Menu>
      )}
      <Dialogs dialog={dialog} invoice={invoice} close={() => setDialog(null)} />
    </>
  );
}

interface DialogsProps {
  dialog: Dialog;
  invoice: Invoice;
  close: () => void;
}

function Dialogs({ dialog, invoice, close }: DialogsProps) {
  const path = { id: invoice.id };
  switch (dialog) {
    case 'finalize':
      return (
        <Confirm
          title="Finalize the invoice?"
          action="Finalize"
          kind="primary"
          onClose={close}
          onConfirm={async () => {
            await change('post', '/v1/invoices/{id}/finalize', { path });
            toast('The invoice is final.');
          }}
        >
          It gets its number, and neither its lines nor its taxes change any more. Usage that arrives later
          for its billing period is not on it.
        </Confirm>
      );
    case 'void':
      return (
        <Confirm
          title={`Void ${invoice.number ?? 'the invoice'}?`}
          action="Void"
          onClose={close}
          onConfirm={async () => {
            await change('post', '/v1/invoices/{id}/void', { path });
            toast('The invoice is void.');
          }}
        >
          Nothing is to be paid for it any more. It keeps its number. This cannot be undone.
        </Confirm>
      );
    case 'pay':
      return <RecordPayment invoice={invoice} onClose={close} />;
    case 'credit':
      return <CreateCreditNote invoice={invoice} onClose={close} />;
    case 'send':
      return (
        <SendEmail
          title={`Send ${invoice.number ?? 'the invoice'}`}
          path="/v1/invoices/{id}/send"
          id={invoice.id}
          customerId={invoice.customer_id}
          onClose={close}
        />
      );
    case null:
      return null;
  }
}
