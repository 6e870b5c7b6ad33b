import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import {
  AmountCents,
  Id,
  OptionalTimestamp,
  OrganizationId,
  SearchIndex,
  Timestamp,
} from '../../platform/database/columns';
import type { Party, Seller } from '../documents';
import type { BillingError } from './billing-error';
import type { BillOccasion } from './subscription-bill';
import type { InvoiceStatus, InvoiceType } from './invoice.rules';

@Entity('invoices')
@Index('invoices_number', ['organizationId', 'number'], { unique: true })
@Index('invoices_occasion', ['organizationId', 'subscriptionId', 'periodId', 'occasion'], { unique: true })
@Index('invoices_created', ['organizationId', 'createdAt', 'id'])
@SearchIndex('invoices_search_number')
@Index('invoices_issued', ['organizationId', 'issuingDate', 'id'])
@Index('invoices_customer', ['organizationId', 'customerId', 'createdAt', 'id'])
@Index('invoices_of_customer', ['organizationId', 'customerId', 'id'])
@Index('invoices_subscription', ['organizationId', 'subscriptionId', 'createdAt', 'id'])
@Index('invoices_status', ['organizationId', 'status', 'createdAt', 'id'])
@Index('invoices_overdue', ['organizationId', 'createdAt', 'id'], { where: 'payment_overdue' })
@Index('invoices_overdue_customer', ['organizationId', 'customerId', 'id'], { where: 'payment_overdue' })
@Index('invoices_drafts', ['organizationId', 'customerId', 'id'], { where: "status = 'draft'" })
@Index('invoices_usage_period', ['organizationId', 'usagePeriodId'], { where: "status = 'draft'" })
@Index('invoices_billing_error', ['organizationId', 'id'], { where: 'billing_error IS NOT NULL' })
@Index('invoices_next_action', ['nextActionAt', 'organizationId', 'id'], {
  where: 'next_action_at IS NOT NULL',
})
@Check(
  'invoices_total_adds_up',
  'total_amount_cents = fees_amount_cents - coupons_amount_cents + taxes_amount_cents ' +
    '- credit_notes_amount_cents - prepaid_credit_amount_cents',
)
@Check(
  'invoices_due_adds_up',
  "amount_due_cents >= 0 AND (status = 'voided' " +
    'OR amount_due_cents = total_amount_cents - amount_paid_cents - offset_amount_cents)',
)
@Check('invoices_numbered', "(status = 'draft') = (number IS NULL)")
export class InvoiceEntity {
  @OrganizationId() organizationId!: string;
  @Id() id!: string;
  /** Assigned at finalization; null for a draft. */
  @Column({ type: 'text', nullable: true }) number!: string | null;
  @Column({ type: 'uuid' }) customerId!: string;
  @Column({ type: 'text' }) invoiceType!: InvoiceType;
  @Column({ type: 'text' }) status!: InvoiceStatus;
  @Column({ type: 'text' }) currency!: string;

  /** ID of the billed subscription. This and the next six columns are null for a one-off invoice. */
  @Column({ type: 'uuid', nullable: true }) subscriptionId!: string | null;
  @Column({ type: 'uuid', nullable: true }) periodId!: string | null;
  @Column({ type: 'text', nullable: true }) occasion!: BillOccasion | null;
  @OptionalTimestamp() billingFrom!: Date | null;
  @OptionalTimestamp() billingTo!: Date | null;
  /** `SubscriptionBill.billedAt`; also null for an invoice that an earlier version created. */
  @OptionalTimestamp() billedAt!: Date | null;
  /** The period whose usage the invoice bills; null if it bills no usage. */
  @Column({ type: 'uuid', nullable: true }) usagePeriodId!: string | null;

  @AmountCents() feesAmountCents!: bigint;
  @AmountCents() couponsAmountCents!: bigint;
  @AmountCents() taxesAmountCents!: bigint;
  @AmountCents() creditNotesAmountCents!: bigint;
  @AmountCents() prepaidCreditAmountCents!: bigint;
  @AmountCents() totalAmountCents!: bigint;
  @AmountCents() amountPaidCents!: bigint;
  /** Amount by which credit notes reduced the amount due after finalization. */
  @AmountCents() offsetAmountCents!: bigint;
  @AmountCents() amountDueCents!: bigint;

  /**
   * The customer's time zone when the invoice was created. The dates of the invoice are days in this zone.
   */
  @Column({ type: 'text' }) timezone!: string;
  /** Days from the issuing date to the due date. */
  @Column({ type: 'integer' }) netPaymentTerm!: number;
  @Column({ type: 'date' }) issuingDate!: string;
  @Column({ type: 'date' }) paymentDueDate!: string;
  @Column({ type: 'boolean', default: false }) paymentOverdue!: boolean;
  /**
   * When the job next processes the invoice: when the grace period of a draft ends, on the day after the due
   * date, or when a failed action is retried. Null if there is nothing left to do.
   */
  @OptionalTimestamp() nextActionAt!: Date | null;
  /** Why the next action fails; null if it has not failed. */
  @Column({ type: 'jsonb', nullable: true }) billingError!: BillingError | null;

  /** Frozen at the finalization; null before, and in invoices of earlier versions. So are the next three columns. */
  @Column({ type: 'jsonb', nullable: true }) seller!: Seller | null;
  @Column({ type: 'jsonb', nullable: true }) buyer!: Party | null;
  @Column({ type: 'text', nullable: true }) locale!: string | null;
  @Column({ type: 'text', nullable: true }) documentTemplate!: string | null;
  /** Digest of the stored PDF; null until it is drawn. */
  @Column({ type: 'text', nullable: true }) documentSha256!: string | null;

  @OptionalTimestamp() finalizedAt!: Date | null;
  @OptionalTimestamp() paidAt!: Date | null;
  @OptionalTimestamp() voidedAt!: Date | null;
  @Timestamp() createdAt!: Date;
  @Timestamp() updatedAt!: Date;
}

/** A payment or offset applied to an invoice. The unique key allows one row per source and invoice. */
@Entity('invoice_settlements')
@Index('invoice_settlements_source', ['organizationId', 'source', 'sourceId', 'invoiceId'], { unique: true })
@Index('invoice_settlements_invoice', ['organizationId', 'invoiceId'])
export class AppliedAmountEntity {
  @OrganizationId() organizationId!: string;
  @Id() id!: string;
  @Column({ type: 'uuid' }) invoiceId!: string;
  @Column({ type: 'text' }) source!: 'payment' | 'offset';
  /** ID of the payment or credit note. */
  @Column({ type: 'uuid' }) sourceId!: string;
  /** 0 if the whole amount was reversed. */
  @AmountCents() amountCents!: bigint;
  /** What was reversed and has neither been applied here again nor, in its place, to another invoice. */
  @AmountCents({ default: 0 }) reversedAmountCents!: bigint;
  /** Part of the amount that the payment has refunded; unchanged if the payment is reversed. */
  @AmountCents({ default: 0 }) refundedAmountCents!: bigint;
  @Timestamp() createdAt!: Date;
  @Timestamp() updatedAt!: Date;
}

/** Counts an organization's invoice numbers, so that they have no gaps. */
@Entity('invoice_counters')
export class InvoiceCounterEntity {
  @OrganizationId() organizationId!: string;
  /** Fixed by the first invoice; renaming the organization does not change it. */
  @Column({ type: 'text' }) prefix!: string;
  @Column({ type: 'integer' }) lastNumber!: number;
}

/** A discount of an invoice. The shares of its fees are in their `discount_amount_cents`. */
@Entity('invoice_discounts')
@Index('invoice_discounts_source', ['organizationId', 'source', 'sourceId'])
@Check('invoice_discounts_amount', 'amount_cents > 0')
export class InvoiceDiscountEntity {
  @OrganizationId() organizationId!: string;
  @PrimaryColumn({ type: 'uuid' }) invoiceId!: string;
  /** Index in the order in which the discounts apply, from 0. */
  @PrimaryColumn({ type: 'integer' }) position!: number;
  /** The extension, e.g. `coupon`. */
  @Column({ type: 'text' }) source!: string;
  /** ID of the record that was spent, e.g. an applied coupon. */
  @Column({ type: 'uuid' }) sourceId!: string;
  @Column({ type: 'text' }) code!: string;
  @Column({ type: 'text' }) name!: string;
  @AmountCents() amountCents!: bigint;
}

/** The amount that a source other than credit notes and wallets paid of an invoice at its finalization. */
@Entity('invoice_fundings')
@Check('invoice_fundings_amount', 'amount_cents > 0')
export class InvoiceFundingEntity {
  @OrganizationId() organizationId!: string;
  @PrimaryColumn({ type: 'uuid' }) invoiceId!: string;
  /** Identifies the funder. */
  @PrimaryColumn({ type: 'text' }) source!: string;
  @AmountCents() amountCents!: bigint;
}
