import { isDeepStrictEqual } from 'node:util';
import { Inject, Injectable } from '@nestjs/common';
import { Transactions, type Caller, type Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { newId } from '../../platform/domain/id';
import { InvalidStateError, NotFoundError, ValidationFailedError } from '../../platform/errors/app-error';
import type { Page, PageQuery } from '../../platform/http/paging';
import { AddressPolicy, parseTargetUrl } from '../../platform/outbound';
import { Outbox } from '../../platform/outbox/outbox';
import { SecretBox } from '../../platform/secrets/secret-box';
import { toWebhookEndpointResponse } from './webhook-endpoint.dto';
import type { WebhookEndpointEntity, WebhookEndpointStatus } from './webhook-endpoint.entity';
import { EndpointActivated, EndpointDeleted } from './webhook-endpoint.events';
import { INBOX_URL, newSigningSecret, secretContext } from './webhook-endpoint.rules';
import { WebhookEndpointsRepository } from './webhook-endpoints.repository';

/** The fields of an endpoint that a request can set. */
export interface WebhookEndpointInput {
  url: string;
  signatureAlgo: string;
  status: WebhookEndpointStatus;
  description: string | null;
  eventTypes: string[];
}

/** A decrypted signing secret, and until when the previous one also signs. */
export interface RevealedSecret {
  secret: string;
  previousSecretExpiresAt: Date | null;
}

/** Most secrets that sign beside the current one. */
const MAX_EARLIER_SECRETS = 5;

/** Use cases of webhook endpoints (docs/webhooks.md#endpoints). */
@Injectable()
export class WebhookEndpointsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: WebhookEndpointsRepository,
    private readonly outbox: Outbox,
    private readonly secrets: SecretBox,
    private readonly policy: AddressPolicy,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws ValidationFailedError for a URL that webhooks cannot be sent to; InvalidStateError at the quota. */
  create(
    caller: Caller,
    input: WebhookEndpointInput,
  ): Promise<{ endpoint: WebhookEndpointEntity; secret: string }> {
    this.assertTarget(input.url);
    const { organizationId } = caller;
    const now = this.clock.now();
    const id = newId();
    const secret = newSigningSecret();
    const endpoint: WebhookEndpointEntity = {
      ...input,
      organizationId,
      id,
      sealedSecret: this.secrets.seal(secret, secretContext(organizationId, id)),
      sealedPreviousSecret: null,
      previousSecretExpiresAt: null,
      failingSince: null,
      disabledReason: null,
      createdAt: now,
      updatedAt: now,
      deletedAt: null,
    };
    return this.transactions.runFor(caller, async (tx) => {
      await this.repository.assertRoom(tx, organizationId);
      await this.repository.insert(tx, endpoint);
      return { endpoint, secret };
    });
  }

  list(caller: Caller, query: PageQuery): Promise<Page<WebhookEndpointEntity>> {
    return this.transactions.readFor(caller, (tx) => this.repository.list(tx, caller.organizationId, query));
  }

  get(caller: Caller, id: string): Promise<WebhookEndpointEntity> {
    return this.transactions.readFor(caller, (tx) => this.load(tx, caller.organizationId, id));
  }

  /** Returns an endpoint within an open transaction. */
  async load(tx: Transaction, organizationId: string, id: string): Promise<WebhookEndpointEntity> {
    const endpoint = await this.repository.find(tx, organizationId, id);
    if (endpoint === null) throw new NotFoundError('webhook endpoint');
    return endpoint;
  }

  /** @throws InvalidStateError for an inactive endpoint, which gets no new deliveries. */
  async loadActive(tx: Transaction, organizationId: string, id: string): Promise<WebhookEndpointEntity> {
    const endpoint = await this.load(tx, organizationId, id);
    if (endpoint.status === 'active') return endpoint;
    throw new InvalidStateError('The endpoint is inactive and receives no deliveries; activate it first.');
  }

  /** Updates an endpoint. The change applies to the next attempt of every delivery, including queued ones. */
  update(caller: Caller, id: string, changes: Partial<WebhookEndpointInput>): Promise<WebhookEndpointEntity> {
    if (changes.url !== undefined) this.assertTarget(changes.url);
    return this.transactions.runFor(caller, async (tx) => {
      const before = await this.lock(tx, caller.organizationId, id);
      caller.precondition?.check(toWebhookEndpointResponse(before));
      const after = { ...before, ...changes };
      if (isDeepStrictEqual(after, { ...before })) return before;
      after.updatedAt = this.clock.now();
      if (after.status === 'active') Object.assign(after, { failingSince: null, disabledReason: null });
      await this.repository.update(tx, before, after);
      if (before.status === 'inactive' && after.status === 'active') {
        await this.outbox.emit(tx, EndpointActivated, { organizationId: after.organizationId, id });
      }
      return after;
    });
  }

  /** Deletes an endpoint. The history of its deliveries stays readable. */
  delete(caller: Caller, id: string): Promise<void> {
    return this.transactions.runFor(caller, async (tx) => {
      const endpoint = await this.lock(tx, caller.organizationId, id);
      const now = this.clock.now();
      await this.repository.update(tx, endpoint, { ...endpoint, deletedAt: now, updatedAt: now });
      await this.outbox.emit(tx, EndpointDeleted, { organizationId: endpoint.organizationId, id });
    });
  }

  revealSecret(caller: Caller, id: string): Promise<RevealedSecret> {
    const { organizationId } = caller;
    return this.transactions.readFor(caller, async (tx) => {
      const endpoint = await this.load(tx, organizationId, id);
      const secret = this.secrets.open(endpoint.sealedSecret, secretContext(organizationId, id));
      return { secret, previousSecretExpiresAt: await this.overlapEndOf(tx, endpoint) };
    });
  }

  /** Returns when the newest of the replaced secrets that still sign ends; null if there is none. */
  private async overlapEndOf(
    tx: Transaction,
    { organizationId, id, previousSecretExpiresAt }: WebhookEndpointEntity,
  ): Promise<Date | null> {
    const earlier = await this.repository.findEarlierSecrets(tx, organizationId, id);
    const now = this.clock.now();
    const ends = [previousSecretExpiresAt, ...earlier.map((it) => it.expiresAt)];
    return ends.find((it) => it !== null && it > now) ?? null;
  }

  /**
   * Replaces the signing secret. During the overlap both secrets sign, and so do earlier ones until their announced ends
   * (docs/webhooks.md#secret-rotation).
   */
  rotateSecret(caller: Caller, id: string, overlapSeconds: number): Promise<RevealedSecret> {
    const { organizationId } = caller;
    return this.transactions.runFor(caller, async (tx) => {
      const endpoint = await this.lock(tx, organizationId, id);
      const now = this.clock.now();
      const secret = newSigningSecret();
      const context = secretContext(organizationId, id);
      // An unreadable secret cannot sign: it would only make deliveries fail until the overlap ends.
      const overlaps =
        overlapSeconds > 0 && this.secrets.openIfReadable(endpoint.sealedSecret, context) !== null;
      await this.keepEarlier(tx, endpoint, overlaps ? MAX_EARLIER_SECRETS - 1 : MAX_EARLIER_SECRETS, now);
      const rotated = {
        ...endpoint,
        sealedSecret: this.secrets.seal(secret, context),
        sealedPreviousSecret: overlaps ? endpoint.sealedSecret : null,
        previousSecretExpiresAt: overlaps ? new Date(now.getTime() + overlapSeconds * 1000) : null,
        updatedAt: now,
      };
      await this.repository.update(tx, endpoint, rotated);
      return { secret, previousSecretExpiresAt: await this.overlapEndOf(tx, rotated) };
    });
  }

  /** Keeps the `limit` newest of the secrets that still sign, and deletes the others. */
  private async keepEarlier(
    tx: Transaction,
    { organizationId, id, sealedPreviousSecret, previousSecretExpiresAt }: WebhookEndpointEntity,
    limit: number,
    now: Date,
  ): Promise<void> {
    const found = await this.repository.findEarlierSecrets(tx, organizationId, id);
    const keepsPrevious = previousSecretExpiresAt !== null && previousSecretExpiresAt > now;
    const signing = found.filter((it) => it.expiresAt > now);
    const kept = new Set(signing.slice(0, keepsPrevious ? limit - 1 : limit));
    await this.repository.deleteEarlierSecrets(
      tx,
      found.filter((it) => !kept.has(it)),
    );
    if (sealedPreviousSecret === null || !keepsPrevious) return;
    const previous = { sealedSecret: sealedPreviousSecret, expiresAt: previousSecretExpiresAt };
    await this.repository.insertEarlierSecret(tx, {
      organizationId,
      webhookEndpointId: id,
      id: newId(),
      ...previous,
    });
  }

  private async lock(tx: Transaction, organizationId: string, id: string): Promise<WebhookEndpointEntity> {
    const endpoint = await this.repository.findForUpdate(tx, organizationId, id);
    if (endpoint === null) throw new NotFoundError('webhook endpoint');
    return endpoint;
  }

  private assertTarget(url: string): void {
    if (url === INBOX_URL) return;
    const parsed = parseTargetUrl(url, this.policy);
    if (!parsed.ok) throw ValidationFailedError.of('url', parsed.code, parsed.message);
  }
}
