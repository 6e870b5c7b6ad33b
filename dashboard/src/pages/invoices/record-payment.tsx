import type { Schemas } from '@billing-service/sdk';
import { change } from '../../api/client';
import { EditDialog } from '../../forms/edit-dialog';
import { toast } from '../../ui';

interface RecordPaymentProps {
  invoice: Schemas['Invoice'];
  onClose: () => void;
}

/** Records money that has arrived outside of a payment provider. */
export function RecordPayment({ invoice, onClose }: RecordPaymentProps) {
  const { id, currency, amount_due_cents: due } = invoice;
  return (
    <EditDialog
      title="Record a payment"
      fields={[
        { kind: 'money', name: 'amount_cents', label: 'Amount', required: true, currency: () => currency },
        { kind: 'text', name: 'reference', label: 'Reference', hint: 'Such as that of the bank transfer.' },
      ]}
      record={{ amount_cents: due }}
      action="Record"
      onSubmit={(body) =>
        change('post', '/v1/payments/record', { body: { ...body, currency, invoice_id: id } })
      }
      onSaved={() => toast('The payment is recorded.')}
      onClose={onClose}
    />
  );
}
