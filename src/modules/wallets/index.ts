export { WalletsModule } from './wallets.module';
export { WalletsService } from './wallets.service';
export { TopUpUndelivered, WalletCreated, WalletTerminated, WalletTransactionCreated } from './wallet.events';
