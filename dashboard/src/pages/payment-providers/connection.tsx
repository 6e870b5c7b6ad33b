import type { Schemas } from '@billing-service/sdk';
import { useState } from 'react';
import { change } from '../../api/client';
import { Button, Card, Code, Confirm, Copy, Countdown, Fact, Facts, Note, Status, Time } from '../../ui';
import { ConnectProvider } from './connect';
import { Notifications } from './notifications';

type Connection = Schemas['PaymentProviderConnection'];

/** One connection: whether money can be collected by it, where its notifications go, and which have come. */
export function ConnectionCard({ connection, mayManage }: { connection: Connection; mayManage: boolean }) {
  const [dialog, setDialog] = useState<'change' | 'end' | null>(null);
  const { provider } = connection;
  const close = () => setDialog(null);
  return (
    <Card
      title={provider}
      padded={false}
      actions={
        mayManage && (
          <div className="flex gap-2">
            <Button onClick={() => setDialog('change')}>
              Change<span className="sr-only"> {provider}</span>
            </Button>
            <Button kind="danger" onClick={() => setDialog('end')}>
              Disconnect<span className="sr-only"> {provider}</span>
            </Button>
          </div>
        )
      }
    >
      <div className="space-y-3 border-b border-line p-4">
        <State connection={connection} />
        <ConnectionFacts connection={connection} />
      </div>
      <Notifications provider={provider} mayManage={mayManage} />
      {dialog === 'change' && <ConnectProvider connection={connection} onClose={close} />}
      {dialog === 'end' && (
        <Confirm
          title={`Disconnect ${provider}?`}
          action="Disconnect"
          onClose={close}
          onConfirm={() => change('delete', '/v1/payment_providers/{provider}', { path: { provider } })}
        >
          Nothing is collected by it any more, and its notifications are refused.
        </Confirm>
      )}
    </Card>
  );
}

function State({ connection }: { connection: Connection }) {
  const { connection_state: state, connection_error: error, connection_checked_at: at } = connection;
  if (state === 'rejected' || state === 'unavailable') {
    return (
      <Note tone="warn">
        {state === 'rejected' ? 'The provider refuses the credentials: ' : 'The provider did not respond: '}
        {error ?? 'it gave no reason.'} {at !== null && <Time at={at} />}
      </Note>
    );
  }
  return null;
}

function ConnectionFacts({ connection }: { connection: Connection }) {
  const { environment, connection_checked_at: at, previous_secret_expires_at: until } = connection;
  return (
    <Facts>
      <Fact label="Collecting">
        {connection.credentials_set ? (
          <span className="flex flex-wrap items-center gap-2">
            <Status of={connection.connection_state} />
            {environment}
            {at !== null && (
              <span className="text-muted">
                checked <Time at={at} isAge />
              </span>
            )}
          </span>
        ) : (
          'no credentials; only its notifications are read'
        )}
      </Fact>
      <Fact label="Webhook address">
        <Code>{connection.webhook_url}</Code> <Copy text={connection.webhook_url} label="Copy the address" />
      </Fact>
      <Fact label="Account">{connection.provider_account_id ?? '–'}</Fact>
      {until !== null && (
        <Fact label="Previous secret">
          verifies for another <Countdown until={until} />
        </Fact>
      )}
    </Facts>
  );
}
