export { CustomersModule } from './customers.module';
export { CUSTOMER_FIELDS } from './customer-fields';
export { CUSTOMER_CURRENCY_GUARDS, CUSTOMER_DELETION_GUARDS, CustomersService } from './customers.service';
export {
  CustomerCreated,
  CustomerDeleted,
  CustomerErased,
  CustomerTermsChanged,
  CustomerUpdated,
  type ChangedTerms,
  type DeletedCustomer,
  type ErasedCustomer,
} from './customer.events';
export { CustomerBillingTerms, type BillingTerms, type Recipient } from './billing-terms';
export { CUSTOMERS_BY_EXTERNAL_ID, CUSTOMERS_BY_PREFIX } from './customer-lookup';
export { CUSTOMER_ERASURE_GUARDS } from './customer-erasure';
export type { Buyer } from './customer.rules';
export { CUSTOMER_REFERENCE } from './customer.reference';
