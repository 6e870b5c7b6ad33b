import { extensionPoint } from '../../../platform/extensions';

/** A delivery attempt to sign. */
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

/** The keys of a signer that are valid at an attempt. */
export interface SigningKeys<Key> {
  readonly current: Key;
  /** The keys before rotations whose overlaps have not ended, newest first. */
  readonly earlier: readonly Key[];
}

export type SignatureHeaders = Readonly<Record<string, string>>;

/**
 * Adds a signature to every delivery attempt (docs/extending.md#webhook-signers). A signer that returns its headers
 * synchronously costs no timer. Every signer passes test/conformance/webhook-signer.suite.ts.
 */
export interface WebhookSigner<Key = unknown> {
  /** Derives the signer's key from a signing secret `whsec_<base64>`. The service caches the key. */
  keyOf(secret: string): Key;
  /** Returns the headers to add; none for a request that the signer does not sign. */
  sign(request: SignableRequest, keys: SigningKeys<Key>): SignatureHeaders | Promise<SignatureHeaders>;
}

export const WEBHOOK_SIGNERS = extensionPoint<WebhookSigner>('webhook signers');
