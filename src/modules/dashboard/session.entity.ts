import { Column, Entity, Index } from 'typeorm';
import { Id, OrganizationId, Timestamp } from '../../platform/database/columns';

/** A browser that has signed in to the dashboard with an API key. */
@Entity('dashboard_sessions')
@Index('dashboard_sessions_token', ['tokenHash'])
@Index('dashboard_sessions_expiry', ['organizationId', 'expiresAt'])
export class SessionEntity {
  @OrganizationId() organizationId!: string;
  @Id() id!: string;
  @Column({ type: 'uuid' }) apiKeyId!: string;
  /** Hex SHA-256 of the token in the cookie. The token itself is never stored. */
  @Column({ type: 'text' }) tokenHash!: string;
  @Timestamp() createdAt!: Date;
  /** At most a minute before the last request. */
  @Timestamp() lastUsedAt!: Date;
  @Timestamp() expiresAt!: Date;
}
