import { Column, Entity } from 'typeorm';
import { OrganizationId, Timestamp } from '../../platform/database/columns';

/** One attempt to deliver. Its number is given out with the claim, so it has no gaps and never doubles. */
@Entity('webhook_attempts')
export class WebhookAttemptEntity {
  @OrganizationId() organizationId!: string;
  @Column({ type: 'uuid', primary: true }) deliveryId!: string;
  @Column({ type: 'integer', primary: true }) attemptNumber!: number;
  @Column({ type: 'uuid' }) id!: string;
  @Column({ type: 'integer', nullable: true }) httpStatus!: number | null;
  @Column({ type: 'text', nullable: true }) responseBody!: string | null;
  @Column({ type: 'boolean' }) success!: boolean;
  @Column({ type: 'text', nullable: true }) errorMessage!: string | null;
  @Timestamp() attemptedAt!: Date;
}
