import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import {
  CustomerDependents,
  type CustomerDependent,
  type CustomerDocument,
  type CustomerKey,
} from '../customers';
import { WalletsRepository } from './wallets.repository';

/** Keeps the currency of customers with wallets. */
@Injectable()
export class CustomerWallets implements CustomerDependent, OnModuleInit {
  constructor(
    private readonly dependents: CustomerDependents,
    private readonly repository: WalletsRepository,
  ) {}

  onModuleInit(): void {
    this.dependents.register(this);
  }

  async documentNotIn(
    tx: Transaction,
    customer: CustomerKey,
    than: string | null,
  ): Promise<CustomerDocument | null> {
    const currency = await this.repository.otherCurrency(tx, customer, than);
    return currency === null ? null : { name: 'a wallet', currency };
  }
}
