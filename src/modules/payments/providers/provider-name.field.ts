import { applyDecorators } from '@nestjs/common';
import { ApiParam, ApiProperty } from '@nestjs/swagger';
import { TextField, type FieldOptions } from '../../../platform/http/fields';
import { PAYMENT_PROVIDERS } from './payment-provider';

// Without a type, Swagger infers the type number from the list, which is still empty.
const schema = { enum: PAYMENT_PROVIDERS.describedNames, type: 'string' } as const;

/** Declares the name of a payment provider. The use case refuses names that no provider has. */
export function ProviderNameField(options: FieldOptions): PropertyDecorator {
  return applyDecorators(TextField({ ...options, max: 64 }), ApiProperty(schema));
}

/** Documents the path parameter `provider`. */
export const ProviderParam = (): MethodDecorator =>
  ApiParam({ name: 'provider', description: 'Name of the payment provider', schema, example: 'stripe' });
