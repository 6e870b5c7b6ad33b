import { applyDecorators } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { field, satisfies, type FieldOptions } from '../../../platform/http/field-definition';

const NAMES = ['stripe', 'razorpay', 'gocardless', 'dodopayments', 'manual'];
const MAX_LENGTH = 64;

/** Documents the name of a payment provider; extensions may add others. */
export const PROVIDER = { enum: NAMES, enumName: 'PaymentProvider', example: 'stripe' };

/** The name of a payment provider. The service checks that it is registered: extensions add providers at run time. */
export function ProviderField(options: FieldOptions): PropertyDecorator {
  const isText = (value: unknown): boolean =>
    typeof value === 'string' && value.trim() !== '' && value.length <= MAX_LENGTH;
  return field(
    options,
    PROVIDER,
    satisfies('isProvider', isText, 'invalid_value', `must be one of: ${NAMES.join(', ')}`),
  );
}

/** Documents the path parameter `provider`. The example is the provider that needs no account anywhere. */
export const ProviderParam = (): MethodDecorator =>
  applyDecorators(
    ApiParam({
      name: 'provider',
      description: 'The payment provider',
      enum: NAMES,
      example: 'manual',
    }),
  );
