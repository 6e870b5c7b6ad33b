import { Inject, Injectable } from '@nestjs/common';
import { findPageOfAll } from '../../../platform/database/find-page';
import { Transactions, type Transaction } from '../../../platform/database/transactions';
import { CLOCK, type Clock } from '../../../platform/domain/clock';
import { newId } from '../../../platform/domain/id';
import type { Page, PageQuery } from '../../../platform/http/paging';
import { withoutUndefined } from '../../../platform/http/without-undefined';
import type { OrganizationEntity } from '../organization.entity';
import { InstallationLogEntryEntity, type InstallationAction } from './installation-log-entry.entity';

/** The installation's own log: what the operator did to organizations (docs/security.md#operator). */
@Injectable()
export class InstallationLog {
  constructor(
    private readonly transactions: Transactions,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** Appends an entry in the transaction of the change. */
  async append(
    tx: Transaction,
    organization: Pick<OrganizationEntity, 'id' | 'name'>,
    entry: { action: InstallationAction; note?: string | null; requestId: string | null },
  ): Promise<void> {
    await tx.insert(InstallationLogEntryEntity, {
      organizationId: organization.id,
      id: newId(),
      organizationName: organization.name,
      action: entry.action,
      note: entry.note ?? null,
      requestId: entry.requestId,
      createdAt: this.clock.now(),
    });
  }

  list(organizationId: string | undefined, query: PageQuery): Promise<Page<InstallationLogEntryEntity>> {
    const where = withoutUndefined({ organizationId });
    return findPageOfAll(this.transactions.reader, InstallationLogEntryEntity, where, query);
  }
}
