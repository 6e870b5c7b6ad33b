import { createHmac, timingSafeEqual } from 'node:crypto';
import type { InboundHeaders } from './payment-provider';

const MAX_HEADER_CHARACTERS = 4096;
const MAX_MESSAGE_ID_CHARACTERS = 255;
const PRINTABLE_ASCII = /^[\x20-\x7e]+$/;
const UNIX_SECONDS = /^[1-9]\d{0,11}$/;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** Hex in lower case only: no provider writes upper case, and each signature then has exactly one form. */
const SHA256_DIGEST = { hex: /^[0-9a-f]{64}$/, base64: /^[A-Za-z0-9+/]{43}=$/ };

/** The maximum difference between a signed timestamp and the clock that Stripe and Standard Webhooks ask for. */
export const TOLERANCE_SECONDS = 300;

/** How a provider signs: HMAC-SHA256 over a text that ends with the body (docs/payments.md#signature-checks). */
export interface SignatureScheme {
  /** The header that carries the signatures. */
  readonly header: string;
  readonly encoding: 'hex' | 'base64';
  /** Reads the header; null for a malformed one. Default: the header is the only signature, of the body alone. */
  readonly parse?: (header: string, headers: InboundHeaders) => SignatureParts | null;
  /** The maximum difference between the signed timestamp and the clock; absent where no timestamp is signed. */
  readonly toleranceSeconds?: number;
  /** Returns the HMAC key of a secret, null for an unusable one. Default: the secret as UTF-8. */
  readonly keyOf?: (secret: string) => Buffer | null;
}

/** What a signature header says. */
export interface SignatureParts {
  readonly signatures: readonly string[];
  /** The signed text before the body. */
  readonly prefix: string;
  /** Unix seconds; checked where the scheme has a tolerance. */
  readonly timestamp: string;
}

/** A request before its signature is verified. */
export interface UnverifiedMessage {
  readonly headers: InboundHeaders;
  readonly rawBody: Buffer;
  readonly secrets: readonly string[];
  readonly now: Date;
}

/**
 * Returns whether one of the secrets made one of the signatures. Blank secrets never verify. Every secret is compared
 * with every signature, and digests are computed even without a signature, so that the response time reveals nothing.
 */
export function verifySignature(scheme: SignatureScheme, message: UnverifiedMessage): boolean {
  const { headers, rawBody, secrets, now } = message;
  const header = soleHeader(headers, scheme.header) ?? '';
  const parts = scheme.parse === undefined ? bareSignature(header) : scheme.parse(header, headers);
  const { signatures, prefix, timestamp } = parts ?? NOTHING;
  const wellFormed = signatures.filter((it) => SHA256_DIGEST[scheme.encoding].test(it));
  const isSigned = keysOf(scheme, secrets)
    .map((key) => createHmac('sha256', key).update(prefix).update(rawBody).digest(scheme.encoding))
    .map((expected) => includesInConstantTime(wellFormed, expected))
    .includes(true);
  const { toleranceSeconds } = scheme;
  return isSigned && (toleranceSeconds === undefined || isWithin(toleranceSeconds, timestamp, now));
}

/**
 * Standard Webhooks: `v1,<base64>` over `id.timestamp.body`. Not the published library: it decodes the body to text
 * before verification, compares with one secret only, and reads the machine's clock.
 */
export function standardWebhooks(keyOf: (secret: string) => Buffer | null): SignatureScheme {
  return {
    header: 'webhook-signature',
    encoding: 'base64',
    toleranceSeconds: TOLERANCE_SECONDS,
    keyOf,
    parse: (header, headers) => {
      const id = soleHeader(headers, 'webhook-id');
      const timestamp = soleHeader(headers, 'webhook-timestamp');
      if (id === null || id.length > MAX_MESSAGE_ID_CHARACTERS || timestamp === null) return null;
      const versioned = header.split(' ').map((it) => it.split(','));
      const signatures = versioned.flatMap(([version, signature = '', ...rest]) =>
        version === 'v1' && rest.length === 0 ? [signature] : [],
      );
      return { signatures, prefix: `${id}.${timestamp}.`, timestamp };
    },
  };
}

/** Returns a header that occurs exactly once, in printable ASCII of at most 4,096 characters; null otherwise. */
export function soleHeader(headers: InboundHeaders, name: string): string | null {
  const values = headers[name.toLowerCase()] ?? [];
  const [value] = values;
  if (values.length !== 1 || value === undefined || value.length > MAX_HEADER_CHARACTERS) return null;
  return PRINTABLE_ASCII.test(value) ? value : null;
}

/** Decodes a base64 secret, with or without `whsec_` before it; null when it is not base64. */
export function base64Key(secret: string): Buffer | null {
  const text = secret.replace(/^whsec_/, '');
  if (!BASE64.test(text)) return null;
  const key = Buffer.from(text, 'base64');
  // Node skips what it cannot decode: a key that does not encode back was not base64.
  const unpadded = (it: string): string => it.replace(/=+$/, '');
  return unpadded(key.toString('base64')) === unpadded(text) ? key : null;
}

const NOTHING: SignatureParts = { signatures: [], prefix: '', timestamp: '' };

const bareSignature = (header: string): SignatureParts => ({ ...NOTHING, signatures: [header] });

function keysOf({ keyOf }: SignatureScheme, secrets: readonly string[]): Buffer[] {
  const filled = secrets.filter((it) => it.trim() !== '');
  const keys = filled.map((it) => (keyOf === undefined ? Buffer.from(it, 'utf8') : keyOf(it)));
  return keys.filter((it) => it !== null).filter((it) => it.length > 0);
}

/** Compares with every text: stopping at the first match would show by its time which one matched. */
function includesInConstantTime(texts: readonly string[], expected: string): boolean {
  const bytes = Buffer.from(expected);
  const matches = texts.map((it) => it.length === bytes.length && timingSafeEqual(Buffer.from(it), bytes));
  return matches.includes(true);
}

function isWithin(toleranceSeconds: number, timestamp: string, now: Date): boolean {
  if (!UNIX_SECONDS.test(timestamp)) return false;
  const age = Math.floor(now.getTime() / 1000) - Number(timestamp);
  return Math.abs(age) <= toleranceSeconds;
}
