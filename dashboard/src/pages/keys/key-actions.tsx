import type { ApiKey, CreatedApiKey } from '@billing-service/sdk';
import { billing } from '../../api/client';
import { useOrganization } from '../../api/hooks';
import { useSession } from '../../api/session';
import { ConfirmButton } from '../../ui/confirm';
import type { Field } from '../../ui/form/fields';
import { FormButton } from '../../ui/form/form-button';

const OVERLAP: Field = {
  name: 'overlap_seconds',
  label: 'The old key remains valid for',
  kind: 'select',
  initial: '86400',
  options: [
    ['0', 'no time'],
    ['3600', '1 hour'],
    ['86400', '1 day'],
    ['604800', '7 days'],
  ],
};

/** Replaces or revokes a key that is still valid. */
export function KeyActions({
  apiKey,
  onRotated,
}: {
  apiKey: ApiKey;
  onRotated: (key: CreatedApiKey) => void;
}) {
  const { session } = useSession();
  const timeZone = useOrganization()?.timezone;
  if (apiKey.status === 'revoked') return null;
  const isOwn = apiKey.id === session?.api_key_id;
  const expiry: Field = {
    name: 'expires_at',
    label: 'The new key expires',
    kind: 'instant',
    help: 'By default, with the old key. At the latest with the key of this session.',
    ...(timeZone === undefined ? {} : { timeZone }),
  };
  return (
    <span className="flex flex-wrap gap-2">
      {apiKey.replaced_by_id === null && (
        <FormButton
          label="Rotate"
          title={`Rotate ${apiKey.name}`}
          description={`Creates a key with the same name, which replaces this one.${isOwn ? ' This browser is signed out when the old key ends.' : ''}`}
          submit="Rotate key"
          fields={[OVERLAP, expiry]}
          send={({ overlap_seconds: seconds, ...body }) =>
            billing.apiKeys.rotate(apiKey.id, { ...body, overlap_seconds: Number(seconds) })
          }
          onDone={onRotated}
        />
      )}
      <ConfirmButton label="Revoke" look="danger" act={() => billing.apiKeys.revoke(apiKey.id)}>
        Requests with the key {apiKey.name} (<code>{apiKey.key_prefix}</code>) are refused from now on. This
        cannot be undone.
        {isOwn && (
          <strong className="mt-2 block text-bad">
            This is the key of your session: revoking it signs out this browser.
          </strong>
        )}
      </ConfirmButton>
    </span>
  );
}
