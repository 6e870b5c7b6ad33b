import { Injectable } from '@nestjs/common';
import { In, IsNull } from 'typeorm';
import type { QueryDeepPartialEntity } from 'typeorm';
import { notMoving } from '../../platform/cells/held-organizations';
import { findPage } from '../../platform/database/find-page';
import { registerUniqueConstraint } from '../../platform/database/pg-errors';
import type { Transaction } from '../../platform/database/transactions';
import type { Page, PageQuery } from '../../platform/http/paging';
import { withoutUndefined } from '../../platform/http/without-undefined';
import { notPostponed, type DueRow } from '../../platform/jobs/job-failures';
import { notResting, type CoveredInvoice, type PaymentNews, type TargetKey } from '../payments';
import { CollectionEntity, CollectionReservationEntity } from './collection.entity';
import type { CollectionKind, CollectionStatus } from './collection.rules';

registerUniqueConstraint(
  'collection_reservations_open',
  'Another collection of one of the invoices was created at the same time.',
);
registerUniqueConstraint(
  'collections_invoice',
  'Another collection of the invoice was created at the same time.',
);
registerUniqueConstraint(
  'collections_payment_request',
  'Another collection of the payment request was created at the same time.',
);

/** The due queue of collections that are to be advanced. */
export const QUEUE = 'collections';

export interface CollectionFilters {
  invoiceId?: string | undefined;
  paymentRequestId?: string | undefined;
  customerId?: string | undefined;
  status?: CollectionStatus | undefined;
  kind?: CollectionKind | undefined;
  provider?: string | undefined;
}

/** An open reservation. */
export interface OpenReservation {
  invoiceId: string;
  collectionId: string;
}

/** The columns of a collection that change. */
export type CollectionChanges = Omit<QueryDeepPartialEntity<CollectionEntity>, 'organizationId' | 'id'>;

/** Queries of collections and what they reserve. Times of polling are the database's, which no test clock moves. */
@Injectable()
export class CollectionsRepository {
  find(tx: Transaction, organizationId: string, id: string): Promise<CollectionEntity | null> {
    return tx.findOneBy(CollectionEntity, { organizationId, id });
  }

  findForUpdate(tx: Transaction, organizationId: string, id: string): Promise<CollectionEntity | null> {
    const where = { organizationId, id };
    return tx.findOne(CollectionEntity, { where, lock: { mode: 'pessimistic_write' } });
  }

  /** Returns the collection if it is due. */
  async findDue(tx: Transaction, organizationId: string, id: string): Promise<CollectionEntity | null> {
    const due = 'organization_id = :organizationId AND id = :id AND next_action_at <= clock_timestamp()';
    return tx.createQueryBuilder(CollectionEntity, 'collection').where(due, { organizationId, id }).getOne();
  }

  list(
    tx: Transaction,
    organizationId: string,
    filters: CollectionFilters,
    query: PageQuery,
  ): Promise<Page<CollectionEntity>> {
    return findPage(tx, CollectionEntity, { ...withoutUndefined(filters), organizationId }, query);
  }

  /** Inserts a collection with its reservations. */
  async insert(
    tx: Transaction,
    collection: CollectionEntity,
    invoices: readonly CoveredInvoice[],
  ): Promise<void> {
    await tx.insert(CollectionEntity, collection);
    const { organizationId, id: collectionId } = collection;
    const rows = invoices.map(({ invoiceId, amountDueCents: amountCents }) => ({
      ...{ organizationId, collectionId, invoiceId, amountCents },
      closedAt: null,
    }));
    await tx.insert(CollectionReservationEntity, rows);
  }

  async update(
    tx: Transaction,
    { organizationId, id }: CollectionEntity,
    changes: CollectionChanges,
  ): Promise<void> {
    await tx.update(CollectionEntity, { organizationId, id }, changes);
  }

  /** The number of the next collection of the target, which the caller has locked. */
  async nextAttempt(tx: Transaction, organizationId: string, { type, id }: TargetKey): Promise<number> {
    const column = type === 'invoice' ? 'invoice_id' : 'payment_request_id';
    const [row] = await tx.query<{ next: number }[]>(
      `SELECT coalesce(max(attempt_number), 0) + 1 AS next FROM collections
        WHERE organization_id = $1 AND ${column} = $2`,
      [organizationId, id],
    );
    return row?.next ?? 1;
  }

  async openReservations(
    tx: Transaction,
    organizationId: string,
    invoiceIds: readonly string[],
  ): Promise<OpenReservation[]> {
    const where = { organizationId, invoiceId: In([...invoiceIds]), closedAt: IsNull() };
    return tx.find(CollectionReservationEntity, {
      select: { invoiceId: true, collectionId: true },
      where,
      order: { invoiceId: 'ASC' },
    });
  }

  /** Returns the collections that reserve any of the invoices. */
  async findReserving(
    tx: Transaction,
    organizationId: string,
    invoiceIds: readonly string[],
  ): Promise<CollectionEntity[]> {
    const reservations = await this.openReservations(tx, organizationId, invoiceIds);
    const ids = [...new Set(reservations.map((it) => it.collectionId))];
    return ids.length === 0 ? [] : tx.findBy(CollectionEntity, { organizationId, id: In(ids) });
  }

  /** Returns the last link of a target. */
  findLastLink(tx: Transaction, organizationId: string, key: TargetKey): Promise<CollectionEntity | null> {
    const column = key.type === 'invoice' ? 'invoiceId' : 'paymentRequestId';
    const where = { organizationId, [column]: key.id, kind: 'link' as const };
    return tx.findOne(CollectionEntity, { where, order: { attemptNumber: 'DESC' } });
  }

  async closeReservations(tx: Transaction, { organizationId, id }: CollectionEntity): Promise<void> {
    await tx.query(
      `UPDATE collection_reservations SET closed_at = now()
        WHERE organization_id = $1 AND collection_id = $2 AND closed_at IS NULL`,
      [organizationId, id],
    );
  }

  /** Returns the time of the database. */
  async now(tx: Transaction): Promise<Date> {
    const [row] = await tx.query<{ now: Date }[]>('SELECT clock_timestamp() AS now');
    if (row === undefined) throw new Error('The database did not tell the time');
    return row.now;
  }

  /** Locks due collections of one organization, the longest due first; leaves out postponed ones. */
  async claim(tx: Transaction, now: Date, limit: number): Promise<DueRow[]> {
    const due = await tx.query<DueRow[]>(
      `SELECT organization_id AS "organizationId", id FROM collections AS collection
        WHERE next_action_at <= now() AND ${notPostponed(QUEUE, 'collection.id', '$1')} AND ${notMoving('collection')}
          AND ${notResting('collection')}
        ORDER BY next_action_at, organization_id, id LIMIT $2 FOR UPDATE OF collection SKIP LOCKED`,
      [now, limit],
    );
    // Those of other organizations are released with the transaction.
    return due.filter((it) => it.organizationId === due[0]?.organizationId);
  }

  /** Returns since when the first collection has been due; null while none is. */
  async dueSince(reader: Transaction, now: Date): Promise<Date | null> {
    const [row] = await reader.query<{ at: Date | null }[]>(
      `SELECT min(next_action_at) AS at FROM collections AS collection
        WHERE next_action_at <= now() AND ${notPostponed(QUEUE, 'collection.id', '$1')} AND ${notMoving('collection')}
          AND ${notResting('collection')}`,
      [now],
    );
    return row?.at ?? null;
  }

  /** Keeps others from advancing the collections for a while. */
  async lease(
    tx: Transaction,
    organizationId: string,
    ids: readonly string[],
    seconds: number,
  ): Promise<void> {
    await tx.query(
      `UPDATE collections SET next_action_at = now() + make_interval(secs => $3)
        WHERE organization_id = $1 AND id = ANY ($2)`,
      [organizationId, ids, seconds],
    );
  }

  /** Makes the collections that the news names due now, and returns how many they are. */
  async hear(tx: Transaction, { organizationId, provider, ...news }: PaymentNews): Promise<number> {
    const [, count] = await tx.query<[unknown, number]>(
      `UPDATE collections AS collection SET next_action_at = now(), heard_at = clock_timestamp(), polls = 0
        WHERE organization_id = $1 AND provider = $2 AND id IN (
          SELECT id FROM collections WHERE organization_id = $1 AND announced_payment_id = $3::uuid
          UNION ALL
          SELECT id FROM collections
           WHERE organization_id = $1 AND provider = $2 AND provider_object_id = ANY ($4::text[])
          UNION ALL
          SELECT collected.id FROM payments AS payment JOIN collections AS collected
              ON collected.organization_id = $1 AND collected.payment_id = payment.id
           WHERE payment.organization_id = $1 AND payment.provider = $2 AND payment.provider_payment_id = $5)`,
      [
        organizationId,
        provider,
        news.paymentId,
        [news.providerPaymentId, news.checkoutId].filter((it) => it !== null),
        news.providerPaymentId,
      ],
    );
    return count;
  }

  /** Asks for the end of the collections that still reserve one of the invoices. */
  async cancelOf(tx: Transaction, organizationId: string, invoiceIds: readonly string[]): Promise<number> {
    const [, count] = await tx.query<[unknown, number]>(
      `UPDATE collections AS collection SET cancel_requested_at = now(), next_action_at = now()
         FROM collection_reservations AS reservation
        WHERE reservation.organization_id = $1 AND reservation.invoice_id = ANY ($2) AND reservation.closed_at IS NULL
          AND collection.organization_id = $1 AND collection.id = reservation.collection_id
          AND collection.dead_at IS NULL AND collection.cancel_requested_at IS NULL`,
      [organizationId, invoiceIds],
    );
    return count;
  }
}
