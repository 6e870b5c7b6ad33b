import { Module } from '@nestjs/common';
import { defineScopes } from '../../platform/http/scopes';
import { AppliedTaxes } from './applied-taxes';
import { AppliedTaxesRepository } from './applied-taxes.repository';
import { TaxesController } from './taxes.controller';
import { TaxesRepository } from './taxes.repository';
import { TaxesService } from './taxes.service';

defineScopes({
  'taxes:read': 'List and get taxes',
  'taxes:write': 'Create, update and delete taxes',
});

@Module({
  controllers: [TaxesController],
  providers: [TaxesService, TaxesRepository, AppliedTaxes, AppliedTaxesRepository],
  exports: [TaxesService, AppliedTaxes],
})
export class TaxesModule {}
