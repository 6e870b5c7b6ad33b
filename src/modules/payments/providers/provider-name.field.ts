import { applyDecorators } from '@nestjs/common';
import { ApiParam, ApiProperty } from '@nestjs/swagger';
import { TextField, type FieldOptions } from '../../../platform/http/fields';
import { PAYMENT_PROVIDERS } from './payment-provider';

/**
 * Schema of the name of a payment provider. Without a type, Swagger would infer the type number from the list, which is
 * still empty when the classes are loaded.
 */
export const PROVIDER_NAME = { enum: PAYMENT_PROVIDERS.describedNames, type: 'string' } as const;

/** Declares the name of a payment provider. The use case refuses names that no provider has. */
export function ProviderNameField(options: FieldOptions): PropertyDecorator {
  return applyDecorators(TextField({ ...options, max: 64 }), ApiProperty(PROVIDER_NAME));
}

/** Documents the path parameter `provider`. */
export const ProviderParam = (): MethodDecorator =>
  ApiParam({
    name: 'provider',
    description: 'Name of the payment provider',
    schema: PROVIDER_NAME,
    example: 'stripe',
  });
