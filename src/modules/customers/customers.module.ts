import { Module } from '@nestjs/common';
import { OrganizationsModule } from '../organizations';
import { TaxesModule } from '../taxes';
import { CustomerBillingTerms } from './billing-terms';
import { CustomerDependents } from './customer-dependents';
import { CustomersController } from './customers.controller';
import { CustomersRepository } from './customers.repository';
import { CustomersService } from './customers.service';

@Module({
  imports: [TaxesModule, OrganizationsModule],
  controllers: [CustomersController],
  providers: [CustomersService, CustomersRepository, CustomerDependents, CustomerBillingTerms],
  exports: [CustomersService, CustomerBillingTerms],
})
export class CustomersModule {}
