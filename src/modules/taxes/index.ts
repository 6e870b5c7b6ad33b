export { TaxesModule } from './taxes.module';
export { TaxesService } from './taxes.service';
export { AppliedTaxes, type AppliedTax, type TaxedFee } from './applied-taxes';
export { taxCents } from './tax.rules';
export {
  apportion,
  sharesByRate,
  splitTax,
  type RatedTax,
  type Shares,
  type TaxAmount,
} from './tax-split.rules';
export { StoredTaxes, taxAmountsOf, type StoredTax, type Taxed } from './stored-taxes';
export { TaxAmountDto, TaxAmountsAnswer, toTaxAmounts } from './tax-amount.dto';
export { TAX_CATEGORIES, type TaxCategory } from './tax-category.rules';
export { TaxCategoryDto, toTaxCategories } from './tax-category.dto';
export { taxClassOf, taxClassTotals, type TaxClass, type TaxClassTotal } from './tax-class.rules';
export { TaxCodesAnswer, TaxCodesField, sortedCodes } from './tax-codes.field';
