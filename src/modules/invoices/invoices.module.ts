import { Module } from '@nestjs/common';
import { extend } from '../../platform/extensions';
import { RECONCILIATION_CHECKS } from '../../platform/reconciliation/reconciliation-checks';
import { SEARCH_SOURCES } from '../../platform/search/search-sources';
import { CUSTOMER_DELETION_GUARDS, CUSTOMER_DEPENDENTS, CustomersModule } from '../customers';
import { DOCUMENT_SOURCES, DocumentsModule } from '../documents';
import { UsageModule } from '../usage';
import { OrganizationsModule } from '../organizations';
import { PlansModule } from '../plans';
import { TaxesModule } from '../taxes';
import { BilledCustomers } from './billed-customers';
import { BillDiscounts } from './compose/bill-discounts';
import { BillExtensions } from './compose/bill-extensions';
import { BillFunding } from './compose/bill-funding';
import { BillLines } from './compose/bill-lines';
import { BillPipeline } from './compose/bill-pipeline';
import { SpentAmounts } from './compose/spent-amounts';
import { NearestTaxes } from './extensions/tax-calculator';
import { FeeExplanationsController } from './explanation/fee-explanations.controller';
import { FeeExplanations } from './explanation/fee-explanations.service';
import { InvoiceBilling } from './invoice-billing';
import { InvoiceDebts } from './invoice-debts';
import { InvoiceDebtsRepository } from './invoice-debts.repository';
import { InvoiceDocuments } from './documents/invoice-documents';
import { InvoiceDocumentsRepository } from './documents/invoice-documents.repository';
import { InvoiceDocumentsController } from './documents/invoice-documents.controller';
import { InvoiceDrafts } from './invoice-drafts';
import { InvoiceFinalDetails } from './final-details';
import { InvoiceFeesController } from './invoice-fees.controller';
import { InvoiceFeesRepository } from './invoice-fees.repository';
import { InvoiceFeesService } from './invoice-fees.service';
import { InvoiceFinalization } from './invoice-finalization';
import { InvoiceLinesRepository } from './invoice-lines.repository';
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
import { InvoiceSearch } from './invoice-search';

@Module({
  imports: [CustomersModule, DocumentsModule, UsageModule, OrganizationsModule, PlansModule, TaxesModule],
  controllers: [
    InvoiceFeesController,
    InvoicesController,
    InvoiceDocumentsController,
    FeeExplanationsController,
  ],
  providers: [
    BilledCustomers,
    extend(CUSTOMER_DELETION_GUARDS, BilledCustomers),
    extend(CUSTOMER_DEPENDENTS, BilledCustomers),
    InvoiceBilling,
    BillDiscounts,
    BillExtensions,
    BillFunding,
    BillLines,
    BillPipeline,
    SpentAmounts,
    NearestTaxes,
    InvoiceDebts,
    InvoiceDebtsRepository,
    InvoiceDocuments,
    InvoiceDocumentsRepository,
    extend(DOCUMENT_SOURCES, InvoiceDocuments),
    InvoiceDrafts,
    InvoiceFinalDetails,
    InvoiceFeesRepository,
    InvoiceFeesService,
    FeeExplanations,
    InvoiceFinalization,
    InvoiceLinesRepository,
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
    InvoiceSearch,
    extend(SEARCH_SOURCES, InvoiceSearch, { order: -2 }),
  ],
  exports: [InvoiceBilling, InvoiceDebts, InvoiceBalances, InvoiceRefunds],
})
export class InvoicesModule {}
