import { isDeepStrictEqual } from 'node:util';
import { Inject, Injectable } from '@nestjs/common';
import { Transactions, type Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { newId } from '../../platform/domain/id';
import { NotFoundError, ValidationFailedError } from '../../platform/errors/app-error';
import { Extensions } from '../../platform/extensions';
import type { Page, PageQuery } from '../../platform/http/paging';
import { NO_PRECONDITION, type Precondition } from '../../platform/http/versions';
import { AddressPolicy, parseTargetUrl } from '../../platform/outbound';
import { SecretBox, UnreadableSecretError } from '../../platform/secrets/secret-box';
import {
  afterRotation,
  earlierSecretsOf,
  stillSigning,
  toColumns,
  type EarlierSecret,
} from './earlier-secrets';
import { ENDPOINT_LISTENERS, type EndpointChange } from './endpoint-listener';
import type { WebhookEndpointEntity, WebhookEndpointStatus } from './webhook-endpoint.entity';
import { INBOX_URL, newSigningSecret, secretContext } from './webhook-endpoint.rules';
import { WebhookEndpointsRepository } from './webhook-endpoints.repository';

export interface WebhookEndpointInput {
  url: string;
  signatureAlgo: string;
  status: WebhookEndpointStatus;
  description: string | null;
  eventTypes: string[];
}

/** The current signing secret, decrypted, and the ends of the earlier ones that still sign, newest secret first. */
export interface RevealedSecret {
  secret: string;
  earlierEnds: Date[];
}

/** Manages webhook endpoints and their signing secrets (docs/webhooks.md). */
@Injectable()
export class WebhookEndpointsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: WebhookEndpointsRepository,
    private readonly extensions: Extensions,
    private readonly secrets: SecretBox,
    private readonly policy: AddressPolicy,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws ValidationFailedError if the URL is invalid or its address is not allowed */
  create(
    organizationId: string,
    input: WebhookEndpointInput,
  ): Promise<{ endpoint: WebhookEndpointEntity; secret: string }> {
    this.assertTarget(input.url);
    const now = this.clock.now();
    const id = newId();
    const secret = newSigningSecret();
    const endpoint: WebhookEndpointEntity = {
      ...input,
      organizationId,
      id,
      sealedSecret: this.secrets.seal(secret, secretContext(organizationId, id)),
      ...toColumns([]),
      secretLostAt: null,
      createdAt: now,
      updatedAt: now,
      rowVersion: 1,
      deletedAt: null,
    };
    return this.transactions.runFor(organizationId, async (tx) => {
      await this.repository.insert(tx, endpoint);
      return { endpoint, secret };
    });
  }

  list(organizationId: string, query: PageQuery): Promise<Page<WebhookEndpointEntity>> {
    return this.transactions.readFor(organizationId, (tx) => this.repository.list(tx, organizationId, query));
  }

  get(organizationId: string, id: string): Promise<WebhookEndpointEntity> {
    return this.transactions.readFor(organizationId, async (tx) => {
      const endpoint = await this.repository.find(tx, organizationId, id);
      if (endpoint === null) throw new NotFoundError('webhook endpoint');
      return endpoint;
    });
  }

  /**
   * Updates an endpoint; a no-op if nothing changes. The change applies from the next attempt of every
   * delivery, including queued ones.
   */
  update(
    organizationId: string,
    id: string,
    changes: Partial<WebhookEndpointInput>,
    precondition: Precondition<WebhookEndpointEntity> = NO_PRECONDITION,
  ): Promise<WebhookEndpointEntity> {
    if (changes.url !== undefined) this.assertTarget(changes.url);
    return this.transactions.runFor(organizationId, async (tx) => {
      const before = await this.lock(tx, organizationId, id);
      precondition.assertMet(before);
      const after = { ...before, ...changes };
      if (isDeepStrictEqual(after, { ...before })) return before;
      after.updatedAt = this.clock.now();
      const stored = await this.repository.update(tx, before, after);
      if (before.status === 'inactive' && after.status === 'active') {
        await this.announce(tx, stored, 'activated');
      }
      return stored;
    });
  }

  /** Deletes an endpoint. Its pending deliveries fail; its delivery history remains readable. */
  delete(organizationId: string, id: string): Promise<void> {
    return this.transactions.runFor(organizationId, async (tx) => {
      const endpoint = await this.lock(tx, organizationId, id);
      const now = this.clock.now();
      await this.repository.update(tx, endpoint, { ...endpoint, deletedAt: now, updatedAt: now });
      await this.announce(tx, endpoint, 'deleted');
    });
  }

  async revealSecret(organizationId: string, id: string): Promise<RevealedSecret> {
    const endpoint = await this.get(organizationId, id);
    const signing = stillSigning(earlierSecretsOf(endpoint), this.clock.now());
    return {
      secret: this.secrets.open(endpoint.sealedSecret, secretContext(organizationId, id)),
      earlierEnds: signing.map((it) => it.expiresAt),
    };
  }

  /**
   * Replaces the signing secret. During the overlap both secrets sign, and earlier ones until their announced ends
   * (docs/webhooks.md#secret-rotation). Without an overlap, only the new one signs.
   *
   * @throws InvalidStateError if too many earlier secrets still sign
   */
  rotateSecret(organizationId: string, id: string, overlapSeconds: number): Promise<RevealedSecret> {
    return this.transactions.runFor(organizationId, async (tx) => {
      const endpoint = await this.lock(tx, organizationId, id);
      const now = this.clock.now();
      const secret = newSigningSecret();
      const replaced = {
        sealed: endpoint.sealedSecret,
        expiresAt: new Date(now.getTime() + overlapSeconds * 1000),
      };
      const known = [replaced, ...earlierSecretsOf(endpoint)].filter((it) => this.canOpen(endpoint, it));
      const earlier = overlapSeconds > 0 ? afterRotation(known, now) : [];
      await this.repository.update(tx, endpoint, {
        ...endpoint,
        sealedSecret: this.secrets.seal(secret, secretContext(organizationId, id)),
        ...toColumns(earlier),
        secretLostAt: null,
        updatedAt: now,
      });
      if (endpoint.secretLostAt !== null) await this.announce(tx, endpoint, 'activated');
      return { secret, earlierEnds: earlier.map((it) => it.expiresAt) };
    });
  }

  private async announce(
    tx: Transaction,
    endpoint: WebhookEndpointEntity,
    change: EndpointChange,
  ): Promise<void> {
    for (const listener of this.extensions.of(ENDPOINT_LISTENERS)) {
      await listener.onChange(tx, endpoint, change);
    }
  }

  /** Whether a secret can be decrypted. Otherwise it signs nothing, and so has no overlap. */
  private canOpen({ organizationId, id }: WebhookEndpointEntity, { sealed }: EarlierSecret): boolean {
    try {
      this.secrets.open(sealed, secretContext(organizationId, id));
      return true;
    } catch (error) {
      if (error instanceof UnreadableSecretError) return false;
      throw error;
    }
  }

  private async lock(tx: Transaction, organizationId: string, id: string): Promise<WebhookEndpointEntity> {
    const endpoint = await this.repository.findForUpdate(tx, organizationId, id);
    if (endpoint === null) throw new NotFoundError('webhook endpoint');
    return endpoint;
  }

  private assertTarget(url: string): void {
    if (url === INBOX_URL) return; // nothing is sent
    const parsed = parseTargetUrl(url, this.policy);
    if (!parsed.ok) throw ValidationFailedError.of('url', parsed.code, parsed.message);
  }
}
