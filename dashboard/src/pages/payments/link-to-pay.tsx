import type { Schemas } from '@billing-service/sdk';
import { useState } from 'react';
import { change } from '../../api/client';
import { EditDialog } from '../../forms/edit-dialog';
import { Dialog } from '../../ui';
import { GivenLink } from './given-link';
import { PAYER_PAGE, usePayerPages } from './payer-pages';
import { useCollectingProviders } from './providers';

interface LinkToPayProps {
  path: '/v1/invoices/{id}/checkout' | '/v1/payment_requests/{id}/checkout';
  id: string;
  onClose: () => void;
}

/** Makes the link on which a customer pays, and shows it for copying. */
export function LinkToPay({ path, id, onClose }: LinkToPayProps) {
  const [link, setLink] = useState<Schemas['CheckoutResponse'] | null>(null);
  const { last, complete } = usePayerPages();
  const providers = useCollectingProviders();
  if (link !== null) {
    return (
      <Dialog title="Link to pay" onClose={onClose}>
        <GivenLink url={link.url}>
          It says what is due, and leads to the page of the provider. It stays the same until everything is
          paid.
        </GivenLink>
      </Dialog>
    );
  }
  return (
    <EditDialog
      title="Link to pay"
      staysOpen
      fields={[
        ...(providers.length > 1
          ? [
              {
                kind: 'select' as const,
                name: 'provider',
                label: 'Provider',
                required: true,
                options: providers.map((value) => ({ value, label: value })),
              },
            ]
          : []),
        PAYER_PAGE,
      ]}
      record={{ ...last, provider: providers[0] }}
      action="Make the link"
      onSubmit={async (body) => setLink(await change('post', path, { path: { id }, body: complete(body) }))}
      onClose={onClose}
    />
  );
}
