import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The time of the test clock, so that it survives a restart. One row; none until the clock is first moved. */
@Entity('test_clock')
export class TestClockEntity {
  @PrimaryColumn({ type: 'boolean', default: true }) singleton!: boolean;
  @Column({ type: 'timestamptz', precision: 3 }) now!: Date;
}
