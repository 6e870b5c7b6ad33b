export { TaxesModule } from './taxes.module';
export { TaxesService } from './taxes.service';
export { AppliedTaxes, type AppliedTax } from './applied-taxes';
export { taxCents } from './tax.rules';
export { TaxCodesAnswer, TaxCodesField, sortedCodes } from './tax-codes.field';
