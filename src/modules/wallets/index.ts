export { WalletsModule } from './wallets.module';
export { WalletsService } from './wallets.service';
export { WalletCreated, WalletTerminated, WalletTransactionCreated } from './wallet.events';
