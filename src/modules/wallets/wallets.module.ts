import { Module } from '@nestjs/common';
import { extend } from '../../platform/extensions';
import { RECONCILIATION_CHECKS } from '../../platform/reconciliation/reconciliation-checks';
import { CUSTOMER_DELETION_GUARDS, CUSTOMER_DEPENDENTS, CustomersModule } from '../customers';
import { INVOICE_FUNDING, InvoicesModule } from '../invoices';
import { CustomerWallets } from './customer-wallets';
import { WalletExpiration } from './wallet-expiration';
import { WalletFunding } from './wallet-funding';
import { WalletLedger } from './wallet-ledger';
import { WalletReconciliation } from './wallet-reconciliation';
import { WalletsController } from './wallets.controller';
import { WalletsJobs } from './wallets.jobs';
import { WalletsRepository } from './wallets.repository';
import { WalletsService } from './wallets.service';

@Module({
  imports: [CustomersModule, InvoicesModule],
  controllers: [WalletsController],
  providers: [
    WalletsService,
    WalletsRepository,
    WalletLedger,
    WalletFunding,
    extend(INVOICE_FUNDING, WalletFunding, { order: 200 }),
    WalletExpiration,
    WalletsJobs,
    WalletReconciliation,
    extend(RECONCILIATION_CHECKS, WalletReconciliation),
    CustomerWallets,
    extend(CUSTOMER_DELETION_GUARDS, CustomerWallets),
    extend(CUSTOMER_DEPENDENTS, CustomerWallets),
  ],
  exports: [WalletsService],
})
export class WalletsModule {}
