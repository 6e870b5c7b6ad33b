import type { CreateCreditNote, Invoice, RecordPayment } from '@billing-service/sdk';
import { billing } from '../../api/client';
import { useSession } from '../../api/session';
import { ConfirmButton } from '../../ui/confirm';
import type { Field } from '../../ui/form/fields';
import { FormButton } from '../../ui/form/form-button';
import { toDecimal } from '../../ui/money';
import { creditNoteFields } from './credit-note-fields';

/** The actions that the state of an invoice allows. */
export function InvoiceActions({ invoice }: { invoice: Invoice }) {
  const { settings } = useSession();
  const { id, status } = invoice;
  if (status === 'draft') {
    return (
      <ConfirmButton label="Finalize" look="primary" act={() => billing.invoices.finalize(id)}>
        The invoice gets its number and becomes due. After that, its lines cannot change.
      </ConfirmButton>
    );
  }
  if (status === 'voided') return null;
  return (
    <>
      {status === 'finalized' && <PaymentButton invoice={invoice} />}
      <CreditButton invoice={invoice} />
      {settings.mail && <SendButton invoice={invoice} />}
      {status === 'finalized' && (
        <ConfirmButton label="Void" look="danger" act={() => billing.invoices.void(id)}>
          The invoice keeps its number and no longer has to be paid. This cannot be undone.
        </ConfirmButton>
      )}
    </>
  );
}

function PaymentButton({ invoice }: { invoice: Invoice }) {
  const { id, currency, amount_due_cents: due } = invoice;
  const fields: readonly Field[] = [
    {
      name: 'amount_cents',
      label: 'Amount',
      kind: 'amount',
      required: true,
      currency: () => currency,
      initial: toDecimal(due, currency),
    },
    { name: 'reference', label: 'Reference', placeholder: 'Bank transfer of 3 March' },
  ];
  return (
    <FormButton
      label="Record payment"
      look="primary"
      description="For money that you received outside of a payment provider."
      fields={fields}
      send={(body) => billing.payments.record({ ...body, invoice_id: id } as unknown as RecordPayment)}
    />
  );
}

function CreditButton({ invoice }: { invoice: Invoice }) {
  return (
    <FormButton
      label="Credit"
      title="New credit note"
      description="Gives back a part of the invoice: as credit for later invoices, as a refund, or off what is still due."
      fields={creditNoteFields(invoice)}
      send={(body) =>
        billing.creditNotes.create({ ...body, invoice_id: invoice.id } as unknown as CreateCreditNote)
      }
    />
  );
}

function SendButton({ invoice }: { invoice: Invoice }) {
  return (
    <FormButton
      label="Send"
      title="Send by e-mail"
      fields={[{ name: 'to', label: 'To', kind: 'email', help: 'By default, the address of the customer.' }]}
      send={(body) => billing.invoices.send(invoice.id, body)}
    />
  );
}
