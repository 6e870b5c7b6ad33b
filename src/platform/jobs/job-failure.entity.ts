import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { OrganizationId, Timestamp } from '../database/columns';

/** A row of a due queue whose processing failed; the queue leaves it out until `retryAt`. */
@Entity('job_failures')
@Index('job_failures_retry_idx', ['queue', 'retryAt'])
export class JobFailureEntity {
  @OrganizationId() organizationId!: string;
  @PrimaryColumn({ type: 'text' }) queue!: string;
  @PrimaryColumn({ type: 'uuid' }) rowId!: string;
  @Column({ type: 'integer' }) failures!: number;
  @Timestamp() retryAt!: Date;
  @Column({ type: 'text' }) error!: string;
}
