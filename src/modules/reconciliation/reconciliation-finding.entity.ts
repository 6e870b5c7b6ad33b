import { Column, Entity, PrimaryColumn } from 'typeorm';
import { OrganizationId, Timestamp } from '../../platform/database/columns';

/** The number of mismatches that a check found in an organization in the last daily reconciliation. */
@Entity('reconciliation_findings')
export class ReconciliationFindingEntity {
  @OrganizationId() organizationId!: string;
  @PrimaryColumn({ type: 'text' }) checkName!: string;
  @Column({ type: 'integer' }) mismatches!: number;
  @Timestamp() foundAt!: Date;
}
