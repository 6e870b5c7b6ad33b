import { Inject, Module } from '@nestjs/common';
import { InvoicesModule, TAX_CALCULATOR, type TaxCalculatorSlot } from '../../../src/modules/invoices';

const LEVY = { code: 'levy', name: 'Levy', rate: '1' };

/** Taxes every line with 1 %, rounded down, whatever taxes the organization has. */
@Module({ imports: [InvoicesModule] })
export class FlatLevyModule {
  constructor(@Inject(TAX_CALCULATOR) slot: TaxCalculatorSlot) {
    slot.use({
      taxesOn: (_tx, _invoice, lines) =>
        Promise.resolve(lines.map(({ amountCents }) => ({ taxes: [LEVY], amountCents: amountCents / 100n }))),
    });
  }
}
