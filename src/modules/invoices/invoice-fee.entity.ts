import { Check, Column, Entity, Index } from 'typeorm';
import { AmountCents, Id, OptionalTimestamp, OrganizationId } from '../../platform/database/columns';
import { plainDecimal } from '../../platform/domain/decimal-string';
import { NO_UNIT } from '../../platform/locales';
import { StoredTaxes, type StoredTax } from '../taxes';
import type { FeeType } from './invoice.rules';

/** Column for an exact decimal of any size, represented in code as a plain decimal string. */
const ExactDecimal = (options: { nullable?: boolean } = {}): PropertyDecorator =>
  Column({
    type: 'numeric',
    transformer: {
      to: (value: unknown) => value,
      from: (value: string | null) => (value === null ? null : plainDecimal(value)),
    },
    ...options,
  });

@Entity('invoice_fees')
@Index('invoice_fees_position', ['organizationId', 'invoiceId', 'position'], { unique: true })
@Index('invoice_fees_type', ['organizationId', 'type', 'invoiceId', 'position'])
@Index('invoice_fees_metric', ['organizationId', 'billableMetricCode', 'invoiceId', 'position'], {
  where: 'billable_metric_code IS NOT NULL',
})
@Check('invoice_fees_discount', 'discount_amount_cents BETWEEN 0 AND amount_cents')
export class InvoiceFeeEntity {
  @OrganizationId() organizationId!: string;
  @Id() id!: string;
  @Column({ type: 'uuid' }) invoiceId!: string;
  /** Index of the fee in its invoice, from 0. */
  @Column({ type: 'integer' }) position!: number;
  @Column({ type: 'text' }) type!: FeeType;
  @Column({ type: 'text' }) description!: string;
  @ExactDecimal() units!: string;
  /** Unit of the quantity, UN/ECE Recommendation 20. */
  @Column({ type: 'text', default: NO_UNIT }) unitCode!: string;
  /** Price per unit in major units; null if there is no single unit price. */
  @ExactDecimal({ nullable: true }) unitAmount!: string | null;
  /** Before discounts and taxes. */
  @AmountCents() amountCents!: bigint;
  /** Share of the discounts of the invoice. */
  @AmountCents({ default: 0 }) discountAmountCents!: bigint;
  @AmountCents() taxesAmountCents!: bigint;
  @StoredTaxes() appliedTaxes!: StoredTax[];
  @Column({ type: 'text', nullable: true }) billableMetricCode!: string | null;
  @Column({ type: 'uuid', nullable: true }) chargeId!: string | null;
  @Column({ type: 'uuid', nullable: true }) planId!: string | null;
  @Column({ type: 'uuid', nullable: true }) planVersionId!: string | null;
  /** The period `[from, to)` that the fee covers; null for add-on and one-off fees. */
  @OptionalTimestamp() coversFrom!: Date | null;
  @OptionalTimestamp() coversTo!: Date | null;
  @Column({ type: 'integer', nullable: true }) billedDays!: number | null;
  @Column({ type: 'integer', nullable: true }) periodDays!: number | null;
  @Column({ type: 'integer', nullable: true }) eventsCount!: number | null;
}
