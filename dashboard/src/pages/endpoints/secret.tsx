import type { Schemas } from '@billing-service/sdk';
import { useState } from 'react';
import { change, load } from '../../api/client';
import { EditDialog } from '../../forms/edit-dialog';
import { messageOf } from '../../lib/errors';
import { Button, Card, Code, Copy, Countdown, ErrorNote, Note } from '../../ui';

type Revealed = Schemas['WebhookEndpointSecret'];

/** The signing secret: hidden until it is asked for, and its rotation. */
export function Secret({ id }: { id: string }) {
  const [secret, setSecret] = useState<Revealed | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [isRotating, setRotating] = useState(false);
  const previousUntil = secret?.previous_secret_expires_at ?? null;
  const reveal = () => {
    load('/v1/webhook_endpoints/{id}/secret', { path: { id } })
      .then(({ body }) => setSecret(body))
      .catch((reason: unknown) => setError(messageOf(reason)));
  };
  return (
    <Card
      title="Signing secret"
      actions={
        <div className="flex gap-2">
          {secret === null ? (
            <Button onClick={reveal}>Reveal</Button>
          ) : (
            <Button onClick={() => setSecret(null)}>Hide</Button>
          )}
          <Button onClick={() => setRotating(true)}>Rotate</Button>
        </div>
      }
    >
      {error !== null && <ErrorNote>{error}</ErrorNote>}
      <p className="flex flex-wrap items-center gap-2">
        <Code>{secret === null ? 'whsec_••••••••••••••••' : secret.secret}</Code>
        {secret !== null && <Copy text={secret.secret} label="Copy the secret" />}
      </p>
      <p className="mt-2 text-muted">
        Your receiver verifies with it that a webhook comes from here, unchanged.
      </p>
      {previousUntil !== null && (
        <div className="mt-3">
          <Note tone="warn">
            The previous secret signs as well, for another <Countdown until={previousUntil} />.
          </Note>
        </div>
      )}
      {isRotating && (
        <EditDialog
          title="Rotate the secret"
          fields={[
            {
              kind: 'integer',
              name: 'overlap_seconds',
              label: 'Seconds during which both secrets sign',
              hint: 'Time to put the new secret into your receiver; a day if empty.',
            },
          ]}
          action="Rotate"
          onSubmit={async (body) =>
            setSecret(
              await change('post', '/v1/webhook_endpoints/{id}/secret/rotate', { path: { id }, body }),
            )
          }
          onClose={() => setRotating(false)}
        />
      )}
    </Card>
  );
}
