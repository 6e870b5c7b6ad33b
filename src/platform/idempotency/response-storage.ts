import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { CONFIG, type Config } from '../config/config';
import type { Transaction } from '../database/transactions';
import { InvalidStateError } from '../errors/app-error';

/** How long a measured size is used. */
const MEASURE_MS = 60_000;
const MAX_ORGANIZATIONS = 10_000;

/**
 * Limits the size of the responses that an organization has stored (docs/security.md#quotas). A process measures at most
 * once a minute and adds what it stores itself, so that several processes may exceed the limit by what they store in a
 * minute.
 */
@Injectable()
export class ResponseStorage {
  private readonly sizes = new LRUCache<string, { bytes: number }>({
    max: MAX_ORGANIZATIONS,
    ttl: MEASURE_MS,
  });

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /** @throws InvalidStateError when the stored responses are larger than the quota. */
  async assertRoom(tx: Transaction, organizationId: string): Promise<void> {
    const limit = this.config.quotas.idempotencyBytes;
    if (limit === 0) return;
    let size = this.sizes.get(organizationId);
    if (size === undefined) {
      size = { bytes: await this.measure(tx, organizationId) };
      this.sizes.set(organizationId, size);
    }
    if (size.bytes < limit) return;
    throw new InvalidStateError(
      `The organization stores responses for Idempotency-Keys of more than ${limit / 1024 ** 2} MiB, which is its limit. ` +
        'Send the request without the header, or wait: a response is kept for 24 hours. The operator can raise MAX_IDEMPOTENCY_MB.',
    );
  }

  /** Adds a response that is being stored. */
  add(organizationId: string, bytes: number): void {
    const size = this.sizes.get(organizationId);
    if (size !== undefined) size.bytes += bytes;
  }

  private async measure(tx: Transaction, organizationId: string): Promise<number> {
    const [row] = await tx.query<[{ bytes: string }]>(
      'SELECT coalesce(sum(pg_column_size(sealed_body)), 0) AS bytes FROM idempotency_keys WHERE organization_id = $1',
      [organizationId],
    );
    return Number(row.bytes);
  }
}
