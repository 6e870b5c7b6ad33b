import { AnswerField } from '../../platform/http/fields';
import { IncludeField, Includes } from '../../platform/http/included-records';
import { CUSTOMER_REFERENCE } from './customer.reference';

class IncludedCustomerDto {
  @AnswerField({
    description: 'ID of the customer',
    type: String,
    format: 'uuid',
    example: CUSTOMER_REFERENCE.examples.id,
  })
  id!: string;

  @AnswerField({
    description: 'Your own ID of the customer',
    type: String,
    example: CUSTOMER_REFERENCE.examples.key,
  })
  external_id!: string;

  @AnswerField({
    description: 'Name of the customer',
    type: String,
    nullable: true,
    example: 'Jane Doe Ltd.',
  })
  name!: string | null;
}

class WithCustomerDto {
  @AnswerField({
    description: 'The customer that `customer_id` names, with `include=customer`; absent otherwise',
    type: IncludedCustomerDto,
    required: false,
    nullable: true,
  })
  customer?: IncludedCustomerDto | null;
}

/** Lets requests of a list include the customer of each record (docs/api.md#included-records). */
export const IncludesCustomer = (): MethodDecorator =>
  Includes({
    reference: CUSTOMER_REFERENCE,
    columns: ['id', 'external_id', 'name'],
    type: WithCustomerDto,
  });

/** Parameter of a list that `IncludesCustomer`. */
export const IncludeCustomerField = (): PropertyDecorator => IncludeField(CUSTOMER_REFERENCE);
