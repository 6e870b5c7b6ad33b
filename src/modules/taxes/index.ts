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
export { TaxCodesAnswer, TaxCodesField, sortedCodes } from './tax-codes.field';
