export { CustomersModule } from './customers.module';
export { CustomersService } from './customers.service';
export { CustomerCreated, CustomerUpdated } from './customer.events';
export {
  CUSTOMER_DELETION_GUARDS,
  CUSTOMER_DEPENDENTS,
  type ChangedTerms,
  type CustomerDependent,
  type CustomerDocument,
  type CustomerKey,
} from './customer-dependents';
export { currencyProblems } from './customer.rules';
export { CustomerBillingTerms, type BillingTerms } from './billing-terms';
export { CustomerDocumentDetails } from './document-details';
export { CUSTOMERS_BY_EXTERNAL_ID } from './customer-lookup';
export { CUSTOMER_REFERENCE } from './customer.reference';
export { IncludeCustomerField, IncludesCustomer } from './included-customer.dto';
