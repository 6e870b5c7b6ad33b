import { Inject, Injectable } from '@nestjs/common';
import { ApiKeysService, type CreatedApiKey, type NewApiKey } from '../../api-keys';
import { findPageOfAll } from '../../../platform/database/find-page';
import { Transactions, type Transaction } from '../../../platform/database/transactions';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import { InvalidStateError } from '../../../platform/errors/app-error';
import { DueWork } from '../../../platform/jobs/due-work';
import type { Page, PageQuery } from '../../../platform/http/paging';
import { withoutUndefined } from '../../../platform/http/without-undefined';
import { OrganizationEntity, type OrganizationStatus } from '../organization.entity';
import { OrganizationsRepository } from '../organizations.repository';
import type { OperatorCaller } from './admin-route';
import type { InstallationAction } from './installation-log-entry.entity';
import { InstallationLog } from './installation-log';

/** Filters of the operator's list; absent ones match everything. */
export interface OrganizationFilters {
  status: OrganizationStatus | undefined;
  test: boolean | undefined;
}

/** What the operator does to organizations (docs/security.md#operator). Each change leaves an entry in the installation's log. */
@Injectable()
export class OperatorService {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: OrganizationsRepository,
    private readonly apiKeys: ApiKeysService,
    private readonly log: InstallationLog,
    private readonly dueWork: DueWork,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  list(filters: OrganizationFilters, query: PageQuery): Promise<Page<OrganizationEntity>> {
    return findPageOfAll(
      this.transactions.reader,
      OrganizationEntity,
      withoutUndefined({ ...filters }),
      query,
    );
  }

  get(organizationId: string): Promise<OrganizationEntity> {
    return this.transactions.readFor(organizationId, (tx) => this.repository.get(tx, organizationId));
  }

  /** Stops the changes of an organization, its billing and its deliveries. Suspending it again changes the reason. */
  suspend(caller: OperatorCaller, reason: string | null): Promise<OrganizationEntity> {
    return this.change(caller, { action: 'organization.suspended', note: reason }, (before, now) => ({
      status: 'suspended',
      suspendedAt: before.suspendedAt ?? now,
      suspensionReason: reason,
    }));
  }

  /** Lets a suspended organization go on; what has fallen due meanwhile is done now. An active one stays as it is. */
  async resume(caller: OperatorCaller): Promise<OrganizationEntity> {
    const after = await this.change(caller, { action: 'organization.resumed' }, (before) =>
      before.status === 'active' ? null : { status: 'active', suspendedAt: null, suspensionReason: null },
    );
    this.dueWork.wake();
    return after;
  }

  /** Creates a key for an organization that has lost its own, also for a suspended one. */
  createKey(caller: OperatorCaller, input: Omit<NewApiKey, 'mode'>): Promise<CreatedApiKey> {
    this.apiKeys.assertFuture(input.expiresAt);
    return this.transactions.runFor(caller, async (tx) => {
      const organization = await this.lock(tx, caller.organizationId);
      const mode = organization.test ? 'test' : 'live';
      const created = await this.apiKeys.createIn(tx, organization.id, { ...input, mode });
      await this.append(tx, caller, organization, 'api_key.created', created.key.keyPrefix);
      return created;
    });
  }

  /** Revokes any key, also the last one that can manage keys. */
  revokeKey(caller: OperatorCaller, id: string): Promise<void> {
    return this.transactions.runFor(caller, async (tx) => {
      const organization = await this.lock(tx, caller.organizationId);
      const key = await this.apiKeys.revokeIn(tx, organization.id, id);
      if (key !== null) await this.append(tx, caller, organization, 'api_key.revoked', key.keyPrefix);
    });
  }

  /**
   * Changes an organization, unless `change` returns null.
   *
   * @throws NotFoundError; InvalidStateError for one that is being deleted.
   */
  private change(
    caller: OperatorCaller,
    { action, note = null }: { action: InstallationAction; note?: string | null },
    change: (before: OrganizationEntity, now: Date) => Partial<OrganizationEntity> | null,
  ): Promise<OrganizationEntity> {
    const { organizationId } = caller;
    return this.transactions.runFor(caller, async (tx) => {
      const before = await this.lock(tx, organizationId);
      const now = this.clock.now();
      const changes = change(before, now);
      if (changes === null) return before;
      await this.repository.update(tx, organizationId, { ...changes, updatedAt: now });
      await this.append(tx, caller, before, action, note);
      return this.repository.get(tx, organizationId);
    });
  }

  private async lock(tx: Transaction, organizationId: string): Promise<OrganizationEntity> {
    const organization = await this.repository.getForUpdate(tx, organizationId);
    if (organization.status !== 'deleting') return organization;
    throw new InvalidStateError('The organization is being deleted.');
  }

  private append(
    tx: Transaction,
    { requestId }: OperatorCaller,
    organization: OrganizationEntity,
    action: InstallationAction,
    note: string | null,
  ): Promise<void> {
    return this.log.append(tx, organization, { action, note, requestId });
  }
}
