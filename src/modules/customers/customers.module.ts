import { Module } from '@nestjs/common';
import { DocumentsModule } from '../documents';
import { OrganizationsModule } from '../organizations';
import { TaxesModule } from '../taxes';
import { CustomerBillingTerms } from './billing-terms';
import { CustomerDependents } from './customer-dependents';
import { CustomerDocumentDetails } from './document-details';
import { CustomersController } from './customers.controller';
import { CustomersRepository } from './customers.repository';
import { CustomersService } from './customers.service';

@Module({
  imports: [TaxesModule, OrganizationsModule, DocumentsModule],
  controllers: [CustomersController],
  providers: [
    CustomersService,
    CustomersRepository,
    CustomerDependents,
    CustomerBillingTerms,
    CustomerDocumentDetails,
  ],
  exports: [CustomersService, CustomerBillingTerms, CustomerDocumentDetails],
})
export class CustomersModule {}
