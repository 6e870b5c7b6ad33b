import { AnswerField, DateTimeField, EnumField, TextField, UuidField } from '../http/fields';
import { pageQuery } from '../http/paging';
import { AUDITED_OBJECT_TYPES } from './audited';
import { ACTOR_TYPES, type AuditEntryEntity } from './audit-entry.entity';
import type { AuditFilters } from './audit-log';

const ID = '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a';
const OBJECT_ID = '0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21';
const INSTANT = '2026-01-31T12:00:00.000Z';

export class ListAuditEntriesDto extends pageQuery(['created_at']) {
  @EnumField({
    description: 'Only this kind of actor',
    example: 'api_key',
    values: ACTOR_TYPES,
    optional: true,
  })
  actor_type?: AuditEntryEntity['actorType'];

  @UuidField({ description: 'Only requests with this API key', example: ID, optional: true })
  api_key_id?: string;

  @TextField({ description: 'Only this operation', example: 'updateCustomer', optional: true })
  operation?: string;

  @EnumField({
    description: 'Only this object type',
    example: 'customer',
    values: AUDITED_OBJECT_TYPES,
    enumName: 'AuditedObjectType',
    optional: true,
  })
  object_type?: string;

  @UuidField({ description: 'Only this object', example: OBJECT_ID, optional: true })
  object_id?: string;

  @TextField({ description: 'Only the request with this X-Request-Id', example: ID, optional: true })
  request_id?: string;

  @DateTimeField({ description: 'Created at or after this time', example: INSTANT, optional: true })
  created_after?: Date;

  @DateTimeField({ description: 'Created before this time', example: INSTANT, optional: true })
  created_before?: Date;
}

export class AuditEntryDto {
  @AnswerField({ description: 'Id of the entry', type: String, format: 'uuid', example: ID })
  id!: string;

  @AnswerField({
    description:
      '`api_key`; `admin`: the operator, by ADMIN_TOKEN; `anonymous`: a registration without a token; `system`: a job of the service',
    type: String,
    enum: [...ACTOR_TYPES],
    example: 'api_key',
  })
  actor_type!: string;

  @AnswerField({
    description: 'Id of the API key that made the request',
    type: String,
    format: 'uuid',
    nullable: true,
    example: ID,
  })
  api_key_id!: string | null;

  @AnswerField({
    description: 'Beginning of that key',
    type: String,
    nullable: true,
    example: 'svc_live_4fQ9xT2b',
  })
  api_key_prefix!: string | null;

  @AnswerField({
    description: 'Name of the job that made a `system` entry',
    type: String,
    nullable: true,
    example: null,
  })
  job!: string | null;

  @AnswerField({
    description: 'The operationId of this description; of a `system` entry, the event kind of the transition',
    type: String,
    example: 'updateCustomer',
  })
  operation!: string;

  @AnswerField({
    description: 'Type of the object',
    enum: AUDITED_OBJECT_TYPES as string[],
    enumName: 'AuditedObjectType',
    example: 'customer',
  })
  object_type!: string;

  @AnswerField({
    description: 'Id of the object; null for an operation on many objects',
    type: String,
    format: 'uuid',
    nullable: true,
    example: OBJECT_ID,
  })
  object_id!: string | null;

  @AnswerField({
    description: 'Names of the fields that changed, or with which the object was created; never values',
    type: [String],
    example: ['email', 'name'],
  })
  changed_fields!: string[];

  @AnswerField({
    description: 'Address of the client; null for jobs',
    type: String,
    nullable: true,
    example: '203.0.113.9',
  })
  ip_address!: string | null;

  @AnswerField({
    description: 'X-Request-Id of the request; null for jobs',
    type: String,
    nullable: true,
    example: ID,
  })
  request_id!: string | null;

  @AnswerField({
    description: 'Session of the dashboard by which the key was used; null for a request with the key itself',
    type: String,
    format: 'uuid',
    nullable: true,
    example: null,
  })
  session_id!: string | null;

  @AnswerField({ description: 'When it happened', type: String, format: 'date-time', example: INSTANT })
  created_at!: string;
}

export function toAuditFilters(query: ListAuditEntriesDto): AuditFilters {
  return {
    actorType: query.actor_type,
    apiKeyId: query.api_key_id,
    operation: query.operation,
    objectType: query.object_type,
    objectId: query.object_id,
    requestId: query.request_id,
    createdAfter: query.created_after,
    createdBefore: query.created_before,
  };
}

export function toAuditEntryResponse(entry: AuditEntryEntity): AuditEntryDto {
  return {
    id: entry.id,
    actor_type: entry.actorType,
    api_key_id: entry.apiKeyId,
    api_key_prefix: entry.apiKeyPrefix,
    job: entry.job,
    operation: entry.operation,
    object_type: entry.objectType,
    object_id: entry.objectId,
    changed_fields: entry.changedFields,
    ip_address: entry.ipAddress,
    request_id: entry.requestId,
    session_id: entry.sessionId,
    created_at: entry.createdAt.toISOString(),
  };
}
