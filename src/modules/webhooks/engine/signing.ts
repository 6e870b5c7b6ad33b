import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Extensions } from '../../../platform/extensions';
import {
  WEBHOOK_SIGNERS,
  type SignableRequest,
  type SigningKeys,
  type WebhookSigner,
} from '../signers/webhook-signer';
import { addHeaders } from './signature-headers';

/** The parts of a delivery that are signed or sent in headers. The payload becomes the body as UTF-8. */
export interface SignedDelivery {
  organizationId: string;
  endpointId: string;
  deliveryId: string;
  kind: string;
  attemptNumber: number;
  payload: string;
  /** Whether X-Svc-Sample marks the request as one about a made-up object. */
  sample: boolean;
  /** Signed and sent as webhook-timestamp. */
  at: Date;
}

/** The keys that the signers derive from one secret, in the order of the signers. */
export type KeySet = readonly unknown[];

/** Headers and body of an attempt. */
export interface SignedRequest {
  body: Buffer;
  headers: Record<string, string>;
}

/** Builds the requests of attempts, with the headers of all signers (docs/webhooks.md). */
@Injectable()
export class RequestSigning implements OnModuleInit {
  private signers: readonly WebhookSigner[] = [];

  constructor(private readonly extensions: Extensions) {}

  onModuleInit(): void {
    this.signers = this.extensions.of(WEBHOOK_SIGNERS);
  }

  /** Derives the keys of all signers from a secret of the form `whsec_<base64>`. @throws ExtensionFailedError */
  keysFrom(secret: string): KeySet {
    return this.signers.map((signer) =>
      this.extensions.callSync(WEBHOOK_SIGNERS, signer, (it) => it.keyOf(secret)),
    );
  }

  /**
   * Builds the headers and the body of an attempt. Thousands of attempts per second are signed synchronously; only an
   * asynchronous signer costs a promise and the timer of its limit.
   *
   * @throws ExtensionFailedError if a signer throws, exceeds the time limit or returns an invalid header.
   */
  sign(delivery: SignedDelivery, keys: SigningKeys<KeySet>): SignedRequest | Promise<SignedRequest> {
    const request = signableOf(delivery);
    const { body } = request;
    const headers = headersOf(request);
    if (delivery.sample) headers['X-Svc-Sample'] = 'true';
    const pending: Promise<void>[] = [];
    this.signers.forEach((signer, index) => {
      const added = this.extensions.callSync(WEBHOOK_SIGNERS, signer, (it) => {
        const result: unknown = it.sign(request, keysAt(keys, index));
        if (isThenable(result)) return result;
        addHeaders(headers, result);
        return null;
      });
      if (added === null) return;
      const later = this.addLater(headers, signer, added);
      later.catch(() => undefined); // avoids an unhandled rejection if a later signer throws
      pending.push(later);
    });
    return pending.length === 0 ? { body, headers } : Promise.all(pending).then(() => ({ body, headers }));
  }

  private addLater(
    headers: Record<string, string>,
    signer: WebhookSigner,
    added: PromiseLike<unknown>,
  ): Promise<void> {
    return this.extensions.call(WEBHOOK_SIGNERS, signer, async () => {
      addHeaders(headers, await added);
    });
  }
}

function signableOf(delivery: SignedDelivery): SignableRequest {
  const timestamp = Math.floor(delivery.at.getTime() / 1000);
  // Standard Webhooks signs `id.timestamp.body`. One buffer holds all of it; the body is a view of its end, not a copy.
  const prefix = `${delivery.deliveryId}.${timestamp}.`;
  const timestampedBody = Buffer.from(prefix + delivery.payload);
  return {
    organizationId: delivery.organizationId,
    endpointId: delivery.endpointId,
    deliveryId: delivery.deliveryId,
    kind: delivery.kind,
    attemptNumber: delivery.attemptNumber,
    timestamp,
    body: timestampedBody.subarray(prefix.length),
    timestampedBody,
  };
}

/** Returns the headers of every delivery. The empty signatures keep the order of headers; the signers replace them. */
function headersOf({ deliveryId, kind, attemptNumber, timestamp }: SignableRequest): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'billing-service-webhooks/1',
    'X-Svc-Signature': '',
    'X-Svc-Signature-Algorithm': 'hmac',
    'X-Svc-Webhook-Id': deliveryId,
    'X-Svc-Event': kind,
    'X-Svc-Attempt': String(attemptNumber),
    'webhook-id': deliveryId,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': '',
  };
}

function keysAt({ current, earlier }: SigningKeys<KeySet>, index: number): SigningKeys<unknown> {
  return { current: current[index], earlier: earlier.map((it) => it[index]) };
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value;
}
