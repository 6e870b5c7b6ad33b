import { Injectable } from '@nestjs/common';
import { cursorPage, operatorOf, type Section } from '../../platform/database/cursor-page';
import type { Transaction } from '../../platform/database/transactions';
import type { Page, PageQuery } from '../../platform/http/paging';
import type { NotChargedReason } from './not-charged';
import { EVENT_COLUMNS, usageEventOf, type EventRow, type UsageEvent } from './usage-event';

/** Filters as requested. */
export interface EventQuery {
  transactionId: string | undefined;
  externalCustomerId: string | undefined;
  externalSubscriptionId: string | undefined;
  code: string | undefined;
  from: Date | undefined;
  to: Date | undefined;
  charged: boolean | undefined;
  notChargedReason: NotChargedReason | undefined;
}

export interface EventFilters extends EventQuery {
  /** IDs of the subscriptions that match the external IDs; undefined without external IDs. */
  subscriptionIds: string[] | undefined;
}

@Injectable()
export class UsageEventsRepository {
  async find(tx: Transaction, organizationId: string, id: string): Promise<UsageEvent | null> {
    const text = `SELECT ${EVENT_COLUMNS} FROM usage_events WHERE organization_id = $1 AND id = $2`;
    const [row] = await tx.query<EventRow[]>(text, [organizationId, id]);
    return row === undefined ? null : usageEventOf(row);
  }

  list(
    tx: Transaction,
    organizationId: string,
    filters: EventFilters,
    query: PageQuery,
  ): Promise<Page<UsageEvent>> {
    // Not the subscriptions: another one of the same customer must not invalidate cursors.
    const { subscriptionIds: _, ...requested } = filters;
    return cursorPage(query, {
      identity: JSON.stringify(['usage_events', organizationId, requested]),
      // Lists can only be sorted by creation, which is the order of the primary key.
      valueType: null,
      valueOf: () => null,
      read: (section) => this.read(tx, organizationId, filters, section),
      count: () => this.count(tx, organizationId, filters),
    });
  }

  private async read(
    tx: Transaction,
    organizationId: string,
    filters: EventFilters,
    section: Section,
  ): Promise<UsageEvent[]> {
    const { where, values } = conditionsOf(organizationId, filters);
    const { direction, from, skip, limit } = section;
    if (from !== null) values.push(from.id);
    const beyond = from === null ? '' : `AND id ${operatorOf(section, from)} $${values.length}`;
    const page = `ORDER BY organization_id ${direction}, id ${direction} LIMIT ${limit} OFFSET ${skip}`;
    const text = `SELECT ${EVENT_COLUMNS} FROM usage_events WHERE ${where} ${beyond} ${page}`;
    return (await tx.query<EventRow[]>(text, values)).map(usageEventOf);
  }

  private count(tx: Transaction, organizationId: string, filters: EventFilters): Promise<number> {
    const isBounded = [filters.transactionId, filters.from, filters.to].some((it) => it !== undefined);
    return isBounded
      ? this.countEvents(tx, organizationId, filters)
      : this.countStored(tx, organizationId, filters);
  }

  private countStored(tx: Transaction, organizationId: string, filters: EventFilters): Promise<number> {
    const { charged, notChargedReason } = filters;
    return charged === undefined && notChargedReason === undefined
      ? this.countFromTotals(tx, organizationId, filters)
      : this.countByReason(tx, organizationId, filters);
  }

  /** Counts rows. Used only with a time range or a transaction ID, which bounds the cost. */
  private async countEvents(tx: Transaction, organizationId: string, filters: EventFilters): Promise<number> {
    const { where, values } = conditionsOf(organizationId, filters);
    const text = `SELECT count(*)::text AS count FROM usage_events WHERE ${where}`;
    const [row] = await tx.query<[{ count: string }]>(text, values);
    return Number(row.count);
  }

  /** Adds up the counts in the running aggregates and the few events without a billing period. */
  private async countFromTotals(
    tx: Transaction,
    organizationId: string,
    { subscriptionIds, code }: EventFilters,
  ): Promise<number> {
    const [row] = await tx.query<[{ count: string }]>(
      `SELECT (
         (SELECT coalesce(sum(total.events_count + total.late_count), 0) FROM usage_totals AS total
            JOIN usage_periods AS period
              ON period.organization_id = total.organization_id AND period.id = total.period_id
           WHERE total.organization_id = $1 AND ($2::uuid[] IS NULL OR period.subscription_id = ANY ($2))
             AND ($3::text IS NULL OR total.billable_metric_id IN
                  (SELECT id FROM billable_metrics WHERE organization_id = $1 AND code = $3)))
         + (SELECT count(*) FROM usage_events
             WHERE organization_id = $1 AND period_id IS NULL
               AND ($2::uuid[] IS NULL OR subscription_id = ANY ($2)) AND ($3::text IS NULL OR code = $3))
       )::text AS count`,
      [organizationId, subscriptionIds ?? null, code ?? null],
    );
    return Number(row.count);
  }

  /** Like `countFromTotals`, by the reason why events are not charged. */
  private async countByReason(
    tx: Transaction,
    organizationId: string,
    { subscriptionIds, code, charged, notChargedReason }: EventFilters,
  ): Promise<number> {
    const [row] = await tx.query<[{ count: string }]>(
      `WITH counts AS (
         SELECT total.events_count, total.late_count, EXISTS (
                  SELECT 1 FROM charges
                   WHERE charges.organization_id = total.organization_id
                     AND charges.plan_version_id = period.plan_version_id
                     AND charges.billable_metric_id = total.billable_metric_id) AS has_charge
           FROM usage_totals AS total
           JOIN usage_periods AS period
             ON period.organization_id = total.organization_id AND period.id = total.period_id
          WHERE total.organization_id = $1 AND ($2::uuid[] IS NULL OR period.subscription_id = ANY ($2))
            AND ($3::text IS NULL OR total.billable_metric_id IN
                 (SELECT id FROM billable_metrics WHERE organization_id = $1 AND code = $3))),
       reasons (reason, count) AS (
         SELECT NULL, sum(events_count) FROM counts WHERE has_charge
         UNION ALL SELECT 'late', sum(late_count) FROM counts WHERE has_charge
         UNION ALL SELECT 'no_charge', sum(events_count + late_count) FROM counts WHERE NOT has_charge
         UNION ALL
         SELECT not_charged_reason, count(*) FROM usage_events
          WHERE organization_id = $1 AND period_id IS NULL
            AND ($2::uuid[] IS NULL OR subscription_id = ANY ($2)) AND ($3::text IS NULL OR code = $3)
          GROUP BY not_charged_reason)
       SELECT coalesce(sum(count), 0)::text AS count FROM reasons
        WHERE ($4::boolean IS NULL OR $4 = (reason IS NULL)) AND ($5::text IS NULL OR reason = $5)`,
      [organizationId, subscriptionIds ?? null, code ?? null, charged ?? null, notChargedReason ?? null],
    );
    return Number(row.count);
  }

  /** Returns the IDs of the subscriptions that match the given external IDs. */
  async findSubscriptionIds(
    tx: Transaction,
    organizationId: string,
    by: { externalSubscriptionId: string | undefined; externalCustomerId: string | undefined },
  ): Promise<string[]> {
    const rows = await tx.query<{ id: string }[]>(
      `SELECT id FROM metered_subscriptions
        WHERE organization_id = $1 AND ($2::text IS NULL OR external_id = $2)
          AND ($3::text IS NULL OR customer_id IN
               (SELECT id FROM customers WHERE organization_id = $1 AND external_id = $3))`,
      [organizationId, by.externalSubscriptionId ?? null, by.externalCustomerId ?? null],
    );
    return rows.map((it) => it.id);
  }
}

function conditionsOf(organizationId: string, filters: EventFilters): { where: string; values: unknown[] } {
  const tests: [unknown, (placeholder: string) => string][] = [
    [organizationId, (it) => `organization_id = ${it}`],
    [filters.subscriptionIds, (it) => `subscription_id = ANY (${it})`],
    [filters.transactionId, (it) => `transaction_id = ${it}`],
    [filters.code, (it) => `code = ${it}`],
    [filters.from, (it) => `timestamp >= ${it}`],
    [filters.to, (it) => `timestamp < ${it}`],
    [filters.notChargedReason, (it) => `not_charged_reason = ${it}`],
  ];
  const given = tests.filter(([value]) => value !== undefined);
  const conditions = given.map(([, test], index) => test(`$${index + 1}`));
  // Not a parameter: the index of the events that are not charged is partial.
  if (filters.charged !== undefined)
    conditions.push(`not_charged_reason IS ${filters.charged ? '' : 'NOT '}NULL`);
  return { where: conditions.join(' AND '), values: given.map(([value]) => value) };
}
