import { useState } from 'react';
import { usePage } from '../../api/hooks';
import { useScope } from '../../api/session';
import { messageOf } from '../../lib/errors';
import { Button, Card, Empty, ErrorNote, Loading, Page } from '../../ui';
import { CollectionSettings } from '../payments/collection-settings';
import { ConnectProvider } from './connect';
import { ConnectionCard } from './connection';

/** The connected payment providers, how they are used, and what they notified that somebody should look at. */
export function PaymentProvidersPage() {
  const [isConnecting, setConnecting] = useState(false);
  const mayManage = useScope('payment_providers:manage');
  const { data, error } = usePage('/v1/payment_providers', { query: { limit: 20 } });
  const connect = mayManage && (
    <Button kind="primary" onClick={() => setConnecting(true)}>
      Connect a provider
    </Button>
  );
  return (
    <Page title="Payment providers" actions={connect}>
      {data === undefined && (error === null ? <Loading /> : <ErrorNote>{messageOf(error)}</ErrorNote>)}
      {data?.items.length === 0 && (
        <Card>
          <Empty title="No payment provider is connected">
            With the credentials of a provider the service collects money: by links to pay, and by charging
            saved methods. Payments by hand need none.
          </Empty>
        </Card>
      )}
      {data?.items.map((it) => (
        <ConnectionCard key={it.id} connection={it} mayManage={mayManage} />
      ))}
      <CollectionSettings />
      {isConnecting && <ConnectProvider onClose={() => setConnecting(false)} />}
    </Page>
  );
}
