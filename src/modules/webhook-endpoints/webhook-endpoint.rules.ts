import { randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;

/** Binds an encrypted secret to its endpoint: it opens in no other row. */
export const secretContext = (organizationId: string, endpointId: string): string =>
  `webhook-endpoint/${organizationId}/${endpointId}`;

/** `whsec_` and 32 random bytes in base64 (decisions.md, Signatures). */
export function newSigningSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
}
