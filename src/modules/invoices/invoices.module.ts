import { Module } from '@nestjs/common';
import { RECONCILIATION_CHECKS } from '../../platform/reconciliation/reconciliation-checks';
import { extend } from '../../platform/extensions';
import { defineScopes } from '../../platform/http/scopes';
import {
  CUSTOMER_CURRENCY_GUARDS,
  CUSTOMER_DELETION_GUARDS,
  CUSTOMER_ERASURE_GUARDS,
  CustomersModule,
} from '../customers';
import { EventsModule, USAGE_CONSUMERS } from '../events';
import { OrganizationsModule } from '../organizations';
import { TaxesModule } from '../taxes';
import { InvoicedCurrencyGuard, UnpaidInvoicesGuard } from './customer-guards';
import { ErasedBuyers } from './erased-buyers';
import { BillExtensions } from './compose/bill-extensions';
import { BillDiscounts } from './compose/bill-discounts';
import { BillLines } from './compose/bill-lines';
import { BillPipeline } from './compose/bill-pipeline';
import { Spendings } from './compose/spending';
import { NearestTaxes } from './extensions/tax-calculator';
import { FeesController } from './fees.controller';
import { FeesService } from './fees.service';
import { InvoiceDocuments } from './invoice-documents';
import { InvoiceFeesRepository } from './invoice-fees.repository';
import { InvoicesController } from './invoices.controller';
import { InvoicesRepository } from './invoices.repository';
import { InvoicesService } from './invoices.service';
import { CreditInvoices } from './lifecycle/credit-invoices';
import { DraftDates } from './lifecycle/draft-dates';
import { InvoiceBilling } from './lifecycle/invoice-billing';
import { InvoiceDrafts } from './lifecycle/invoice-drafts';
import { InvoiceFinalization } from './lifecycle/invoice-finalization';
import { InvoiceFundings } from './lifecycle/invoice-fundings';
import { InvoiceNumbers } from './lifecycle/invoice-numbers';
import { InvoiceVoiding } from './lifecycle/invoice-voiding';
import { InvoicesDue } from './lifecycle/invoices-due';
import { IssuingDetails } from './lifecycle/issuing-details';
import { OneOffInvoices } from './lifecycle/one-off-invoices';
import { InvoiceDebts } from './settlement/invoice-debts';
import { InvoiceDebtsRepository } from './settlement/invoice-debts.repository';
import { InvoiceReconciliation } from './settlement/invoice-reconciliation';
import { InvoiceRefunds } from './settlement/invoice-refunds';
import { InvoiceReservations } from './settlement/reservations';
import { InvoiceSettlements } from './settlement/invoice-settlements';
import { InvoiceSettlementsRepository } from './settlement/invoice-settlements.repository';
import { ReceivablesController } from './settlement/receivables.controller';

const COMPOSE = [BillPipeline, BillExtensions, BillLines, BillDiscounts, NearestTaxes, Spendings];
const LIFECYCLE = [
  CreditInvoices,
  DraftDates,
  InvoiceBilling,
  InvoiceDrafts,
  InvoiceFinalization,
  InvoiceFundings,
  InvoiceNumbers,
  InvoiceVoiding,
  InvoicesDue,
  IssuingDetails,
  OneOffInvoices,
];
const SETTLEMENT = [
  InvoiceDebts,
  InvoiceDebtsRepository,
  InvoiceReconciliation,
  InvoiceRefunds,
  InvoiceReservations,
  InvoiceSettlements,
  InvoiceSettlementsRepository,
];

defineScopes({
  'invoices:read': 'List, get and preview invoices',
  'invoices:write': 'Create one-off invoices; finalize and void invoices; create links to documents',
});

@Module({
  imports: [CustomersModule, EventsModule, OrganizationsModule, TaxesModule],
  controllers: [InvoicesController, FeesController, ReceivablesController],
  providers: [
    InvoicesService,
    InvoicesRepository,
    FeesService,
    InvoiceDocuments,
    InvoiceFeesRepository,
    ...COMPOSE,
    ...LIFECYCLE,
    ...SETTLEMENT,
    extend(RECONCILIATION_CHECKS, InvoiceReconciliation),
    ErasedBuyers,
    UnpaidInvoicesGuard,
    extend(CUSTOMER_ERASURE_GUARDS, UnpaidInvoicesGuard),
    extend(CUSTOMER_DELETION_GUARDS, UnpaidInvoicesGuard),
    InvoicedCurrencyGuard,
    extend(CUSTOMER_CURRENCY_GUARDS, InvoicedCurrencyGuard),
    extend(USAGE_CONSUMERS, InvoiceDrafts),
  ],
  exports: [
    CreditInvoices,
    InvoicesService,
    InvoiceBilling,
    InvoiceDebts,
    InvoiceDocuments,
    InvoiceRefunds,
    InvoiceReservations,
    InvoiceSettlements,
  ],
})
export class InvoicesModule {}
