import { extensionPoint } from '../../../platform/extensions';

/** A request to sign. */
export interface SignableRequest {
  readonly organizationId: string;
  readonly endpointId: string;
  /** Sent as X-Svc-Webhook-Id and webhook-id. */
  readonly deliveryId: string;
  /** Sent as X-Svc-Event. */
  readonly kind: string;
  /** Sent as X-Svc-Attempt. */
  readonly attemptNumber: number;
  /** Start of the attempt in Unix seconds; sent as webhook-timestamp. */
  readonly timestamp: number;
  /** The body, byte for byte as it is sent. */
  readonly body: Buffer;
  /** `deliveryId.timestamp.body`, which Standard Webhooks signs. One buffer, of which `body` is the end. */
  readonly timestampedBody: Buffer;
}

/** The keys that are valid at an attempt. */
export interface SigningKeys<Key> {
  readonly current: Key;
  /** The keys before rotations whose overlaps have not ended, newest first. */
  readonly earlier: readonly Key[];
}

/** The headers that a signer adds. */
export type SignatureHeaders = Readonly<Record<string, string>>;

/**
 * Signs the deliveries of endpoints (docs/extending.md#webhook-signers). Called for every attempt, so it should be fast;
 * a signer that returns its headers synchronously costs no timer.
 */
export interface WebhookSigner<Key = unknown> {
  /** The `signature_algo` of the endpoints whose deliveries it signs. Several signers can share one. */
  readonly algorithm: string;
  /** Derives the signer's key from a signing secret `whsec_<base64>`. The service caches it. */
  keyOf(secret: string): Key;
  /** Returns the headers with the signature. */
  sign(request: SignableRequest, keys: SigningKeys<Key>): SignatureHeaders | Promise<SignatureHeaders>;
}

export const WEBHOOK_SIGNERS = extensionPoint<WebhookSigner>('webhook signers');

/** The values of `signature_algo`. Grows when the application starts, so it must not be copied at import. */
export const SIGNATURE_ALGORITHMS: string[] = ['hmac'];
