import { Module } from '@nestjs/common';
import { CustomersModule } from '../customers';
import { EventsModule } from '../events';
import { OrganizationsModule } from '../organizations';
import { AppliedTaxes, TaxesModule } from '../taxes';
import { INVOICE_NUMBERING, PREFIXED_NUMBERS } from './extensions/invoice-numbering';
import { INVOICE_LINE_SOURCES, InvoiceLineSources } from './extensions/line-sources';
import { Replaceable } from './extensions/replaceable';
import { NearestTaxes, TAX_CALCULATOR } from './extensions/tax-calculator';
import { InvoiceBilling } from './invoice-billing';
import { InvoiceComposer } from './invoice-composer';
import { InvoiceDebts } from './invoice-debts';
import { InvoiceDebtsRepository } from './invoice-debts.repository';
import { InvoiceDrafts } from './invoice-drafts';
import { InvoiceFinalization } from './invoice-finalization';
import { InvoiceFunding } from './invoice-funding';
import { InvoiceNumbers } from './invoice-numbers';
import { InvoiceSettlements } from './invoice-settlements';
import { InvoiceSettlementsRepository } from './invoice-settlements.repository';
import { InvoicesRepository } from './invoices.repository';

/** Parts that a module of any layer may add to or replace. */
const EXTENSIONS = [
  { provide: INVOICE_LINE_SOURCES, useClass: InvoiceLineSources },
  {
    provide: TAX_CALCULATOR,
    inject: [AppliedTaxes],
    useFactory: (taxes: AppliedTaxes) => new Replaceable(new NearestTaxes(taxes)),
  },
  { provide: INVOICE_NUMBERING, useFactory: () => new Replaceable(PREFIXED_NUMBERS) },
];

@Module({
  imports: [CustomersModule, EventsModule, OrganizationsModule, TaxesModule],
  providers: [
    ...EXTENSIONS,
    InvoiceBilling,
    InvoiceComposer,
    InvoiceDebts,
    InvoiceDebtsRepository,
    InvoiceDrafts,
    InvoiceFinalization,
    InvoiceFunding,
    InvoiceNumbers,
    InvoiceSettlements,
    InvoiceSettlementsRepository,
    InvoicesRepository,
  ],
  exports: [
    INVOICE_LINE_SOURCES,
    TAX_CALCULATOR,
    INVOICE_NUMBERING,
    InvoiceBilling,
    InvoiceDebts,
    InvoiceFunding,
    InvoiceSettlements,
  ],
})
export class InvoicesModule {}
