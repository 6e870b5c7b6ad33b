/** Categories of taxes in EN 16931, from the code list UNCL5305. */
export const TAX_CATEGORIES = ['S', 'Z', 'E', 'AE', 'K', 'G', 'O', 'L', 'M'] as const;
export type TaxCategory = (typeof TAX_CATEGORIES)[number];

/** The categories that may have a rate above 0. */
const RATED: readonly TaxCategory[] = ['S', 'L', 'M'];

/** A tax with a category of its own, or with the one that follows from its rate. */
interface CategorizedTax {
  /** Percent, as a decimal string of 0 or more. */
  rate: string;
  category?: TaxCategory | null;
}

/** Whether a decimal string of 0 or more is 0. */
const isZero = (rate: string): boolean => !/[1-9]/.test(rate);

/** Returns the category of a tax; without one of its own, that of its rate: `S`, or `Z` for 0 percent. */
export function categoryOf({ rate, category }: CategorizedTax): TaxCategory {
  return category ?? (isZero(rate) ? 'Z' : 'S');
}

/** Returns whether a tax of the category may have the rate. */
export function isRateAllowed({ rate, category = null }: CategorizedTax): boolean {
  return category === null || RATED.includes(category) || isZero(rate);
}
