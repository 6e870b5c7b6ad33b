import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../api-keys';
import { DocumentsModule } from '../documents';
import { OrganizationSettings } from './organization-settings';
import { OrganizationsController } from './organizations.controller';
import { OrganizationsRepository } from './organizations.repository';
import { OrganizationsService } from './organizations.service';

@Module({
  imports: [ApiKeysModule, DocumentsModule],
  controllers: [OrganizationsController],
  providers: [OrganizationsService, OrganizationsRepository, OrganizationSettings],
  exports: [OrganizationsService],
})
export class OrganizationsModule {}
