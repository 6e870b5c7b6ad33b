import type { Schemas } from '@billing-service/sdk';
import { useState } from 'react';
import { change } from '../../api/client';
import { useRecord } from '../../api/hooks';
import { useScope } from '../../api/session';
import { EditDialog } from '../../forms/edit-dialog';
import { Button, Card, Code, Fact, Facts, toast } from '../../ui';
import { useCollectingProviders } from '../payments/providers';

type Provider = Schemas['PaymentProvider'];

/** The customers of providers that a customer is mapped to. */
export function ProviderCustomers({ customerId }: { customerId: string }) {
  const [adopted, setAdopted] = useState<Provider | null>(null);
  const providers = useCollectingProviders();
  const mayWrite = useScope('payment_methods:write');
  if (providers.length === 0) return null;
  return (
    <Card title="At the providers">
      <Facts>
        {providers.map((it) => (
          <Fact key={it} label={it}>
            <span className="flex flex-wrap items-center gap-2">
              <Mapping customerId={customerId} provider={it} />
              {mayWrite && (
                <Button kind="quiet" onClick={() => setAdopted(it)}>
                  Map<span className="sr-only"> to a customer of {it}</span>
                </Button>
              )}
            </span>
          </Fact>
        ))}
      </Facts>
      {adopted !== null && (
        <EditDialog
          title={`Map to a customer of ${adopted}`}
          fields={[
            {
              kind: 'text',
              name: 'provider_customer_id',
              label: 'Id at the provider',
              required: true,
              hint: 'Of a customer that exists there; its saved methods are taken over.',
            },
          ]}
          action="Map"
          onSubmit={(body) =>
            change('put', '/v1/customers/{id}/payment_providers/{provider}', {
              path: { id: customerId, provider: adopted },
              body,
            })
          }
          onSaved={() => toast('The customer is mapped.')}
          onClose={() => setAdopted(null)}
        />
      )}
    </Card>
  );
}

/** There is none before a method is saved or adopted. */
function Mapping({ customerId, provider }: { customerId: string; provider: Provider }) {
  const { data } = useRecord('/v1/customers/{id}/payment_providers/{provider}', {
    path: { id: customerId, provider },
    every: false,
  });
  return data === undefined ? <>not mapped yet</> : <Code>{data.body.provider_customer_id}</Code>;
}
