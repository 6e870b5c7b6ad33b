import { Module } from '@nestjs/common';
import { AppliedTaxes } from './applied-taxes';
import { AppliedTaxesRepository } from './applied-taxes.repository';
import { TaxesController } from './taxes.controller';
import { TaxesRepository } from './taxes.repository';
import { TaxesService } from './taxes.service';

@Module({
  controllers: [TaxesController],
  providers: [TaxesService, TaxesRepository, AppliedTaxes, AppliedTaxesRepository],
  exports: [TaxesService, AppliedTaxes],
})
export class TaxesModule {}
