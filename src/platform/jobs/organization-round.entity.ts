import { Column, Entity, PrimaryColumn } from 'typeorm';
import { OrganizationId } from '../database/columns';

/** When a job that goes through all organizations was last done with one of them, by the database's clock. */
@Entity('organization_rounds')
export class OrganizationRoundEntity {
  @OrganizationId() organizationId!: string;
  @PrimaryColumn({ type: 'text' }) job!: string;
  @Column({ type: 'timestamptz', precision: 3 }) finishedAt!: Date;
}
