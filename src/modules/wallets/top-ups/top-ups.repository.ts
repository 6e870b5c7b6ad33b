import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type { Transaction } from '../../../platform/database/transactions';
import { WalletTopUpEntity, type TopUpStatus } from './wallet-top-up.entity';

/** Queries of collected top-ups. */
@Injectable()
export class TopUpsRepository {
  async insert(tx: Transaction, topUp: WalletTopUpEntity): Promise<void> {
    await tx.insert(WalletTopUpEntity, topUp);
  }

  /** Locks the pending top-ups of invoices, by wallet. */
  lockPending(
    tx: Transaction,
    organizationId: string,
    invoiceIds: readonly string[],
  ): Promise<WalletTopUpEntity[]> {
    return tx.find(WalletTopUpEntity, {
      where: { organizationId, invoiceId: In([...invoiceIds]), status: 'pending' },
      order: { walletId: 'ASC', id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
  }

  /** Locks the granted top-ups of invoices, by wallet. */
  lockGranted(
    tx: Transaction,
    organizationId: string,
    invoiceIds: readonly string[],
  ): Promise<WalletTopUpEntity[]> {
    return tx.find(WalletTopUpEntity, {
      where: { organizationId, invoiceId: In([...invoiceIds]), status: 'granted' },
      order: { walletId: 'ASC', id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
  }

  async noteTakenBack(
    tx: Transaction,
    { organizationId, id }: WalletTopUpEntity,
    amounts: Pick<WalletTopUpEntity, 'takenBackCents' | 'notTakenBackCents' | 'updatedAt'>,
  ): Promise<void> {
    await tx.update(WalletTopUpEntity, { organizationId, id }, amounts);
  }

  async end(
    tx: Transaction,
    { organizationId, id }: WalletTopUpEntity,
    status: TopUpStatus,
    updatedAt: Date,
  ): Promise<void> {
    await tx.update(WalletTopUpEntity, { organizationId, id }, { status, updatedAt });
  }
}
