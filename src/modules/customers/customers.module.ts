import { Module } from '@nestjs/common';
import { OrganizationsModule } from '../organizations';
import { TaxesModule } from '../taxes';
import { CustomerBillingTerms } from './billing-terms';
import { CustomerDependents } from './customer-dependents';
import { CustomerDeletionGuard } from './customer-deletion-guard';
import { CustomersController } from './customers.controller';
import { CustomersRepository } from './customers.repository';
import { CustomersService } from './customers.service';

@Module({
  imports: [TaxesModule, OrganizationsModule],
  controllers: [CustomersController],
  providers: [
    CustomersService,
    CustomersRepository,
    CustomerDeletionGuard,
    CustomerDependents,
    CustomerBillingTerms,
  ],
  exports: [CustomersService, CustomerDeletionGuard, CustomerDependents, CustomerBillingTerms],
})
export class CustomersModule {}
