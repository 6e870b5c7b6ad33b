import { isLongerThan } from '../../platform/domain/characters';
import { isStorableText } from '../../platform/http/field-rules';
import { AnswerField, StringListField } from '../../platform/http/fields';

const MAX_TAXES = 50;
const EXAMPLE = ['vat_20'];

/** Declares the optional `tax_codes` of a request. An empty list removes all taxes. */
export function TaxCodesField(): PropertyDecorator {
  return StringListField({
    description:
      'Codes of the taxes to apply, e.g. `["vat_20"]`. Taxes of the plan take precedence over those of the customer, which take precedence over those of the organization',
    example: [], // Swagger UI sends the example, and any code would be unknown in a new organization
    optional: true,
    max: MAX_TAXES,
    test: (code) => code.length > 0 && !isLongerThan(code, 255) && isStorableText(code),
    must: 'be the code of a tax',
    once: 'tax',
  });
}

/** Declares the `tax_codes` of a response. */
export function TaxCodesAnswer(): PropertyDecorator {
  return AnswerField({
    description: 'Codes of the taxes assigned to this record, sorted',
    type: [String],
    example: EXAMPLE,
  });
}

/** Returns the codes in the order in which they are shown. */
export function sortedCodes(codes: readonly string[]): string[] {
  return [...codes].sort();
}
