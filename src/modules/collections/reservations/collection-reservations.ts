import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Transactions, type Transaction } from '../../../platform/database/transactions';
import type { HeldError } from '../../../platform/errors/app-error';
import { Outbox } from '../../../platform/outbox/outbox';
import type { Releaser } from '../../../platform/releases/releaser';
import {
  CollectionInFlightError,
  InvoicePaid,
  type InvoiceReservation,
  type InvoiceReserver,
} from '../../invoices';
import { CollectionsRepository } from '../collections.repository';
import { CollectionEnding } from '../lifecycle/collection-ending';
import { CollectionQueue } from '../lifecycle/collection-queue';

/** What collections reserve of invoices, and how they let go of it (docs/payments.md#reservations). */
@Injectable()
export class CollectionReservations implements InvoiceReserver, Releaser, OnModuleInit {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: CollectionsRepository,
    private readonly ending: CollectionEnding,
    private readonly queue: CollectionQueue,
    private readonly outbox: Outbox,
  ) {}

  onModuleInit(): void {
    // Paid in another way: a payment that was only registered reserves nothing.
    this.outbox.onBatch(InvoicePaid, async (tx, events) => {
      const ids = events.map((it) => it.objectId);
      const canceled = await this.repository.cancelOf(tx, events[0]?.organizationId ?? '', ids);
      if (canceled > 0) this.transactions.afterCommit(tx, this.queue.wake);
    });
  }

  openOf(
    tx: Transaction,
    organizationId: string,
    invoiceIds: readonly string[],
  ): Promise<readonly InvoiceReservation[]> {
    return this.repository.openReservations(tx, organizationId, invoiceIds);
  }

  release(organizationId: string, held: HeldError): Promise<boolean> {
    if (!(held instanceof CollectionInFlightError)) return Promise.resolve(false);
    return this.ending.end(organizationId, held.collectionId);
  }
}
