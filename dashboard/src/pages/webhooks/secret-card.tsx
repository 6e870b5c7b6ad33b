import { useEffect, useState } from 'react';
import { billing } from '../../api/client';
import { useAction, useOnce } from '../../api/hooks';
import { Button } from '../../ui/button';
import { Copyable } from '../../ui/copyable';
import type { Field } from '../../ui/form/fields';
import { FormButton } from '../../ui/form/form-button';
import { Alert, Card } from '../../ui/layout';
import { Time } from '../../ui/time';
import { timeLeft } from './time-left';

const ROTATION: readonly Field[] = [
  {
    name: 'overlap_seconds',
    label: 'Seconds for which the old secret still signs',
    kind: 'number',
    required: true,
    initial: '86400',
    help: 'A day is 86400, and 604800 (7 days) is the most. With 0, the old secret and all earlier ones end at once.',
  },
];

/** The signing secret of an endpoint, and its rotation. */
export function SecretCard({ id }: { id: string }) {
  const [secret, setSecret] = useState<string | null>(null);
  const reveal = useAction(async (_: null) =>
    setSecret((await billing.webhookEndpoints.getSecret(id)).secret),
  );
  return (
    <Card title="Signing secret">
      <div className="flex flex-col gap-3">
        <p className="text-muted">Your receiver verifies with it that a webhook comes from this service.</p>
        {reveal.error !== null && <Alert>{reveal.error.message}</Alert>}
        {secret !== null && <Copyable text={secret} label="signing secret" />}
        <EarlierSecrets id={id} />
        <div className="flex flex-wrap gap-2">
          {secret === null ? (
            <Button disabled={reveal.isPending} onClick={() => reveal.mutate(null)}>
              Reveal
            </Button>
          ) : (
            <Button onClick={() => setSecret(null)}>Hide</Button>
          )}
          <FormButton
            label="Rotate"
            title="Rotate the signing secret"
            description="Replaces the secret. Both sign for a while, so that your receiver can change to the new one without losing a webhook."
            submit="Rotate"
            fields={ROTATION}
            send={(body) => billing.webhookEndpoints.rotateSecret(id, body)}
            onDone={(rotated) => setSecret(rotated.secret)}
          />
        </div>
      </div>
    </Card>
  );
}

/** When the secrets of earlier rotations stop signing. Keeps no secret. */
function EarlierSecrets({ id }: { id: string }) {
  const { data: ends, error } = useOnce(['endpoint', id, 'earlier secrets'], async (signal) => {
    const { earlier_secrets: earlier } = await billing.webhookEndpoints.getSecret(id, { signal });
    return earlier.map((it) => it.expires_at);
  });
  const now = useSeconds(ends !== undefined && ends.length > 0);
  if (error !== null) return <Alert>{error.message}</Alert>;
  const signing = (ends ?? []).filter((it) => Date.parse(it) > now);
  if (signing.length === 0) return null;
  return (
    <ul>
      {signing.map((it) => (
        <li key={it}>
          An earlier secret signs for another{' '}
          <span className="font-medium tabular-nums">{timeLeft(Date.parse(it) - now)}</span>,{' '}
          <span className="text-muted">
            until <Time at={it} precision="second" />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Returns the time, every second anew while it is needed. */
function useSeconds(isNeeded: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isNeeded) return undefined;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isNeeded]);
  return now;
}
