import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Transactions } from '../../../platform/database/transactions';
import { exclusive } from '../../../platform/jobs/exclusive';
import { logger } from '../../../platform/observability/logger';
import { InstallationLog } from '../admin/installation-log';
import { OrganizationsRepository } from '../organizations.repository';
import { OrganizationRowsRepository } from './organization-rows.repository';

/** The name of the job in the log and the metrics. */
export const REMOVAL = 'organization-deletion';

/** Removes the rows of deleted organizations, in short transactions: what a crash interrupts goes on where it ended. */
@Injectable()
export class OrganizationRemoval {
  private stopped = false;

  constructor(
    private readonly dataSource: DataSource,
    private readonly transactions: Transactions,
    private readonly rows: OrganizationRowsRepository,
    private readonly organizations: OrganizationsRepository,
    private readonly log: InstallationLog,
  ) {}

  /** Removes everything of the organizations that are being deleted, each in one process at a time. */
  async run(): Promise<void> {
    for (const id of await this.rows.deleting(this.transactions.reader)) {
      if (this.stopped) return;
      await exclusive(this.dataSource, `${REMOVAL}/${id}`, () => this.remove(id));
    }
  }

  /** Ends the run after the batch in progress. */
  stop(): void {
    this.stopped = true;
  }

  private async remove(organizationId: string): Promise<void> {
    const { reader } = this.transactions;
    if ((await this.organizations.find(reader, organizationId)) === null) return; // another process was faster
    for (const group of await this.rows.tables(reader)) {
      let more = true;
      while (more) {
        if (this.stopped) return;
        more = await this.transactions.run((tx) => this.rows.deleteBatch(tx, organizationId, group));
      }
    }
    await this.transactions.run(async (tx) => {
      const organization = await this.organizations.getForUpdate(tx, organizationId);
      await this.log.append(tx, organization, { action: 'organization.deleted', requestId: null });
      await this.rows.deleteOrganization(tx, organizationId);
    });
    logger.info({ organization_id: organizationId }, 'Deleted an organization');
  }
}
