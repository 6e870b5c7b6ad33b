import { Column, Entity, Index } from 'typeorm';
import { Id, OptionalTimestamp, OrganizationId, Timestamp } from '../database/columns';
import type { MoveStep } from './move-steps.rules';

/** A move of an organization out of this cell, and how far it is; the command for moves writes it. */
@Entity('organization_moves')
@Index('organization_moves_running', ['organizationId'], { unique: true, where: 'finished_at IS NULL' })
export class OrganizationMoveEntity {
  @OrganizationId() organizationId!: string;
  @Id() id!: string;
  /** Base URL of the other cell; null if it is not known. */
  @Column({ type: 'text', nullable: true }) movedTo!: string | null;
  /** The other database: its system identifier and name. */
  @Column({ type: 'text' }) target!: string;
  /** The last step that is done. */
  @Column({ type: 'text' }) step!: MoveStep;
  /** Why it has stopped; null while it goes on. */
  @Column({ type: 'text', nullable: true }) detail!: string | null;
  /** Rows of the organization when it began. */
  @Column({ type: 'bigint', default: 0 }) rows!: string;
  /** How long writes have waited. */
  @Column({ type: 'integer', nullable: true }) pauseMs!: number | null;
  @Timestamp() startedAt!: Date;
  @Timestamp() stepAt!: Date;
  @OptionalTimestamp() finishedAt!: Date | null;
}
