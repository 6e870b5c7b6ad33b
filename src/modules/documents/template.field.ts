import { field, satisfies, type FieldOptions } from '../../platform/http/field-definition';
import { INVOICE_DOCUMENT } from './template';

const { describedNames } = INVOICE_DOCUMENT;

/** Declares the name of a document template. The use case refuses names that no template has. */
export function TemplateField(options: FieldOptions): PropertyDecorator {
  const isText = (value: unknown): boolean => typeof value === 'string';
  const message = (): string => `must be one of: ${describedNames.join(', ')}`;
  const schema = { type: String, enum: describedNames };
  return field(options, schema, satisfies('isTemplate', isText, 'invalid_value', message));
}
