export { TaxesModule } from './taxes.module';
export { TaxesService } from './taxes.service';
export { AppliedTaxes } from './applied-taxes';
export { TaxCodesAnswer, TaxCodesField, sortedCodes } from './tax-codes.field';
