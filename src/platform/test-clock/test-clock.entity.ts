import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The current time of the test clock, stored so that it survives a restart. One row, in test environments only. */
@Entity('test_clock')
export class TestClockEntity {
  @PrimaryColumn({ type: 'boolean', default: true }) singleton!: boolean;
  @Column({ type: 'timestamptz', precision: 3 }) now!: Date;
}
