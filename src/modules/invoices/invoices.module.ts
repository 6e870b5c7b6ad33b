import { Module } from '@nestjs/common';
import { extend } from '../../platform/extensions';
import { RECONCILIATION_CHECKS } from '../../platform/reconciliation/reconciliation-checks';
import { CUSTOMER_DELETION_GUARDS, CUSTOMER_DEPENDENTS, CustomersModule } from '../customers';
import { UsageModule } from '../usage';
import { OrganizationsModule } from '../organizations';
import { PlansModule } from '../plans';
import { AppliedTaxes, TaxesModule } from '../taxes';
import { BilledCustomers } from './billed-customers';
import { INVOICE_NUMBERING, PREFIXED_NUMBERS } from './extensions/invoice-numbering';
import { INVOICE_PREVIEWS, InvoicePreviews } from './extensions/invoice-previews';
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
import { InvoiceReconciliation } from './invoice-reconciliation';
import { InvoiceRefunds } from './invoice-refunds';
import { InvoiceBalances } from './invoice-balances';
import { AppliedAmountsRepository } from './applied-amounts.repository';
import { InvoiceVoiding } from './invoice-voiding';
import { InvoicesDue } from './invoices-due';
import { InvoicesController } from './invoices.controller';
import { InvoiceBillingErrors } from './invoice-billing-errors';
import { InvoicesJobs } from './invoices.jobs';
import { InvoicesRepository } from './invoices.repository';
import { InvoicesService } from './invoices.service';
import { OneOffInvoices } from './one-off-invoices';
import { SubscriptionPreviews } from './subscription-previews';

/** Extension points that a module of any layer may use. */
const EXTENSIONS = [
  { provide: INVOICE_LINE_SOURCES, useClass: InvoiceLineSources },
  {
    provide: TAX_CALCULATOR,
    inject: [AppliedTaxes],
    useFactory: (taxes: AppliedTaxes) => new Replaceable(new NearestTaxes(taxes)),
  },
  { provide: INVOICE_NUMBERING, useFactory: () => new Replaceable(PREFIXED_NUMBERS) },
  { provide: INVOICE_PREVIEWS, useClass: InvoicePreviews },
];

@Module({
  imports: [CustomersModule, UsageModule, OrganizationsModule, PlansModule, TaxesModule],
  controllers: [InvoicesController],
  providers: [
    ...EXTENSIONS,
    BilledCustomers,
    extend(CUSTOMER_DELETION_GUARDS, BilledCustomers),
    extend(CUSTOMER_DEPENDENTS, BilledCustomers),
    InvoiceBilling,
    InvoiceComposer,
    InvoiceDebts,
    InvoiceDebtsRepository,
    InvoiceDrafts,
    InvoiceFinalization,
    InvoiceFunding,
    InvoiceNumbers,
    InvoiceReconciliation,
    extend(RECONCILIATION_CHECKS, InvoiceReconciliation),
    InvoiceRefunds,
    InvoiceBalances,
    AppliedAmountsRepository,
    InvoiceVoiding,
    InvoicesDue,
    InvoicesJobs,
    InvoiceBillingErrors,
    extend(RECONCILIATION_CHECKS, InvoiceBillingErrors),
    InvoicesRepository,
    InvoicesService,
    OneOffInvoices,
    SubscriptionPreviews,
  ],
  exports: [
    INVOICE_LINE_SOURCES,
    TAX_CALCULATOR,
    INVOICE_NUMBERING,
    INVOICE_PREVIEWS,
    InvoiceBilling,
    InvoiceDebts,
    InvoiceFunding,
    InvoiceBalances,
    InvoiceRefunds,
  ],
})
export class InvoicesModule {}
