import type { Schemas } from '@billing-service/sdk';
import { useState } from 'react';
import { change } from '../../api/client';
import { EditDialog } from '../../forms/edit-dialog';
import { Dialog, Note, Time } from '../../ui';
import { GivenLink } from '../payments/given-link';
import { PAYER_PAGE, usePayerPages } from '../payments/payer-pages';
import { useCollectingProviders } from '../payments/providers';

interface SetUpMethodProps {
  customerId: string;
  onClose: () => void;
}

/** Makes the link on which a customer saves a payment method, and shows it for copying. */
export function SetUpMethod({ customerId, onClose }: SetUpMethodProps) {
  const [setup, setSetup] = useState<Schemas['PaymentMethodSetup'] | null>(null);
  const { last, complete } = usePayerPages();
  const providers = useCollectingProviders();
  if (setup !== null) {
    return (
      <Dialog title="Link to save a method" onClose={onClose}>
        <GivenLink url={setup.url}>
          It leads to the page of the provider. The method appears here once it is saved.
        </GivenLink>
        {setup.expires_at !== null && (
          <div className="mt-3">
            <Note>
              The page ends on <Time at={setup.expires_at} />.
            </Note>
          </div>
        )}
      </Dialog>
    );
  }
  return (
    <EditDialog
      title="Link to save a method"
      staysOpen
      fields={[
        {
          kind: 'select',
          name: 'provider',
          label: 'Provider',
          required: providers.length > 0,
          options: providers.map((value) => ({ value, label: value })),
        },
        PAYER_PAGE,
        {
          kind: 'text',
          name: 'currency',
          label: 'Currency',
          hint: 'In which it will be charged; that of the customer if empty.',
        },
      ]}
      record={{ ...last, provider: providers[0] }}
      action="Make the link"
      onSubmit={async (body) =>
        setSetup(
          await change('post', '/v1/customers/{id}/payment_methods/setup', {
            path: { id: customerId },
            body: complete(body),
          }),
        )
      }
      onClose={onClose}
    />
  );
}
