import type { Schemas } from '@billing-service/sdk';
import { change } from '../../api/client';
import { EditDialog } from '../../forms/edit-dialog';
import type { FieldSpec, Values } from '../../forms/fields';
import { toast } from '../../ui';

type Connection = Schemas['PaymentProviderConnection'];
type Provider = Schemas['PaymentProvider'];

/** What the providers call the parts of their credentials: docs/payments.md#collecting. */
const CREDENTIALS: Readonly<Record<string, readonly { name: string; label: string }[]>> = {
  stripe: [{ name: 'secret_key', label: 'Secret key' }],
  gocardless: [{ name: 'access_token', label: 'Access token' }],
  razorpay: [
    { name: 'key_id', label: 'Key id' },
    { name: 'key_secret', label: 'Key secret' },
  ],
  dodopayments: [
    { name: 'api_key', label: 'API key' },
    { name: 'product_id', label: 'Product id' },
  ],
};
const PROVIDERS: readonly Provider[] = ['stripe', 'gocardless', 'razorpay', 'dodopayments', 'manual'];
const PREFIX = 'credentials.';

const collects = ({ provider }: Values): boolean => CREDENTIALS[String(provider)] !== undefined;

/** The fields of all providers; a form shows those of the one that is chosen. */
const CREDENTIAL_FIELDS: readonly FieldSpec[] = Object.entries(CREDENTIALS).flatMap(([provider, parts]) =>
  parts.map(({ name, label }) => ({
    kind: name === 'product_id' || name === 'key_id' ? ('text' as const) : ('password' as const),
    name: `${PREFIX}${name}`,
    label,
    when: (values: Values) => values.provider === provider,
  })),
);

interface ConnectProviderProps {
  /** The connection to change; without one a provider is connected. */
  connection?: Connection;
  onClose: () => void;
}

/** Connects a provider, or changes its secret, its credentials or its account. What is empty stays as it is. */
export function ConnectProvider({ connection, onClose }: ConnectProviderProps) {
  const isNew = connection === undefined;
  const fields: readonly FieldSpec[] = [
    {
      kind: 'select',
      name: 'provider',
      label: 'Provider',
      required: true,
      readOnly: !isNew,
      options: PROVIDERS.map((value) => ({ value, label: value })),
    },
    {
      kind: 'select',
      name: 'environment',
      label: 'Environment',
      required: true,
      when: collects,
      options: [
        { value: 'live', label: 'live' },
        { value: 'test', label: 'test: no money moves' },
      ],
    },
    ...CREDENTIAL_FIELDS,
    {
      kind: 'password',
      name: 'webhook_secret',
      label: 'Webhook secret',
      required: isNew,
      hint: isNew ? 'From the provider, which signs its notifications with it.' : 'Stays if empty.',
    },
    { kind: 'text', name: 'provider_account_id', label: 'Account id' },
  ];
  return (
    <EditDialog
      title={isNew ? 'Connect a payment provider' : `Change the connection to ${connection.provider}`}
      fields={fields}
      record={connection ?? { provider: 'stripe', environment: 'live' }}
      ownFields={CREDENTIAL_FIELDS.map(({ name }) => name)}
      action={isNew ? 'Connect' : 'Save'}
      onSubmit={({ provider = connection?.provider, ...body }) =>
        change('put', '/v1/payment_providers/{provider}', {
          path: { provider: String(provider) },
          body: withCredentials(body),
        })
      }
      onSaved={() => toast('Saved. The provider was asked about the credentials.')}
      onClose={onClose}
    />
  );
}

/** Puts the parts of the credentials together; without any they stay as they are. */
function withCredentials(body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const entries = Object.entries(body);
  const parts = entries.filter(([name]) => name.startsWith(PREFIX));
  const others = Object.fromEntries(entries.filter(([name]) => !name.startsWith(PREFIX)));
  if (parts.length === 0) return others;
  return {
    ...others,
    credentials: Object.fromEntries(parts.map(([name, value]) => [name.slice(PREFIX.length), value])),
  };
}
