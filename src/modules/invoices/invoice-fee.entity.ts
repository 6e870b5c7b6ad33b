import { Check, Column, Entity, Index } from 'typeorm';
import { AmountCents, Id, OptionalTimestamp, OrganizationId } from '../../platform/database/columns';
import { plainDecimal } from '../../platform/domain/decimal-string';
import type { FeeType } from './invoice.rules';

/** A tax as it was applied to a fee; the tax itself may change later. */
export interface FeeTax {
  code: string;
  name: string;
  /** Percent, a decimal string. */
  rate: string;
}

/** An exact decimal of any size: a plain decimal string in the code. */
const ExactDecimal = (options: { nullable?: boolean } = {}): PropertyDecorator =>
  Column({
    type: 'numeric',
    transformer: {
      to: (value: unknown) => value,
      from: (value: string | null) => (value === null ? null : plainDecimal(value)),
    },
    ...options,
  });

/** A line of an invoice. What is taxed, credited and refunded of it is its net amount. */
@Entity('invoice_fees')
@Index('invoice_fees_position', ['organizationId', 'invoiceId', 'position'], { unique: true })
@Check('invoice_fees_discount', 'discount_amount_cents BETWEEN 0 AND amount_cents')
export class InvoiceFeeEntity {
  @OrganizationId() organizationId!: string;
  @Id() id!: string;
  @Column({ type: 'uuid' }) invoiceId!: string;
  /** Fees keep their order, from 0. */
  @Column({ type: 'integer' }) position!: number;
  @Column({ type: 'text' }) type!: FeeType;
  @Column({ type: 'text' }) description!: string;
  @ExactDecimal() units!: string;
  /** Price of a unit in major units; null where units do not have one price. */
  @ExactDecimal({ nullable: true }) unitAmount!: string | null;
  /** Before discounts. */
  @AmountCents() amountCents!: bigint;
  @AmountCents({ default: 0 }) discountAmountCents!: bigint;
  @AmountCents() taxesAmountCents!: bigint;
  @Column({ type: 'jsonb' }) appliedTaxes!: FeeTax[];
  @Column({ type: 'text', nullable: true }) billableMetricCode!: string | null;
  @Column({ type: 'uuid', nullable: true }) chargeId!: string | null;
  @Column({ type: 'uuid', nullable: true }) planId!: string | null;
  @Column({ type: 'uuid', nullable: true }) planVersionId!: string | null;
  /** What the fee is for, `[from, to)`. */
  @OptionalTimestamp() coversFrom!: Date | null;
  @OptionalTimestamp() coversTo!: Date | null;
  @Column({ type: 'integer', nullable: true }) billedDays!: number | null;
  @Column({ type: 'integer', nullable: true }) periodDays!: number | null;
  @Column({
    name: 'counted_events',
    type: 'bigint',
    nullable: true,
    transformer: {
      to: (value: unknown) => value,
      from: (value: string | null) => (value === null ? null : Number(value)),
    },
  })
  eventsCount!: number | null;
  /** The count for processes of the previous release, kept by a trigger. */
  @Column({
    name: 'events_count',
    type: 'integer',
    nullable: true,
    select: false,
    insert: false,
    update: false,
  })
  readonly earlierEventsCount?: number | null;
}

/** Returns the amount of a fee less its discounts, before taxes. */
export function netCents({
  amountCents,
  discountAmountCents,
}: Pick<InvoiceFeeEntity, 'amountCents' | 'discountAmountCents'>): bigint {
  return amountCents - discountAmountCents;
}
