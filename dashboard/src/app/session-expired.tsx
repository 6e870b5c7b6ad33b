import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { sessionQuery, signIn } from '../api/session';
import { sessionGate } from '../api/session-gate';
import { RecordForm } from '../forms/record-form';
import { Dialog } from '../ui/dialog';

/** Asks to sign in again, over the page: what was typed stays, and what was sent is repeated. */
export function SessionExpired() {
  const isExpired = useSyncExternalStore(sessionGate.subscribe, sessionGate.isExpired);
  return isExpired ? <SignInAgain /> : null;
}

function SignInAgain() {
  const client = useQueryClient();
  const before = client.getQueryData(sessionQuery.queryKey);
  const submit = async ({ api_key: apiKey }: Record<string, unknown>) => {
    const session = await signIn(String(apiKey));
    if (before !== null && before !== undefined && before.organization.id !== session.organization.id) {
      // Another organization: nothing of the page before may be shown or sent.
      window.location.assign('/dashboard/');
      return;
    }
    client.setQueryData(sessionQuery.queryKey, session);
    sessionGate.open();
  };
  return (
    <Dialog title="Your session has expired" isMandatory onClose={() => undefined}>
      <p className="mb-4 text-muted">
        Sign in again to go on where you were. Nothing that you typed is lost.
      </p>
      <RecordForm
        action="Sign in"
        fields={[{ kind: 'password', name: 'api_key', label: 'API key', required: true }]}
        onSubmit={submit}
      />
    </Dialog>
  );
}
