import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Between, LessThan, MoreThanOrEqual, type FindOperator } from 'typeorm';
import { recordTransitions } from '../database/audit-entries';
import { Transactions, type Caller, type Transaction } from '../database/transactions';
import type { Page, PageQuery } from '../http/paging';
import { withoutUndefined } from '../http/without-undefined';
import { Outbox } from '../outbox/outbox';
import type { StoredEvent } from '../outbox/stored-event';
import { findPartitionedPage } from '../partitions/find-partitioned-page';
import { windowsWithin } from '../partitions/partition-windows.rules';
import { Partitions } from '../partitions/partitions';
import { AuditEntryEntity } from './audit-entry.entity';

/** Filters of the audit log; absent ones match everything. */
export interface AuditFilters {
  actorType: AuditEntryEntity['actorType'] | undefined;
  apiKeyId: string | undefined;
  operation: string | undefined;
  objectType: string | undefined;
  objectId: string | undefined;
  requestId: string | undefined;
  createdAfter: Date | undefined;
  createdBefore: Date | undefined;
}

/** The objects whose transitions by jobs are recorded. */
const RECORDED_TYPES = new Set(['subscription', 'invoice', 'payment']);

/**
 * Reads the audit log, and records transitions that no request made (docs/security.md#audit-log). Entries of requests are
 * written by `Transactions`.
 */
@Injectable()
export class AuditLog implements OnModuleInit {
  constructor(
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly partitions: Partitions,
  ) {}

  onModuleInit(): void {
    this.outbox.subscribe((tx, events) => this.record(tx, events));
  }

  async list(caller: Caller, filters: AuditFilters, query: PageQuery): Promise<Page<AuditEntryEntity>> {
    const { createdAfter, createdBefore, ...columns } = filters;
    const createdAt = within(createdAfter, createdBefore);
    const where = {
      ...withoutUndefined({ ...columns, createdAt }),
      organizationId: caller.organizationId,
    };
    const windows = windowsWithin(await this.partitions.windowsOf('audit_log'), {
      from: createdAfter,
      to: createdBefore,
    });
    const { dataSource } = this.transactions.reader;
    const run = <T>(work: (tx: Transaction) => Promise<T>) => this.transactions.readFor(caller, work);
    return findPartitionedPage({ dataSource, windows, run }, AuditEntryEntity, where, query);
  }

  /** A request has one entry, whatever it causes. */
  private async record(tx: Transaction, events: readonly StoredEvent[]): Promise<void> {
    const author = this.transactions.authorOf(tx);
    if (author !== undefined && 'operation' in author) return;
    const transitions = events.filter((it) => RECORDED_TYPES.has(it.objectType));
    if (transitions.length > 0) await recordTransitions(tx, author?.job ?? null, transitions);
  }
}

function within(after: Date | undefined, before: Date | undefined): FindOperator<Date> | undefined {
  if (after !== undefined && before !== undefined) {
    return Between(after, new Date(before.getTime() - 1)); // `before` is exclusive, to the millisecond
  }
  if (after !== undefined) return MoreThanOrEqual(after);
  return before === undefined ? undefined : LessThan(before);
}
