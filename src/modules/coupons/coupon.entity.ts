import { Column, Entity, Index } from 'typeorm';
import {
  AmountCents,
  Id,
  OptionalDecimalNumber,
  OptionalTimestamp,
  OrganizationId,
  RowVersion,
  SearchIndex,
  Timestamp,
} from '../../platform/database/columns';
import type { CouponFrequency, CouponType } from './coupon.rules';

@Entity('coupons')
@Index('coupons_code', ['organizationId', 'code'], { unique: true, where: 'deleted_at IS NULL' })
@Index('coupons_created', ['organizationId', 'createdAt', 'id'])
@SearchIndex('coupons_search_name')
@SearchIndex('coupons_search_code')
export class CouponEntity {
  @OrganizationId() organizationId!: string;
  @Id() id!: string;
  @Column({ type: 'text' }) code!: string;
  @Column({ type: 'text' }) name!: string;
  @Column({ type: 'text' }) couponType!: CouponType;
  @AmountCents({ nullable: true }) amountCents!: bigint | null;
  @Column({ type: 'text', nullable: true }) currency!: string | null;
  /** Percent, as a decimal string. */
  @OptionalDecimalNumber(7, 4) percentageRate!: string | null;
  @Column({ type: 'text' }) frequency!: CouponFrequency;
  @Column({ type: 'integer', nullable: true }) frequencyDuration!: number | null;
  /** From this time on, the coupon cannot be applied. */
  @OptionalTimestamp() expirationAt!: Date | null;
  /** Whether a customer may get the coupon more than once. */
  @Column({ type: 'boolean' }) reusable!: boolean;
  /** Plans by the codes of the request; `planIds` has their IDs, which the lines of bills carry. */
  @Column({ type: 'text', array: true }) planCodes!: string[];
  @Column({ type: 'uuid', array: true }) planIds!: string[];
  @Column({ type: 'text', array: true }) billableMetricCodes!: string[];
  @Timestamp() createdAt!: Date;
  @Timestamp() updatedAt!: Date;
  @RowVersion() rowVersion!: number;
  @OptionalTimestamp() deletedAt!: Date | null;
}
