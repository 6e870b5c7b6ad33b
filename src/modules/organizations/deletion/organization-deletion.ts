import { Inject, Injectable } from '@nestjs/common';
import { ApiKeysService } from '../../api-keys';
import { Transactions } from '../../../platform/database/transactions';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import { InvalidStateError } from '../../../platform/errors/app-error';
import type { OperatorCaller } from '../admin/admin-route';
import { InstallationLog } from '../admin/installation-log';
import type { OrganizationEntity } from '../organization.entity';
import { OrganizationsRepository } from '../organizations.repository';
import { OrganizationRemovalWorker } from './organization-removal.worker';

/** The request to delete an organization (docs/security.md#deletion). */
@Injectable()
export class OrganizationDeletion {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: OrganizationsRepository,
    private readonly apiKeys: ApiKeysService,
    private readonly log: InstallationLog,
    private readonly worker: OrganizationRemovalWorker,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Revokes the keys of a suspended organization at once, and has its rows removed in the background. Requesting it again
   * is a no-op.
   *
   * @throws NotFoundError; InvalidStateError for an organization that is not suspended.
   */
  async request(caller: OperatorCaller): Promise<OrganizationEntity> {
    const { organizationId, requestId } = caller;
    const after = await this.transactions.runFor(caller, async (tx) => {
      const before = await this.repository.getForUpdate(tx, organizationId);
      if (before.status === 'deleting') return before;
      if (before.status !== 'suspended') {
        throw new InvalidStateError('Only a suspended organization can be deleted: suspend it first.');
      }
      await this.apiKeys.revokeAllIn(tx, organizationId);
      await this.repository.update(tx, organizationId, { status: 'deleting', updatedAt: this.clock.now() });
      await this.log.append(tx, before, { action: 'organization.deletion_requested', requestId });
      return this.repository.get(tx, organizationId);
    });
    this.worker.wake();
    return after;
  }
}
