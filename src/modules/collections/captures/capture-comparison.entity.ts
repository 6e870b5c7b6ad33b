import { Column, Entity, Index } from 'typeorm';
import { AmountCents, Id, OrganizationId, Timestamp } from '../../../platform/database/columns';

/** How far the captures of a connection are compared with the payments here. Its id is that of the connection. */
@Entity('capture_comparisons')
@Index('capture_comparisons_due', ['nextActionAt', 'organizationId', 'id'])
export class CaptureComparisonEntity {
  @OrganizationId() organizationId!: string;
  @Id() id!: string;
  @Column({ type: 'text' }) provider!: string;
  /** System identifier and timeline of the database at the last comparison: another one after a restore. */
  @Column({ type: 'text' }) origin!: string;
  @Timestamp() comparedUntil!: Date;
  /** When it last went back far enough for bank debits. */
  @Timestamp() deepAt!: Date;
  @Timestamp() attemptedAt!: Date;
  @Timestamp() nextActionAt!: Date;
}

/** Money that a provider took for a collection that does not exist here: a restore has forgotten it. */
@Entity('unknown_captures')
@Index('unknown_captures_payment', ['organizationId', 'provider', 'providerPaymentId'], { unique: true })
export class UnknownCaptureEntity {
  @OrganizationId() organizationId!: string;
  @Id() id!: string;
  @Column({ type: 'text' }) provider!: string;
  @Column({ type: 'text' }) providerPaymentId!: string;
  @Column({ type: 'uuid' }) collectionId!: string;
  @AmountCents() amountCents!: bigint;
  @Column({ type: 'text' }) currency!: string;
  @Timestamp() capturedAt!: Date;
  @Timestamp() createdAt!: Date;
}
