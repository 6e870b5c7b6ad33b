import { Module } from '@nestjs/common';
import { defineScopes } from '../../platform/http/scopes';
import { OrganizationsModule } from '../organizations';
import { TaxesModule } from '../taxes';
import { CustomerBillingTerms } from './billing-terms';
import { CustomerErasure } from './customer-erasure';
import { CustomersController } from './customers.controller';
import { CustomersRepository } from './customers.repository';
import { CustomersService } from './customers.service';
import { StoredRecords } from './stored-records';
import { TimelineController } from './timeline.controller';

defineScopes({
  'customers:read': 'List and get customers',
  'customers:write': 'Create, update, delete and erase customers',
  'timeline:read': 'Read what happened to a customer, with the objects as they were then',
});

@Module({
  imports: [TaxesModule, OrganizationsModule],
  controllers: [CustomersController, TimelineController],
  providers: [CustomersService, CustomersRepository, CustomerBillingTerms, CustomerErasure, StoredRecords],
  exports: [CustomersService, CustomerBillingTerms],
})
export class CustomersModule {}
