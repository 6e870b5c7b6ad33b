import { Module } from '@nestjs/common';
import { extend } from '../../platform/extensions';
import { SEARCH_SOURCES } from '../../platform/search/search-sources';
import { DocumentsModule } from '../documents';
import { OrganizationsModule } from '../organizations';
import { TaxesModule } from '../taxes';
import { CustomerBillingTerms } from './billing-terms';
import { CustomerDependents } from './customer-dependents';
import { CustomerDocumentDetails } from './document-details';
import { CustomersController } from './customers.controller';
import { CustomersRepository } from './customers.repository';
import { CustomersService } from './customers.service';
import { CustomerSearch } from './customer-search';

@Module({
  imports: [TaxesModule, OrganizationsModule, DocumentsModule],
  controllers: [CustomersController],
  providers: [
    CustomersService,
    CustomersRepository,
    CustomerDependents,
    CustomerBillingTerms,
    CustomerDocumentDetails,
    CustomerSearch,
    extend(SEARCH_SOURCES, CustomerSearch, { order: -4 }),
  ],
  exports: [CustomersService, CustomerBillingTerms, CustomerDocumentDetails],
})
export class CustomersModule {}
