import { Column, Entity, Index } from 'typeorm';
import { Id, OrganizationId, Timestamp } from '../database/columns';

/** Who wrote: a key, the operator, somebody without a key (registration), or a job of the service. */
export const ACTOR_TYPES = ['api_key', 'admin', 'anonymous', 'system'] as const;

/** An entry of the audit log. The database refuses to change or delete it (docs/security.md#audit-log). */
@Entity('audit_log')
@Index('audit_log_created', ['organizationId', 'createdAt', 'id'])
@Index('audit_log_actor', ['organizationId', 'actorType', 'createdAt', 'id'])
@Index('audit_log_api_key', ['organizationId', 'apiKeyId', 'createdAt', 'id'], {
  where: 'api_key_id IS NOT NULL',
})
@Index('audit_log_operation', ['organizationId', 'operation', 'createdAt', 'id'])
@Index('audit_log_object_type', ['organizationId', 'objectType', 'createdAt', 'id'])
@Index('audit_log_object', ['organizationId', 'objectId', 'createdAt', 'id'])
@Index('audit_log_request', ['organizationId', 'requestId', 'createdAt', 'id'], {
  where: 'request_id IS NOT NULL',
})
export class AuditEntryEntity {
  @OrganizationId() organizationId!: string;
  @Id() id!: string;
  @Timestamp() createdAt!: Date;
  @Column({ type: 'text' }) actorType!: (typeof ACTOR_TYPES)[number];
  @Column({ type: 'uuid', nullable: true }) apiKeyId!: string | null;
  @Column({ type: 'text', nullable: true }) apiKeyPrefix!: string | null;
  /** Of system entries: the job, if it has a name. */
  @Column({ type: 'text', nullable: true }) job!: string | null;
  /** The operationId of the API description; of system entries, the kind of the event. */
  @Column({ type: 'text' }) operation!: string;
  @Column({ type: 'text' }) objectType!: string;
  @Column({ type: 'uuid', nullable: true }) objectId!: string | null;
  @Column({ type: 'text', array: true, default: [] }) changedFields!: string[];
  @Column({ type: 'text', nullable: true }) ipAddress!: string | null;
  @Column({ type: 'text', nullable: true }) requestId!: string | null;
  /** The session of the dashboard by which the key was used. */
  @Column({ type: 'uuid', nullable: true }) sessionId!: string | null;
}
