import { Module } from '@nestjs/common';
import { defineScopes } from '../../platform/http/scopes';
import { ApiKeysModule } from '../api-keys';
import { AdminKeysController } from './admin/admin-keys.controller';
import { AdminOrganizationsController } from './admin/admin-organizations.controller';
import { CellsController } from './admin/cells.controller';
import { CellsService } from './admin/cells.service';
import { InstallationLogController } from './admin/installation-log.controller';
import { InstallationLog } from './admin/installation-log';
import { OperatorService } from './admin/operator.service';
import { OrganizationDeletion } from './deletion/organization-deletion';
import { OrganizationRemoval } from './deletion/organization-removal';
import { OrganizationRemovalWorker } from './deletion/organization-removal.worker';
import { OrganizationRowsRepository } from './deletion/organization-rows.repository';
import { OrganizationExport } from './export/organization-export';
import { OrganizationExportController } from './export/organization-export.controller';
import { OrganizationsController } from './organizations.controller';
import { OrganizationsRepository } from './organizations.repository';
import { OrganizationsService } from './organizations.service';

defineScopes({
  'organization:read': 'Get the organization',
  'organization:write': 'Update the organization',
  'organization:export': 'Export all records of the organization, without secrets',
});

@Module({
  imports: [ApiKeysModule],
  controllers: [
    OrganizationsController,
    AdminOrganizationsController,
    AdminKeysController,
    InstallationLogController,
    CellsController,
    OrganizationExportController,
  ],
  providers: [
    OrganizationsService,
    OrganizationsRepository,
    OperatorService,
    InstallationLog,
    CellsService,
    OrganizationDeletion,
    OrganizationRemoval,
    OrganizationRemovalWorker,
    OrganizationRowsRepository,
    OrganizationExport,
  ],
  exports: [OrganizationsService],
})
export class OrganizationsModule {}
