import { InvalidStateError } from '../../platform/errors/app-error';

/** Maximum number of replaced secrets that sign beside the current one. */
const MAX_EARLIER = 5;

/** A replaced signing secret, encrypted. */
export interface EarlierSecret {
  sealed: string;
  /** When it stops signing. */
  expiresAt: Date;
}

/** A replaced signing secret (encrypted) and when it stops signing, as stored in `older_secrets`. */
export interface StoredEarlierSecret {
  sealed: string;
  /** RFC 3339. */
  expires_at: string;
}

/** The columns that store the replaced secrets of an endpoint. */
interface SecretColumns {
  sealedPreviousSecret: string | null;
  previousSecretExpiresAt: Date | null;
  olderSecrets: StoredEarlierSecret[];
}

/** Returns the replaced secrets of an endpoint, newest first, including those that no longer sign. */
export function earlierSecretsOf({
  sealedPreviousSecret: sealed,
  previousSecretExpiresAt: expiresAt,
  olderSecrets,
}: SecretColumns): EarlierSecret[] {
  const previous = sealed === null || expiresAt === null ? [] : [{ sealed, expiresAt }];
  const older = olderSecrets.map((it) => ({ sealed: it.sealed, expiresAt: new Date(it.expires_at) }));
  return [...previous, ...older];
}

/** Returns the secrets that still sign at `now`. */
export function stillSigning(earlier: readonly EarlierSecret[], now: Date): EarlierSecret[] {
  return earlier.filter((it) => it.expiresAt > now);
}

/**
 * Returns the replaced secrets that sign after a rotation with an overlap. Earlier secrets keep their announced ends
 * (docs/webhooks.md#secret-rotation).
 *
 * @param replaced newest first, beginning with the one that the rotation replaces
 * @throws InvalidStateError if too many secrets would sign
 */
export function afterRotation(replaced: readonly EarlierSecret[], now: Date): EarlierSecret[] {
  const signing = stillSigning(replaced, now);
  if (signing.length <= MAX_EARLIER) return signing;
  const first = Math.min(...signing.slice(1).map((it) => it.expiresAt.getTime()));
  throw new InvalidStateError(
    `${MAX_EARLIER} earlier secrets still sign; the first of them ends at ${new Date(first).toISOString()}. Rotate after that, or with overlap_seconds 0, which ends all of them at once.`,
  );
}

/** Returns the columns that store replaced secrets. The reverse of `earlierSecretsOf`. */
export function toColumns([previous, ...older]: readonly EarlierSecret[]): SecretColumns {
  return {
    sealedPreviousSecret: previous?.sealed ?? null,
    previousSecretExpiresAt: previous?.expiresAt ?? null,
    olderSecrets: older.map(toStored),
  };
}

const toStored = ({ sealed, expiresAt }: EarlierSecret): StoredEarlierSecret => ({
  sealed,
  expires_at: expiresAt.toISOString(),
});
