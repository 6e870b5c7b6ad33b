import { Module } from '@nestjs/common';
import { ApiKeysModule } from '../api-keys';
import { DocumentsModule } from '../documents';
import { OrganizationsController } from './organizations.controller';
import { OrganizationsRepository } from './organizations.repository';
import { OrganizationsService } from './organizations.service';

@Module({
  imports: [ApiKeysModule, DocumentsModule],
  controllers: [OrganizationsController],
  providers: [OrganizationsService, OrganizationsRepository],
  exports: [OrganizationsService],
})
export class OrganizationsModule {}
