import { Inject, Module } from '@nestjs/common';
import { InvoicesModule, TAX_CALCULATOR, type TaxCalculatorSlot } from '../../../src/modules/invoices';

const LEVY = { code: 'levy', name: 'Levy', rate: '1' };

/** Taxes every line at 1 %, rounded down, and ignores the taxes of the organization. */
@Module({ imports: [InvoicesModule] })
export class FlatLevyModule {
  constructor(@Inject(TAX_CALCULATOR) slot: TaxCalculatorSlot) {
    slot.use({
      taxesOn: (_tx, _invoice, lines) =>
        Promise.resolve(
          lines.map(({ amountCents }) => ({ taxes: [{ ...LEVY, amountCents: amountCents / 100n }] })),
        ),
    });
  }
}
