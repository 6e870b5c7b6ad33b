import { Module } from '@nestjs/common';
import { extend } from '../../platform/extensions';
import { SEARCH_SOURCES } from '../../platform/search/search-sources';
import { AppliedTaxes } from './applied-taxes';
import { AppliedTaxesRepository } from './applied-taxes.repository';
import { TaxesController } from './taxes.controller';
import { TaxesRepository } from './taxes.repository';
import { TaxesService } from './taxes.service';
import { TaxSearch } from './tax-search';

@Module({
  controllers: [TaxesController],
  providers: [
    TaxesService,
    TaxesRepository,
    AppliedTaxes,
    AppliedTaxesRepository,
    TaxSearch,
    extend(SEARCH_SOURCES, TaxSearch),
  ],
  exports: [TaxesService, AppliedTaxes],
})
export class TaxesModule {}
