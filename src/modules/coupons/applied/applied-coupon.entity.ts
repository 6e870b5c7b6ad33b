import { Check, Column, Entity, Index } from 'typeorm';
import {
  AmountCents,
  Id,
  OptionalDecimalNumber,
  OptionalTimestamp,
  OrganizationId,
  Timestamp,
} from '../../../platform/database/columns';
import type { AppliedCouponStatus, CouponFrequency, CouponType } from '../coupon.rules';

/** A coupon that has been applied to a customer, with a copy of its terms. */
@Entity('applied_coupons')
@Index('applied_coupons_customer', ['organizationId', 'customerId', 'createdAt', 'id'])
@Index('applied_coupons_active', ['organizationId', 'customerId'], { where: "status = 'active'" })
@Index('applied_coupons_coupon', ['organizationId', 'couponId', 'customerId'])
@Index('applied_coupons_once', ['organizationId', 'couponId', 'customerId'], {
  unique: true,
  where: 'NOT reusable',
})
@Check('applied_coupons_amount_remaining', 'amount_remaining_cents BETWEEN 0 AND amount_cents')
@Check('applied_coupons_bills_remaining', 'frequency_duration_remaining BETWEEN 0 AND frequency_duration')
export class AppliedCouponEntity {
  @OrganizationId() organizationId!: string;
  @Id() id!: string;
  @Column({ type: 'uuid' }) couponId!: string;
  @Column({ type: 'uuid' }) customerId!: string;
  @Column({ type: 'text' }) code!: string;
  @Column({ type: 'text' }) name!: string;
  @Column({ type: 'text' }) status!: AppliedCouponStatus;
  @Column({ type: 'text' }) couponType!: CouponType;
  @AmountCents({ nullable: true }) amountCents!: bigint | null;
  @Column({ type: 'text', nullable: true }) currency!: string | null;
  /** Percent, as a decimal string. */
  @OptionalDecimalNumber(7, 4) percentageRate!: string | null;
  @Column({ type: 'text' }) frequency!: CouponFrequency;
  @Column({ type: 'integer', nullable: true }) frequencyDuration!: number | null;
  @AmountCents({ nullable: true }) amountRemainingCents!: bigint | null;
  @Column({ type: 'integer', nullable: true }) frequencyDurationRemaining!: number | null;
  @Column({ type: 'boolean' }) reusable!: boolean;
  @Column({ type: 'uuid', array: true }) planIds!: string[];
  @Column({ type: 'text', array: true }) billableMetricCodes!: string[];
  @Timestamp() createdAt!: Date;
  @Timestamp() updatedAt!: Date;
  @OptionalTimestamp() endedAt!: Date | null;
}
