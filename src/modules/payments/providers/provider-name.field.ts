import { applyDecorators } from '@nestjs/common';
import { ApiParam, ApiProperty } from '@nestjs/swagger';
import { TextField, type FieldOptions } from '../../../platform/http/fields';
import { publishedProviders } from './published-providers';

/** The names in the API description. Not used to validate, because this list is shared by all services of a process. */
const names = publishedProviders.map((it) => it.name);

/** Adds the name of a provider that a module registers to the API description, which is built after that. */
export function describeProviderName(name: string): void {
  if (!names.includes(name)) names.push(name);
}

/** Declares the name of a payment provider. The use case refuses names that no provider has. */
export function ProviderNameField(options: FieldOptions): PropertyDecorator {
  return applyDecorators(TextField({ ...options, max: 64 }), ApiProperty({ enum: names }));
}

/** Documents the path parameter `provider`. */
export const ProviderParam = (): MethodDecorator =>
  ApiParam({ name: 'provider', description: 'Name of the payment provider', enum: names, example: 'stripe' });
