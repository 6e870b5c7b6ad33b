/** Returns e.g. `WalletTransactionCreated` for `wallet.transaction_created`. */
export const pascalCase = (name: string): string =>
  name.replace(/(?:^|[._])([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
