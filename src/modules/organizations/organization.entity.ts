import { Column, Entity, PrimaryColumn } from 'typeorm';
import { Timestamp } from '../../platform/database/columns';

@Entity('organizations')
export class OrganizationEntity {
  @PrimaryColumn({ type: 'uuid' }) id!: string;
  @Column({ type: 'text' }) name!: string;
  @Column({ type: 'text' }) defaultCurrency!: string;
  @Column({ type: 'text' }) timezone!: string;
  @Timestamp() createdAt!: Date;
  @Timestamp() updatedAt!: Date;
}
