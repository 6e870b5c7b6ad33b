import type { InboundHeaders } from './payment-provider';
import { isFresh, isSignedWith, soleHeader } from './signatures';

/** 32 bytes in base64. */
const BASE64_SHA256 = /^[A-Za-z0-9+/]{43}=$/;
const MAX_ID_LENGTH = 255;

/**
 * Verifies Standard Webhooks: `v1,<base64>` over `id.timestamp.body`. Does not use the published library,
 * which converts the body to text before verifying it, takes only one secret, and reads the machine's clock.
 */
export function verifiesStandardWebhook(
  headers: InboundHeaders,
  rawBody: Buffer,
  keys: readonly Buffer[],
  now: Date,
): boolean {
  const id = soleHeader(headers, 'webhook-id');
  const timestamp = soleHeader(headers, 'webhook-timestamp');
  const signatures = (soleHeader(headers, 'webhook-signature') ?? '').split(' ').flatMap((it) => {
    const [version, signature = '', ...rest] = it.split(',');
    return version === 'v1' && rest.length === 0 && BASE64_SHA256.test(signature) ? [signature] : [];
  });
  const text = `${id ?? ''}.${timestamp ?? ''}.`;
  const isSigned = isSignedWith(keys, [text, rawBody], signatures, 'base64');
  if (id === null || id.length > MAX_ID_LENGTH || timestamp === null) return false;
  return isFresh(timestamp, now) && isSigned;
}
