import { Injectable } from '@nestjs/common';
import { IsNull, type EntityTarget, type ObjectLiteral } from 'typeorm';
import { findPage } from '../../../platform/database/find-page';
import { registerUniqueConstraint } from '../../../platform/database/pg-errors';
import type { Transaction } from '../../../platform/database/transactions';
import type { Page, PageQuery } from '../../../platform/http/paging';
import { notHeld } from '../../../platform/cells/held-organizations';
import { notPostponed, type DueRow } from '../../../platform/jobs/job-failures';
import {
  PaymentMethodEntity,
  PaymentMethodSetupEntity,
  ProviderCustomerEntity,
} from './payment-method.entity';

registerUniqueConstraint(
  'provider_customers_provider',
  'Another customer of this organization has this provider_customer_id.',
);

/** The due queues: saved methods that are read, and pages on which methods are saved. */
export const METHODS_QUEUE = 'payment-methods';
export const SETUPS_QUEUE = 'payment-method-setups';

/** Tables whose rows a queue polls. */
export type Polled = 'provider_customers' | 'payment_method_setups';

/** Queries of customers at providers, their methods and setups. */
@Injectable()
export class PaymentMethodsRepository {
  findCustomer(
    tx: Transaction,
    organizationId: string,
    customerId: string,
    provider: string,
  ): Promise<ProviderCustomerEntity | null> {
    return tx.findOneBy(ProviderCustomerEntity, { organizationId, customerId, provider });
  }

  async saveCustomer(tx: Transaction, customer: ProviderCustomerEntity): Promise<void> {
    await tx.upsert(ProviderCustomerEntity, customer, ['organizationId', 'id']);
  }

  findOne<E extends ObjectLiteral>(
    tx: Transaction,
    entity: EntityTarget<E>,
    organizationId: string,
    id: string,
  ): Promise<E | null> {
    return tx
      .createQueryBuilder(entity, 'row')
      .where('row.organizationId = :organizationId AND row.id = :id', { organizationId, id })
      .getOne();
  }

  async saveSetup(tx: Transaction, setup: PaymentMethodSetupEntity): Promise<void> {
    await tx.upsert(PaymentMethodSetupEntity, setup, ['organizationId', 'id']);
  }

  /** Makes the open setups at a provider due now. */
  async hear(tx: Transaction, organizationId: string, provider: string): Promise<number> {
    const [, count] = await tx.query<[unknown, number]>(
      `UPDATE payment_method_setups SET next_action_at = now()
        WHERE organization_id = $1 AND provider = $2 AND next_action_at IS NOT NULL`,
      [organizationId, provider],
    );
    return count;
  }

  /** Makes the open setups of a customer due now. */
  async hearOf(tx: Transaction, organizationId: string, customerId: string): Promise<void> {
    await tx.query(
      `UPDATE payment_method_setups SET next_action_at = now()
        WHERE organization_id = $1 AND customer_id = $2 AND next_action_at IS NOT NULL`,
      [organizationId, customerId],
    );
  }

  list(
    tx: Transaction,
    organizationId: string,
    customerId: string,
    query: PageQuery,
  ): Promise<Page<PaymentMethodEntity>> {
    return findPage(tx, PaymentMethodEntity, { organizationId, customerId, deletedAt: IsNull() }, query);
  }

  /** Returns a method of the customer, also a deleted one. */
  find(
    tx: Transaction,
    organizationId: string,
    customerId: string,
    id: string,
  ): Promise<PaymentMethodEntity | null> {
    return tx.findOneBy(PaymentMethodEntity, { organizationId, customerId, id });
  }

  /** Returns all methods of a customer, deleted ones too, and locks them. */
  lockAll(tx: Transaction, organizationId: string, customerId: string): Promise<PaymentMethodEntity[]> {
    return tx.find(PaymentMethodEntity, {
      where: { organizationId, customerId },
      order: { createdAt: 'ASC', id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
  }

  findDefault(
    tx: Transaction,
    organizationId: string,
    customerId: string,
  ): Promise<PaymentMethodEntity | null> {
    const where = { organizationId, customerId, isDefault: true, isUsable: true, deletedAt: IsNull() };
    return tx.findOneBy(PaymentMethodEntity, where);
  }

  /** Whether the customer has, or has had, a saved method. */
  hasSaved(tx: Transaction, organizationId: string, customerId: string): Promise<boolean> {
    return tx.existsBy(PaymentMethodEntity, { organizationId, customerId });
  }

  async save(tx: Transaction, method: PaymentMethodEntity): Promise<void> {
    await tx.upsert(PaymentMethodEntity, method, ['organizationId', 'id']);
  }

  /** Returns the time of the database. */
  async now(tx: Transaction): Promise<Date> {
    const [row] = await tx.query<{ now: Date }[]>('SELECT clock_timestamp() AS now');
    if (row === undefined) throw new Error('The database did not tell the time');
    return row.now;
  }

  /** Locks due rows of one organization, the longest due first; leaves out postponed ones. */
  async claim(tx: Transaction, table: Polled, now: Date, limit: number): Promise<DueRow[]> {
    const due = await tx.query<DueRow[]>(
      `SELECT organization_id AS "organizationId", id FROM ${table} AS polled
        WHERE next_action_at <= now() AND ${notPostponed(queueOf(table), 'polled.id', '$1')} AND ${notHeld('polled')}
        ORDER BY next_action_at, organization_id, id LIMIT $2 FOR UPDATE OF polled SKIP LOCKED`,
      [now, limit],
    );
    // Those of other organizations are released with the transaction.
    return due.filter((it) => it.organizationId === due[0]?.organizationId);
  }

  /** Returns since when the first row has been due; null while none is. */
  async dueSince(reader: Transaction, table: Polled, now: Date): Promise<Date | null> {
    const [row] = await reader.query<{ at: Date | null }[]>(
      `SELECT min(next_action_at) AS at FROM ${table} AS polled
        WHERE next_action_at <= now() AND ${notPostponed(queueOf(table), 'polled.id', '$1')} AND ${notHeld('polled')}`,
      [now],
    );
    return row?.at ?? null;
  }

  /** Keeps others from polling the rows for a while. */
  async lease(
    tx: Transaction,
    table: Polled,
    organizationId: string,
    ids: readonly string[],
    seconds: number,
  ): Promise<void> {
    await tx.query(
      `UPDATE ${table} SET next_action_at = now() + make_interval(secs => $3)
        WHERE organization_id = $1 AND id = ANY ($2)`,
      [organizationId, ids, seconds],
    );
  }
}

const queueOf = (table: Polled): string => (table === 'provider_customers' ? METHODS_QUEUE : SETUPS_QUEUE);
