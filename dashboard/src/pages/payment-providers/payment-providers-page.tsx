import type { ProviderConnection } from '@billing-service/sdk';
import { Link } from '@tanstack/react-router';
import { billing } from '../../api/client';
import { useLive } from '../../api/hooks';
import { Alert, Badge, Card, PageTitle } from '../../ui/layout';
import { ConnectionActions, ConnectionFacts } from './connection';
import { PROVIDERS, type Provider } from './providers';

export function PaymentProvidersPage() {
  const { data, error } = useLive(['payment providers'], async (signal) => {
    const { items } = await billing.paymentProviders.list({ limit: 100 }, { signal });
    return items;
  });
  return (
    <>
      <PageTitle
        title="Payment providers"
        hint="Your application creates payments at a provider. The provider notifies the service, which applies them to invoices."
      />
      {error !== null && <Alert>{error.message}</Alert>}
      <div className="grid items-start gap-4 lg:grid-cols-2">
        {data !== undefined &&
          PROVIDERS.map((it) => (
            <ProviderCard
              key={it.code}
              provider={it}
              connection={data.find(({ provider }) => provider === it.code)}
            />
          ))}
      </div>
    </>
  );
}

function ProviderCard({
  provider,
  connection,
}: {
  provider: Provider;
  connection: ProviderConnection | undefined;
}) {
  return (
    <Card title={provider.name} action={<ConnectionActions provider={provider} connection={connection} />}>
      <p className="mb-3">
        <Badge tone={connection === undefined ? 'plain' : 'good'}>
          {connection === undefined ? 'not connected' : 'connected'}
        </Badge>{' '}
        <span className="text-muted">{provider.purpose}</span>
      </p>
      {connection !== undefined && <ConnectionFacts connection={connection} />}
      <p className="mt-3">
        <Link to="/payment-providers/$provider" params={{ provider: provider.code }}>
          Notifications from {provider.name}
        </Link>
      </p>
    </Card>
  );
}
