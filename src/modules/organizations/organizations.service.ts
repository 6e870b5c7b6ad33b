import { Inject, Injectable } from '@nestjs/common';
import { ApiKeysService, type CreatedApiKey } from '../api-keys';
import { Transactions, type Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { newId } from '../../platform/domain/id';
import { NotFoundError } from '../../platform/errors/app-error';
import type { OrganizationEntity } from './organization.entity';
import { OrganizationsRepository } from './organizations.repository';

/** The fields of an organization that a request can set. */
export interface OrganizationInput {
  name: string;
  defaultCurrency: string;
  timezone: string;
}

const ID_PAGE = 1000;
const FIRST_KEY_NAME = 'Default';

@Injectable()
export class OrganizationsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: OrganizationsRepository,
    private readonly apiKeys: ApiKeysService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Creates the organization and its first API key in one transaction. */
  create(input: OrganizationInput): Promise<{ organization: OrganizationEntity; apiKey: CreatedApiKey }> {
    return this.transactions.run(async (tx) => {
      const now = this.clock.now();
      const organization: OrganizationEntity = { id: newId(), ...input, createdAt: now, updatedAt: now };
      await this.repository.insert(tx, organization);
      const apiKey = await this.apiKeys.createIn(tx, organization.id, {
        name: FIRST_KEY_NAME,
        expiresAt: null,
      });
      return { organization, apiKey };
    });
  }

  get(organizationId: string): Promise<OrganizationEntity> {
    return this.transactions.readFor(organizationId, (tx) => this.load(tx, organizationId));
  }

  /** Yields the ID of every organization, page by page, for jobs that process all of them. */
  async *allIds(): AsyncGenerator<string> {
    let after: string | null = null;
    for (;;) {
      const ids: string[] = await this.repository.idsAfter(this.transactions.reader, after, ID_PAGE);
      yield* ids;
      after = ids.at(-1) ?? null;
      if (ids.length < ID_PAGE) return;
    }
  }

  /** Returns the ID of the organization if the installation has exactly one, else null. */
  async soleId(): Promise<string | null> {
    const [id, ...others] = await this.repository.findSomeIds(this.transactions.reader, 2);
    return id === undefined || others.length > 0 ? null : id;
  }

  update(organizationId: string, changes: Partial<OrganizationInput>): Promise<OrganizationEntity> {
    return this.transactions.runFor(organizationId, async (tx) => {
      if (Object.keys(changes).length > 0) {
        await this.repository.update(tx, organizationId, { ...changes, updatedAt: this.clock.now() });
      }
      return this.load(tx, organizationId);
    });
  }

  private async load(tx: Transaction, organizationId: string): Promise<OrganizationEntity> {
    const organization = await this.repository.find(tx, organizationId);
    if (organization === null) throw new NotFoundError('organization');
    return organization;
  }
}
