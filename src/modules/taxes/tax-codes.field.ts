import { isStorableText } from '../../platform/http/field-rules';
import { AnswerField, StringListField } from '../../platform/http/fields';

const MAX_TAXES = 50;
const EXAMPLE = ['vat_20'];

/** `tax_codes` of a request: optional; an empty list removes all taxes. */
export function TaxCodesField(): PropertyDecorator {
  return StringListField({
    description:
      'Codes of the taxes that apply; of plan, customer and organization the nearest that has any wins; e.g. `["vat_20"]`',
    example: [], // Swagger UI sends the example, and a new organization has no taxes
    optional: true,
    max: MAX_TAXES,
    test: (code) => code.length > 0 && code.length <= 255 && isStorableText(code),
    must: 'be the code of a tax',
  });
}

/** `tax_codes` of a response. */
export function TaxCodesAnswer(): PropertyDecorator {
  return AnswerField({ description: 'Codes of its own taxes, in order', type: [String], example: EXAMPLE });
}

/** Removes duplicates and sorts, the order in which codes are stored and shown. */
export function sortedCodes(codes: readonly string[]): string[] {
  return [...new Set(codes)].sort();
}
