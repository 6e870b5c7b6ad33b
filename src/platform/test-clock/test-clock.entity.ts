import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The moved time, so that a restart does not fall back to the machine's. One row, in test environments only. */
@Entity('test_clock')
export class TestClockEntity {
  @PrimaryColumn({ type: 'boolean', default: true }) singleton!: boolean;
  @Column({ type: 'timestamptz', precision: 3 }) now!: Date;
}
