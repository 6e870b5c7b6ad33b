import { Column, Entity, Index } from 'typeorm';
import { Id, OrganizationId, Timestamp } from '../../../platform/database/columns';

/** What happens to organizations. */
export const INSTALLATION_ACTIONS = [
  'organization.suspended',
  'organization.resumed',
  'organization.deletion_requested',
  'organization.deleted',
  'api_key.created',
  'api_key.revoked',
] as const;

/** One of the actions that the installation logs. */
export type InstallationAction = (typeof INSTALLATION_ACTIONS)[number];

/** An entry of the installation's own log, which outlives the organization that it is about. */
@Entity('installation_log')
@Index('installation_log_created', ['createdAt', 'id'])
export class InstallationLogEntryEntity {
  @OrganizationId() organizationId!: string;
  @Id() id!: string;
  @Column({ type: 'text' }) organizationName!: string;
  @Column({ type: 'text' }) action!: InstallationAction;
  /** The reason of a suspension, or the prefix of a key. */
  @Column({ type: 'text', nullable: true }) note!: string | null;
  /** Null for jobs. */
  @Column({ type: 'text', nullable: true }) requestId!: string | null;
  @Timestamp() createdAt!: Date;
}
