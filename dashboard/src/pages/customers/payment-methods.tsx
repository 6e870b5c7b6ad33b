import type { Schemas } from '@billing-service/sdk';
import { CreditCard } from 'lucide-react';
import { useState } from 'react';
import { change } from '../../api/client';
import { useScope } from '../../api/session';
import { Badge, Button, Card, Confirm, Empty, ListView, Status, toast, useAction } from '../../ui';
import { CollectionSettings } from '../payments/collection-settings';
import { ProviderCustomers } from './provider-customers';
import { SetUpMethod } from './set-up-method';

type Method = Schemas['PaymentMethod'];

/** With what a customer pays by itself. */
export function CustomerPaymentMethods({ customerId }: { customerId: string }) {
  return (
    <>
      {useScope('payment_methods:read') ? (
        <>
          <Methods customerId={customerId} />
          <ProviderCustomers customerId={customerId} />
        </>
      ) : (
        <Empty title="The key may not read payment methods." />
      )}
      <CollectionSettings customerId={customerId} />
    </>
  );
}

function Methods({ customerId }: { customerId: string }) {
  const [isAdding, setAdding] = useState(false);
  const [deleted, setDeleted] = useState<Method | null>(null);
  const mayWrite = useScope('payment_methods:write');
  const add = mayWrite && <Button onClick={() => setAdding(true)}>Link to save a method</Button>;
  return (
    <Card title="Saved payment methods" padded={false} actions={add}>
      <ListView
        label="Saved payment methods"
        path="/v1/customers/{id}/payment_methods"
        pathValues={{ id: customerId }}
        cursor="methods"
        empty={
          <Empty title="No saved methods" icon={CreditCard}>
            The customer saves one on a page of the provider, by a link or in the portal. No card data comes
            here.
          </Empty>
        }
        columns={[
          { title: 'Method', cell: (it) => <Label method={it} /> },
          { title: 'Kind', cell: (it) => it.type.replaceAll('_', ' '), isMinor: true },
          { title: 'Provider', cell: (it) => it.provider },
          { title: 'Expires', cell: (it) => it.expires_on ?? '–', isMinor: true },
          {
            title: 'Action',
            cell: (it) =>
              mayWrite && (
                <span className="flex flex-wrap gap-1">
                  {!it.is_default && it.is_usable && <MakeDefault method={it} />}
                  <Button kind="quiet" onClick={() => setDeleted(it)}>
                    Delete<span className="sr-only"> {it.label}</span>
                  </Button>
                </span>
              ),
          },
        ]}
      />
      {isAdding && <SetUpMethod customerId={customerId} onClose={() => setAdding(false)} />}
      {deleted !== null && <DeleteMethod method={deleted} onClose={() => setDeleted(null)} />}
    </Card>
  );
}

function Label({ method: { label, is_default: isDefault, is_usable: isUsable } }: { method: Method }) {
  return (
    <span className="flex flex-wrap items-center gap-1">
      <span className="font-medium">{label}</span>
      {isDefault && <Badge tone="accent">default</Badge>}
      {!isUsable && <Status of="rejected" />}
    </span>
  );
}

function MakeDefault({ method: { id, customer_id: customerId, label } }: { method: Method }) {
  const { busy, run } = useAction(
    () =>
      change('post', '/v1/customers/{id}/payment_methods/{methodId}/default', {
        path: { id: customerId, methodId: id },
      }),
    `${label} is the default.`,
  );
  return (
    <Button kind="quiet" busy={busy} onClick={run}>
      Make default<span className="sr-only">: {label}</span>
    </Button>
  );
}

function DeleteMethod({ method, onClose }: { method: Method; onClose: () => void }) {
  const { id, customer_id: customerId, label, provider, is_default: isDefault } = method;
  return (
    <Confirm
      title={`Delete ${label}?`}
      action="Delete"
      onClose={onClose}
      onConfirm={async () => {
        const path = { id: customerId, methodId: id };
        await change('delete', '/v1/customers/{id}/payment_methods/{methodId}', { path });
        toast('The payment method has been deleted.');
      }}
    >
      It is deleted at {provider} as well, and cannot be charged again.
      {isDefault && ' Without a default method nothing is charged by itself.'}
    </Confirm>
  );
}
