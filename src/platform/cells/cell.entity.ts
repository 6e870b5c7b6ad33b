import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** What the processes of this cell say about it when they start; one row. A move into it relies on that. */
@Entity('cell')
@Check('cell_singleton', 'singleton')
export class CellEntity {
  @PrimaryColumn({ type: 'boolean', default: true }) singleton!: boolean;
  @Column({ type: 'text', nullable: true }) name!: string | null;
  /** Base URL by which other cells reach it. */
  @Column({ type: 'text', nullable: true }) url!: string | null;
  /** Of ENCRYPTION_KEYS, the current one first; they reveal nothing about the keys. */
  @Column({ type: 'text', array: true }) encryptionKeyIds!: string[];
  @Column({ type: 'timestamptz', precision: 3 }) startedAt!: Date;
}
