import { Module } from '@nestjs/common';
import { extend } from '../../platform/extensions';
import { defineScopes } from '../../platform/http/scopes';
import { RECONCILIATION_CHECKS } from '../../platform/reconciliation/reconciliation-checks';
import { CUSTOMER_CURRENCY_GUARDS, CUSTOMER_DELETION_GUARDS, CustomersModule } from '../customers';
import { INVOICE_FUNDING, InvoicesModule } from '../invoices';
import { CustomerWallets, WalletCurrencyGuard } from './customer-wallets';
import { AutoTopUps } from './auto-top-ups/auto-top-ups';
import { AutoTopUpsRepository } from './auto-top-ups/auto-top-ups.repository';
import { GrantPeriods } from './grants/grant-periods';
import { RecurringGrants } from './grants/recurring-grants';
import { RecurringGrantsRepository } from './grants/recurring-grants.repository';
import { TopUpRefunds } from './top-ups/top-up-refunds';
import { TopUpGrants } from './top-ups/top-up-grants';
import { TopUpsRepository } from './top-ups/top-ups.repository';
import { WalletTopUps } from './top-ups/wallet-top-ups';
import { WalletExpiration } from './wallet-expiration';
import { WalletFunding } from './wallet-funding';
import { WalletLedger } from './wallet-ledger';
import { WalletReconciliation } from './wallet-reconciliation';
import { WalletsController } from './wallets.controller';
import { WalletsRepository } from './wallets.repository';
import { WalletsService } from './wallets.service';

defineScopes({
  'wallets:read': 'List and get wallets and their transactions',
  'wallets:write': 'Create, update, terminate and top up wallets',
});

@Module({
  imports: [CustomersModule, InvoicesModule],
  controllers: [WalletsController],
  providers: [
    WalletsService,
    WalletsRepository,
    WalletLedger,
    WalletTopUps,
    TopUpGrants,
    TopUpRefunds,
    TopUpsRepository,
    GrantPeriods,
    RecurringGrants,
    RecurringGrantsRepository,
    AutoTopUps,
    AutoTopUpsRepository,
    WalletFunding,
    extend(INVOICE_FUNDING, WalletFunding, { order: 200 }),
    WalletExpiration,
    CustomerWallets,
    extend(CUSTOMER_DELETION_GUARDS, CustomerWallets),
    WalletCurrencyGuard,
    extend(CUSTOMER_CURRENCY_GUARDS, WalletCurrencyGuard),
    WalletReconciliation,
    extend(RECONCILIATION_CHECKS, WalletReconciliation),
  ],
  exports: [WalletsService],
})
export class WalletsModule {}
