import { Injectable, type OnModuleInit } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { EXTENSION_DEADLINE_MS, ExtensionFailedError, Extensions } from '../../../platform/extensions';
import { logger } from '../../../platform/observability/logger';
import { isSecretHeader } from '../../../platform/outbound';
import { SecretBox, UnreadableSecretError } from '../../../platform/secrets/secret-box';
import {
  secretContext,
  WEBHOOK_SIGNERS,
  type SignableRequest,
  type SignatureHeaders,
  type WebhookSigner,
} from '../../webhook-endpoints';
import type { ClaimedDelivery, EarlierSecret } from '../queue/claimed-delivery';

/** Maximum number of secrets whose keys are kept in memory, per signer. */
const MAX_SECRETS = 2000;
/** Bounds the memory for header names, should a signer invent a new one for each request. */
const MAX_NAMES = 100;
const HEADER_NAME = /^[!#$%&'*+.^_`|~\w-]+$/;
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
const NONE: readonly EarlierSecret[] = [];
/** Headers that signers cannot set: those below, and those that HTTP needs. */
const RESERVED = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'content-type',
  'expect',
  'host',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
  'webhook-id',
  'webhook-timestamp',
  'x-svc-attempt',
  'x-svc-event',
  'x-svc-signature-algorithm',
  'x-svc-webhook-id',
]);

/** No installed signer has the `signature_algo` of the endpoint. */
export class UnknownAlgorithmError extends Error {
  constructor(algorithm: string) {
    super(`no signer is installed for the signature_algo "${algorithm}"`);
  }
}

/** An attempt's request without its URL. */
export interface SignedRequest {
  body: Buffer;
  headers: Record<string, string>;
  /** The headers that the delivery itself does not tell, one `name: value` a line, without secrets. */
  recorded: string;
}

/** A signer with its keys, cached by encrypted secret: a rotation needs no invalidation. */
interface InstalledSigner {
  signer: WebhookSigner;
  keys: LRUCache<string, { key: unknown }>;
}

/** Signs the request of an attempt with all signers of the endpoint's algorithm (docs/webhooks.md#signatures). */
@Injectable()
export class DeliverySigning implements OnModuleInit {
  /** By algorithm. */
  private readonly signers = new Map<string, InstalledSigner[]>();
  /** Header names that have been checked. */
  private readonly checkedNames = new Set<string>();

  constructor(
    private readonly secrets: SecretBox,
    private readonly extensions: Extensions,
  ) {}

  onModuleInit(): void {
    for (const signer of this.extensions.of(WEBHOOK_SIGNERS)) {
      const installed = { signer, keys: new LRUCache<string, { key: unknown }>({ max: MAX_SECRETS }) };
      this.signers.set(signer.algorithm, [...(this.signers.get(signer.algorithm) ?? []), installed]);
    }
  }

  /**
   * Returns the signed request of an attempt.
   *
   * @param now decides which earlier secrets are still valid
   * @param endsAt end of the attempt (monotonic clock, ms), for which all asynchronous signers together are waited for
   * @throws UnreadableSecretError, UnknownAlgorithmError, ExtensionFailedError
   */
  async sign(delivery: ClaimedDelivery, now: Date, endsAt: number): Promise<SignedRequest> {
    const { signatureAlgo, sealedSecret, earlierSecrets } = delivery.target;
    const signers = this.signers.get(signatureAlgo);
    if (signers === undefined) throw new UnknownAlgorithmError(signatureAlgo);
    const earlier = earlierSecrets.length === 0 ? NONE : earlierSecrets.filter((it) => it.expiresAt > now);
    const request = signable(delivery);
    const headers = fixedHeaders(request, signatureAlgo);
    let recorded = `webhook-timestamp: ${request.timestamp}\nX-Svc-Signature-Algorithm: ${signatureAlgo}\n`;
    for (const installed of signers) {
      const added = this.signWith(installed, request, sealedSecret, earlier);
      // Only an asynchronous signer costs an await and the timer of its deadline: this runs thousands of times a second.
      const result = isThenable(added) ? await this.inTime(installed.signer, added, endsAt) : added;
      recorded += this.add(headers, installed.signer, result);
    }
    return { body: request.body, headers, recorded };
  }

  private signWith(
    installed: InstalledSigner,
    request: SignableRequest,
    secret: string,
    earlier: readonly EarlierSecret[],
  ): SignatureHeaders | Promise<SignatureHeaders> {
    const { signer } = installed;
    try {
      return signer.sign(request, {
        current: this.keyOf(installed, request, secret),
        earlier: earlier.flatMap(({ sealed }) => this.earlierKeyOf(installed, request, sealed)),
      });
    } catch (error) {
      if (error instanceof UnreadableSecretError) throw error;
      throw failed(signer, error instanceof Error ? error.message : String(error), { cause: error });
    }
  }

  /** Returns no key for an earlier secret that cannot be decrypted: the others sign without it. */
  private earlierKeyOf(installed: InstalledSigner, request: SignableRequest, sealed: string): unknown[] {
    try {
      return [this.keyOf(installed, request, sealed)];
    } catch (error) {
      if (!(error instanceof UnreadableSecretError)) throw error;
      logger.error({ webhook_endpoint_id: request.endpointId }, error.message);
      return [];
    }
  }

  private inTime(
    signer: WebhookSigner,
    added: Promise<SignatureHeaders>,
    endsAt: number,
  ): Promise<SignatureHeaders> {
    const deadlineMs = Math.max(1, Math.min(EXTENSION_DEADLINE_MS, endsAt - performance.now()));
    return this.extensions.call(WEBHOOK_SIGNERS, signer, () => added, deadlineMs);
  }

  private keyOf(
    { signer, keys }: InstalledSigner,
    { organizationId, endpointId }: SignableRequest,
    sealed: string,
  ): unknown {
    const known = keys.get(sealed);
    if (known !== undefined) return known.key;
    const key = signer.keyOf(this.secrets.open(sealed, secretContext(organizationId, endpointId)));
    keys.set(sealed, { key });
    return key;
  }

  /**
   * Adds the headers of a signer, whatever it returned: a request with an invalid header could not be sent. Returns what is
   * recorded of them.
   */
  private add(headers: Record<string, string>, signer: WebhookSigner, added: unknown): string {
    if (!isRecord(added)) throw failed(signer, 'it did not return headers');
    let recorded = '';
    // Not Object.entries(), which takes three times as long.
    for (const name in added) {
      const value = added[name];
      if (!this.checkedNames.has(name)) this.checkName(signer, name);
      if (typeof value !== 'string' || !HEADER_VALUE.test(value)) {
        throw failed(signer, `the value of the header ${name} is invalid`);
      }
      headers[name] = value;
      recorded += `${name}: ${isSecretHeader(name) ? '[removed]' : value}\n`;
    }
    return recorded;
  }

  private checkName(signer: WebhookSigner, name: string): void {
    if (!HEADER_NAME.test(name)) throw failed(signer, 'the name of a header is invalid');
    if (RESERVED.has(name.toLowerCase())) throw failed(signer, `the header ${name} is reserved`);
    if (this.checkedNames.size < MAX_NAMES) this.checkedNames.add(name);
  }
}

function signable(delivery: ClaimedDelivery): SignableRequest {
  // Real time, also under the test clock: receivers check the signed timestamp for replays.
  const timestamp = Math.floor(Date.now() / 1000);
  const prefix = `${delivery.id}.${timestamp}.`;
  const timestampedBody = Buffer.from(prefix + delivery.payload);
  return {
    organizationId: delivery.organizationId,
    endpointId: delivery.endpointId,
    deliveryId: delivery.id,
    kind: delivery.kind,
    attemptNumber: delivery.attemptNumber,
    timestamp,
    body: timestampedBody.subarray(prefix.length),
    timestampedBody,
  };
}

const fixedHeaders = (request: SignableRequest, algorithm: string): Record<string, string> => {
  const headers = deliveryHeaders(request);
  headers['X-Svc-Signature-Algorithm'] = algorithm;
  headers['webhook-timestamp'] = String(request.timestamp);
  return headers;
};

/** Returns the headers that follow from a delivery and the number of the attempt, so that they need not be recorded. */
export const deliveryHeaders = (
  request: Pick<SignableRequest, 'deliveryId' | 'kind' | 'attemptNumber'>,
): Record<string, string> => ({
  'Content-Type': 'application/json',
  'User-Agent': 'billing-service-webhooks/1',
  'X-Svc-Webhook-Id': request.deliveryId,
  'X-Svc-Event': request.kind,
  'X-Svc-Attempt': String(request.attemptNumber),
  'webhook-id': request.deliveryId,
});

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Takes anything, because an extension may return anything. */
const isThenable = (value: unknown): value is Promise<SignatureHeaders> => isRecord(value) && 'then' in value;

const failed = (signer: WebhookSigner, reason: string, options?: ErrorOptions): ExtensionFailedError =>
  new ExtensionFailedError(WEBHOOK_SIGNERS.name, signer.constructor.name, reason, options);
