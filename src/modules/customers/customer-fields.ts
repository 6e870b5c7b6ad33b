import { fieldsPoint } from '../../platform/extensions';
import { CreateCustomerDto, CustomerDto, UpdateCustomerDto } from './customer.dto';

/** Modules add fields of their own to customers (docs/extending.md#fields-of-other-modules). */
export const CUSTOMER_FIELDS = fieldsPoint('customer fields', {
  requests: [CreateCustomerDto, UpdateCustomerDto],
  responses: [CustomerDto],
});
