import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { CellState } from '../../platform/cells/cell-state.rules';
import { OptionalTimestamp, Timestamp } from '../../platform/database/columns';

/**
 * A `suspended` organization reads and changes nothing, and its due work and deliveries wait; `deleting` is the same
 * without keys, until its rows are gone (docs/security.md#suspension).
 */
export type OrganizationStatus = 'active' | 'suspended' | 'deleting';

@Entity('organizations')
@Index('organizations_created', ['createdAt', 'id'])
@Index('organizations_held', ['id'], { where: "status <> 'active'" })
@Index('organizations_moving', ['id'], { where: "cell_state <> 'active'" })
export class OrganizationEntity {
  @PrimaryColumn({ type: 'uuid' }) id!: string;
  @Column({ type: 'text' }) name!: string;
  @Column({ type: 'text' }) defaultCurrency!: string;
  @Column({ type: 'text' }) timezone!: string;
  /** Whether it holds test data: its keys begin with `svc_test_`. Never changed. */
  @Column({ type: 'boolean', default: false }) test!: boolean;
  @Column({ type: 'text', default: 'active' }) status!: OrganizationStatus;
  /** Where it is at work, whatever its status. Only a move changes it, and each cell has its own. */
  @Column({ type: 'text', default: 'active' }) cellState!: CellState;
  /** Base URL of the cell that it has moved to. */
  @Column({ type: 'text', nullable: true }) movedTo!: string | null;
  @OptionalTimestamp() suspendedAt!: Date | null;
  /** The operator's own note; the organization does not see it. */
  @Column({ type: 'text', nullable: true }) suspensionReason!: string | null;
  /** The name on documents; null: `name`. As all of the next ones, it is frozen on documents when they become final. */
  @Column({ type: 'text', nullable: true }) legalName!: string | null;
  @Column({ type: 'text', nullable: true }) taxId!: string | null;
  @Column({ type: 'text', nullable: true }) addressLine1!: string | null;
  @Column({ type: 'text', nullable: true }) addressLine2!: string | null;
  @Column({ type: 'text', nullable: true }) zipcode!: string | null;
  @Column({ type: 'text', nullable: true }) city!: string | null;
  @Column({ type: 'text', nullable: true }) state!: string | null;
  @Column({ type: 'text', nullable: true }) country!: string | null;
  /** What the law wants on documents, below the totals. */
  @Column({ type: 'text', nullable: true }) legalText!: string | null;
  /** Of headings and lines on documents, `#rrggbb`. */
  @Column({ type: 'text', default: '#1f2937' }) accentColor!: string;
  /** Behind the headings of tables on documents, `#rrggbb`. */
  @Column({ type: 'text', default: '#f3f4f6' }) headerColor!: string;
  /** Of customers without a locale of their own. */
  @Column({ type: 'text', default: 'en' }) locale!: string;
  @Timestamp() createdAt!: Date;
  @Timestamp() updatedAt!: Date;
}
