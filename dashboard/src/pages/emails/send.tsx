import { change } from '../../api/client';
import { useRecord } from '../../api/hooks';
import { useScope } from '../../api/session';
import { EditDialog } from '../../forms/edit-dialog';
import { toast } from '../../ui';

interface SendEmailProps {
  /** What is sent, in a sentence. */
  title: string;
  path: '/v1/invoices/{id}/send' | '/v1/credit_notes/{id}/send' | '/v1/payment_requests/{id}/send';
  id: string;
  customerId: string;
  onClose: () => void;
}

/** Sends a document to its customer, or to somebody else. */
export function SendEmail({ title, path, id, customerId, onClose }: SendEmailProps) {
  const customer = useRecord('/v1/customers/{id}', {
    path: { id: customerId },
    enabled: useScope('customers:read'),
    every: false,
  });
  const address = customer.data?.body.email ?? null;
  return (
    <EditDialog
      title={title}
      fields={[
        {
          kind: 'email',
          name: 'to',
          label: 'To',
          hint: address === null ? 'The customer has no address.' : `Without one, to ${address}.`,
        },
      ]}
      action="Send"
      onSubmit={(body) => change('post', path, { path: { id }, body })}
      onSaved={() => toast('The e-mail is on its way.')}
      onClose={onClose}
    />
  );
}
