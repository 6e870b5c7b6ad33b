import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { register, sessionQuery, signIn, type Registration, type Session } from '../api/session';
import { RecordForm } from '../forms/record-form';
import type { FieldSpec } from '../forms/fields';
import { Code, Copy } from '../ui/content';
import { Button } from '../ui/button';
import { Page } from '../ui/layout';

const SIGN_IN: readonly FieldSpec[] = [
  {
    kind: 'password',
    name: 'api_key',
    label: 'API key',
    required: true,
    hint: 'It is exchanged for a session and not kept in the browser.',
  },
];

const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

const REGISTER: readonly FieldSpec[] = [
  { kind: 'text', name: 'name', label: 'Name of the organization', required: true },
  {
    kind: 'text',
    name: 'default_currency',
    label: 'Currency',
    required: true,
    hint: 'ISO 4217, such as EUR.',
  },
  {
    kind: 'text',
    name: 'timezone',
    label: 'Time zone',
    required: true,
    hint: 'Billing periods begin at its midnight.',
  },
  {
    kind: 'password',
    name: 'admin_token',
    label: 'Admin token',
    hint: 'Only where the operator has set ADMIN_TOKEN.',
  },
];

/** Sign-in with a key, or with a new organization. */
export function SignInPage() {
  const [isNew, setNew] = useState(false);
  const [created, setCreated] = useState<{ session: Session; rawKey: string } | null>(null);
  const enter = useEnter();
  if (created !== null)
    return <NewKey rawKey={created.rawKey} onContinue={() => enter(created.session, '/quick-start')} />;
  const create = async (body: Record<string, unknown>) => {
    const { raw_key: rawKey, ...session } = await register(body as unknown as Registration);
    setCreated({ session, rawKey });
  };
  return (
    <main className="mx-auto max-w-md pt-[8vh]">
      <Page title={isNew ? 'Create an organization' : 'Sign in'}>
        <div className="card p-5">
          {isNew ? (
            <RecordForm
              key="register"
              fields={REGISTER}
              record={{ default_currency: 'EUR', timezone: browserZone }}
              action="Create"
              onSubmit={create}
            />
          ) : (
            <RecordForm
              key="sign-in"
              fields={SIGN_IN}
              action="Sign in"
              onSubmit={async ({ api_key: key }) => enter(await signIn(typeof key === 'string' ? key : ''))}
            />
          )}
        </div>
        <p className="text-center text-muted">
          {isNew ? 'You have a key already? ' : 'Nothing here yet? '}
          <button type="button" className="font-medium text-link underline" onClick={() => setNew(!isNew)}>
            {isNew ? 'Sign in' : 'Create an organization'}
          </button>
        </p>
      </Page>
    </main>
  );
}

function useEnter(): (session: Session, to?: string) => void {
  const client = useQueryClient();
  const navigate = useNavigate();
  const search = useSearch({ from: '/sign-in' });
  return (session, to) => {
    client.setQueryData(sessionQuery.queryKey, session);
    // The address comes from the browser: only places of the dashboard are followed.
    const asked = search.to !== undefined && /^\/(?![/\\])/.test(search.to) ? search.to : '/';
    void navigate({ href: to ?? asked });
  };
}

function NewKey({ rawKey, onContinue }: { rawKey: string; onContinue: () => void }) {
  return (
    <main className="mx-auto max-w-md pt-[8vh]">
      <Page title="Your API key">
        <div className="card space-y-4 p-5">
          <p>
            Keep it now: it is shown this once. You sign in with it, and your services send it as the Bearer
            token.
          </p>
          <p className="flex items-center gap-2">
            <Code>{rawKey}</Code>
            <Copy text={rawKey} label="Copy the API key" />
          </p>
          <div className="flex justify-end">
            <Button kind="primary" onClick={onContinue}>
              I have kept it
            </Button>
          </div>
        </div>
      </Page>
    </main>
  );
}
