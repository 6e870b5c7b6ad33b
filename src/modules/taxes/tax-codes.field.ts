import { isStorableText } from '../../platform/http/field-rules';
import { AnswerField, StringListField } from '../../platform/http/fields';

const MAX_TAXES = 50;
const EXAMPLE = ['vat_20'];

/** `tax_codes` of a record that can have taxes of its own: optional; an empty list takes them away. */
export function TaxCodesField(): PropertyDecorator {
  return StringListField({
    description:
      'Codes of the taxes that apply; of plan, customer and organization the nearest that has any wins; e.g. `["vat_20"]`',
    example: [], // a new organization has no taxes, and Swagger UI fills the example in
    optional: true,
    max: MAX_TAXES,
    test: (code) => code.length > 0 && code.length <= 255 && isStorableText(code),
    must: 'be the code of a tax',
  });
}

/** `tax_codes` of an answer. */
export function TaxCodesAnswer(): PropertyDecorator {
  return AnswerField({ description: 'Codes of its own taxes, in order', type: [String], example: EXAMPLE });
}

/** A set of codes in the one order in which it is kept and shown. */
export function sortedCodes(codes: readonly string[]): string[] {
  return [...new Set(codes)].sort();
}
