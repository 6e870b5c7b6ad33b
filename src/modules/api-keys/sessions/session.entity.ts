import { Column, Entity, Index } from 'typeorm';
import { Id, OrganizationId, Timestamp } from '../../../platform/database/columns';

/** A person who has signed in to the dashboard with an API key (docs/security.md#sessions-of-the-dashboard). */
@Entity('dashboard_sessions')
@Index('dashboard_sessions_token', ['tokenHash'])
@Index('dashboard_sessions_api_key', ['organizationId', 'apiKeyId'])
@Index('dashboard_sessions_expired', ['expiresAt'])
export class SessionEntity {
  @OrganizationId() organizationId!: string;
  @Id() id!: string;
  /** The key that the session stands for. Without a usable key the session is none. */
  @Column({ type: 'uuid' }) apiKeyId!: string;
  /** Hex SHA-256 of the token in the cookie. The token itself is never stored. */
  @Column({ type: 'text' }) tokenHash!: string;
  /** The times of sessions are those of the database: a test clock that moves must not end them. */
  @Timestamp() createdAt!: Date;
  /** Raised at most once a minute. */
  @Timestamp() lastUsedAt!: Date;
  @Timestamp() expiresAt!: Date;
}
