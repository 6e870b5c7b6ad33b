export { CustomersModule } from './customers.module';
export { CustomersService } from './customers.service';
export { CustomerCreated, CustomerUpdated } from './customer.events';
