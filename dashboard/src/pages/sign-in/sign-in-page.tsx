import type { CreatedOrganization } from '@billing-service/sdk';
import { useState } from 'react';
import { clientWith } from '../../api/client';
import { signIn, useSession } from '../../api/session';
import { SignInForm } from '../../app/sign-in-form';
import { Button } from '../../ui/button';
import { Copyable } from '../../ui/copyable';
import type { Body, Field } from '../../ui/form/fields';
import { Form } from '../../ui/form/form';
import { Alert, Card, PageTitle } from '../../ui/layout';

/** Browsers keep a Secure cookie of a plain HTTP address only for loopback (docs/security.md#dashboard-sessions). */
const isInsecure =
  location.protocol === 'http:' && !/^(localhost|127(\.\d+){3}|\[::1\])$/.test(location.hostname);

/** The first page: sign in with a key, or create an organization. */
export function SignInPage() {
  const [created, setCreated] = useState<CreatedOrganization | null>(null);
  if (created !== null) return <FirstKey organization={created} />;
  return (
    <main className="mx-auto max-w-3xl p-4 pt-[8vh]">
      <PageTitle
        title="Billing"
        hint="Customers, subscriptions, invoices and webhooks of your organization."
      />
      {isInsecure && (
        <Alert tone="warn">
          Signing in needs HTTPS, or the address <code>localhost</code>: browsers send the session over
          nothing else.
        </Alert>
      )}
      <div className="mt-4 grid gap-4 md:grid-cols-2">
        <Card title="Sign in">
          <SignInForm />
        </Card>
        <Card title="Create an organization">
          <CreateOrganization onDone={setCreated} />
        </Card>
      </div>
      <p className="mt-4 text-muted">
        Prefer the API? <a href="/docs">Open its documentation</a>.
      </p>
    </main>
  );
}

function CreateOrganization({ onDone }: { onDone: (created: CreatedOrganization) => void }) {
  const { settings } = useSession();
  const fields: readonly Field[] = [
    ...(settings.admin_token
      ? [
          {
            name: 'admin_token',
            label: 'Admin token',
            kind: 'password' as const,
            required: true,
            help: 'ADMIN_TOKEN of this installation; its operator has set it.',
          },
        ]
      : []),
    { name: 'name', label: 'Name', required: true, placeholder: 'Acme' },
    {
      name: 'default_currency',
      label: 'Currency',
      required: true,
      initial: 'EUR',
      help: 'Code such as EUR or USD.',
    },
    {
      name: 'timezone',
      label: 'Time zone',
      required: true,
      initial: Intl.DateTimeFormat().resolvedOptions().timeZone,
      help: 'Billing periods begin and end at its midnight.',
    },
  ];
  const send = ({ admin_token: token, ...body }: Body): Promise<CreatedOrganization> =>
    clientWith(typeof token === 'string' ? token : undefined).organizations.create(body as { name: string });
  return <Form fields={fields} submit="Create organization" send={send} onDone={onDone} />;
}

function FirstKey({ organization }: { organization: CreatedOrganization }) {
  const key = organization.api_key.raw_key;
  return (
    <main className="mx-auto max-w-xl p-4 pt-[8vh]">
      <PageTitle title={`${organization.name} is ready`} />
      <Card title="Your API key">
        <p className="mb-3">
          Copy the key now and keep it safe: only its hash is stored, so it is never shown again. Your
          application sends it with every request.
        </p>
        <Copyable text={key} label="API key" />
        <Button look="primary" className="mt-4" onClick={() => void signIn(key)}>
          I have copied it, open the dashboard
        </Button>
      </Card>
    </main>
  );
}
