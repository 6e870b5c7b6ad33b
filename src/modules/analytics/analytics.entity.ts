import { Column, Entity, PrimaryColumn } from 'typeorm';
import { OrganizationId } from '../../platform/database/columns';
import type { InvoiceTransition } from './analytics.rules';

/** What happened to the invoices of an organization on one day, by currency. */
@Entity('invoice_days')
export class InvoiceDayEntity {
  @OrganizationId() organizationId!: string;
  @PrimaryColumn({ type: 'date' }) day!: string;
  @PrimaryColumn({ type: 'text' }) currency!: string;
  @PrimaryColumn({ type: 'text' }) transition!: InvoiceTransition;
  @Column({ type: 'bigint' }) invoices!: string;
  @Column({ type: 'numeric' }) amountTotal!: string;
}

/** What one active subscription adds to the recurring revenue. */
@Entity('recurring_revenue')
export class RecurringRevenueEntity {
  @OrganizationId() organizationId!: string;
  @PrimaryColumn({ type: 'uuid' }) subscriptionId!: string;
  @Column({ type: 'text' }) currency!: string;
  @Column({ type: 'numeric' }) monthly!: string;
}

/** Recurring revenue at the end of a day on which it changed. */
@Entity('recurring_revenue_days')
export class RecurringRevenueDayEntity {
  @OrganizationId() organizationId!: string;
  @PrimaryColumn({ type: 'text' }) currency!: string;
  @PrimaryColumn({ type: 'date' }) day!: string;
  @Column({ type: 'bigint' }) subscriptions!: string;
  @Column({ type: 'numeric' }) monthly!: string;
}
