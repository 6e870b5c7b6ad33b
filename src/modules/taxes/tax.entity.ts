import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import {
  DecimalNumber,
  Id,
  OptionalTimestamp,
  OrganizationId,
  RowVersion,
  SearchIndex,
  Timestamp,
} from '../../platform/database/columns';
import type { TaxCategory } from './tax-category.rules';

@Entity('taxes')
@Index('taxes_code', ['organizationId', 'code'], { unique: true, where: 'deleted_at IS NULL' })
@Index('taxes_created', ['organizationId', 'createdAt', 'id'])
@SearchIndex('taxes_search_name')
@SearchIndex('taxes_search_code')
export class TaxEntity {
  @OrganizationId() organizationId!: string;
  @Id() id!: string;
  /** Requests name the tax by its code. */
  @Column({ type: 'text' }) code!: string;
  @Column({ type: 'text' }) name!: string;
  @Column({ type: 'text', nullable: true }) description!: string | null;
  /** Percent, as a decimal string. */
  @DecimalNumber(7, 4) rate!: string;
  /** Null for the category that follows from the rate. */
  @Column({ type: 'text', nullable: true }) category!: TaxCategory | null;
  /** Whether the tax applies if neither the plan nor the customer has taxes. */
  @Column({ type: 'boolean', default: false }) appliedToOrganization!: boolean;
  @Timestamp() createdAt!: Date;
  @Timestamp() updatedAt!: Date;
  @RowVersion() rowVersion!: number;
  @OptionalTimestamp() deletedAt!: Date | null;
}

@Entity('customer_taxes')
@Index('customer_taxes_tax', ['organizationId', 'taxId'])
export class CustomerTaxEntity {
  @OrganizationId() organizationId!: string;
  @PrimaryColumn({ type: 'uuid' }) customerId!: string;
  @PrimaryColumn({ type: 'uuid' }) taxId!: string;
}

@Entity('plan_taxes')
@Index('plan_taxes_tax', ['organizationId', 'taxId'])
export class PlanTaxEntity {
  @OrganizationId() organizationId!: string;
  @PrimaryColumn({ type: 'uuid' }) planId!: string;
  @PrimaryColumn({ type: 'uuid' }) taxId!: string;
}
