import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../config/config';
import type { Transaction } from '../database/transactions';
import { InvalidStateError } from '../errors/app-error';

/** What an organization may have a limited number of. */
type Quota = 'webhookEndpoints' | 'apiKeys';

const RESOURCES: Readonly<Record<Quota, { many: string; setting: string; remedy: string }>> = {
  webhookEndpoints: {
    many: 'webhook endpoints',
    setting: 'MAX_WEBHOOK_ENDPOINTS',
    remedy: 'Delete one that is not used',
  },
  apiKeys: { many: 'usable API keys', setting: 'MAX_API_KEYS', remedy: 'Revoke one that is not used' },
};

/** Limits how many records of a kind an organization may have (docs/security.md#quotas). */
@Injectable()
export class Quotas {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /**
   * Checks that there is room for one more record. Concurrent checks of an organization wait for each other, so that
   * together they do not exceed the limit.
   *
   * @param count returns the number of records, counting no further than its argument
   * @throws InvalidStateError when the organization has as many as it may have
   */
  async assertRoom(
    tx: Transaction,
    organizationId: string,
    quota: Quota,
    count: (limit: number) => Promise<number>,
  ): Promise<void> {
    const limit = this.config.quotas[quota];
    if (limit === 0) return;
    await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 2))', [`${quota}/${organizationId}`]);
    if ((await count(limit)) < limit) return;
    const { many, setting, remedy } = RESOURCES[quota];
    throw new InvalidStateError(
      `The organization has ${limit} ${many}, which is its limit. ${remedy}, or ask the operator to raise ${setting}.`,
    );
  }
}
