import type { ProviderConnection, PutProviderConnection } from '@billing-service/sdk';
import { billing } from '../../api/client';
import { useOrganization } from '../../api/hooks';
import { ConfirmButton } from '../../ui/confirm';
import { Copyable } from '../../ui/copyable';
import { EditButton } from '../../ui/form/edit-button';
import type { Field } from '../../ui/form/fields';
import { FormButton } from '../../ui/form/form-button';
import { Facts } from '../../ui/layout';
import { Time } from '../../ui/time';
import type { Provider } from './providers';

/** What the service knows of a connection. Its secret cannot be read. */
export function ConnectionFacts({ connection }: { connection: ProviderConnection }) {
  const { webhook_url: url, previous_secret_expires_at: expiry } = connection;
  return (
    <div className="flex flex-col gap-3">
      <div>
        <p className="mb-1 text-muted">Webhook URL to enter at the provider</p>
        <Copyable text={url} label={`the webhook URL of ${connection.provider}`} />
      </div>
      <Facts
        of={[
          ['Account', connection.provider_account_id],
          ['Old secret valid until', expiry !== null && <Time at={expiry} />],
          ['Connected', <Time key="connected" at={connection.created_at} />],
          ['Changed', <Time key="changed" at={connection.updated_at} />],
        ]}
      />
    </div>
  );
}

/** Connects a provider, or changes or removes its connection. */
export function ConnectionActions({
  provider,
  connection,
}: {
  provider: Provider;
  connection: ProviderConnection | undefined;
}) {
  const timeZone = useOrganization()?.timezone ?? 'UTC';
  const { code, name } = provider;
  const put = (body: object, options?: { ifMatch: string | undefined }) =>
    billing.paymentProviders.put(code, body as unknown as PutProviderConnection, options);
  if (connection === undefined) {
    return (
      <FormButton
        label="Connect"
        title={`Connect ${name}`}
        description="Afterwards, enter the webhook URL at the provider. The service sends no requests to it."
        fields={fieldsOf(provider, timeZone).filter((it) => it.name !== 'previous_secret_expires_at')}
        send={put}
      />
    );
  }
  return (
    <span className="flex gap-2">
      <EditButton
        title={`Edit ${name}`}
        fields={fieldsOf(provider, timeZone)}
        load={() => billing.paymentProviders.get(code)}
        send={put}
      />
      <ConfirmButton label="Disconnect" look="danger" act={() => billing.paymentProviders.delete(code)}>
        Further notifications from {name} are refused. Those that have arrived stay readable.
      </ConfirmButton>
    </span>
  );
}

function fieldsOf({ secret, account }: Provider, timeZone: string): readonly Field[] {
  const fields: Field[] = [
    {
      name: 'webhook_secret',
      label: 'Webhook secret',
      kind: 'password',
      required: true,
      help: `${secret} It is never shown: enter it again with each change.`,
    },
  ];
  if (account !== null) {
    fields.push({
      name: 'provider_account_id',
      label: 'Account at the provider',
      help: `${account} It identifies you if the webhook URL has no connection parameter.`,
    });
  }
  fields.push({
    name: 'previous_secret_expires_at',
    label: 'Accept the old secret until',
    kind: 'instant',
    timeZone,
    help: 'By default, for a day; for Razorpay, 15 days. A time in the past revokes it at once.',
  });
  return fields;
}
