import { AnswerField, DateTimeField, IntegerField, TextField } from '../../platform/http/fields';
import { pageQuery } from '../../platform/http/paging';
import type { ApiKeyEntity } from './api-key.entity';

/** Maximum time for which both keys are valid after a rotation, in seconds: one week. */
const MAX_OVERLAP_SECONDS = 604_800;

export class CreateApiKeyDto {
  @TextField({ description: 'Name of the API key', example: 'Production backend' })
  name!: string;

  @DateTimeField({
    description: 'When the API key expires; must be in the future. If null or omitted, the key never expires',
    example: '2027-12-31T23:59:59.000Z',
    optional: true,
    nullable: true,
  })
  expires_at?: Date | null;
}

export class RotateApiKeyDto {
  @IntegerField({
    description: 'Seconds for which the old key remains valid',
    example: 3600,
    optional: true,
    default: 0,
    min: 0,
    max: MAX_OVERLAP_SECONDS,
  })
  overlap_seconds = 0;

  @DateTimeField({
    description:
      'When the new key expires: in the future, and not after the key that makes the request; null if never. If omitted, the new key expires with the old one, or with the key that makes the request if that is earlier',
    example: '2027-12-31T23:59:59.000Z',
    optional: true,
    nullable: true,
  })
  expires_at?: Date | null;
}

export class ListApiKeysDto extends pageQuery(['created_at']) {}

export class ApiKeyDto {
  @AnswerField({
    description: 'ID of the API key',
    type: String,
    format: 'uuid',
    example: '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a',
  })
  id!: string;

  @AnswerField({
    description: 'ID of the organization that the key belongs to',
    type: String,
    format: 'uuid',
    example: '0199a3c4-5b7e-7a02-b3c4-6d8e9f0a1b2c',
  })
  organization_id!: string;

  @AnswerField({ description: 'Name of the API key', type: String, example: 'Production backend' })
  name!: string;

  @AnswerField({
    description: 'First 17 characters of the raw key',
    type: String,
    example: 'svc_live_4fQ9xT2b',
  })
  key_prefix!: string;

  @AnswerField({
    description: '`active` until the key is revoked; an expired key remains `active`',
    type: String,
    enum: ['active', 'revoked'],
    example: 'active',
  })
  status!: string;

  @AnswerField({
    description: 'When the key last authenticated a request; null if never',
    type: String,
    format: 'date-time',
    nullable: true,
    example: '2026-01-31T12:00:00.000Z',
  })
  last_used_at!: string | null;

  @AnswerField({
    description: 'When the API key expires; null if never',
    type: String,
    format: 'date-time',
    nullable: true,
    example: null,
  })
  expires_at!: string | null;

  @AnswerField({
    description: 'ID of the key that replaced this one in a rotation; null if none did',
    type: String,
    format: 'uuid',
    nullable: true,
    example: null,
  })
  replaced_by_id!: string | null;

  @AnswerField({
    description: 'When the API key was created',
    type: String,
    format: 'date-time',
    example: '2026-01-01T09:30:00.000Z',
  })
  created_at!: string;

  @AnswerField({
    description: 'When the API key was last updated',
    type: String,
    format: 'date-time',
    example: '2026-01-01T09:30:00.000Z',
  })
  updated_at!: string;
}

export class CreatedApiKeyDto extends ApiKeyDto {
  @AnswerField({
    description: 'The API key itself; returned only in this response',
    type: String,
    example: 'svc_live_4fQ9xT2bK7mP1sV8wY3zA6cD5eG0hJ2kL4nR7tU9xB1',
  })
  raw_key!: string;
}

/** @param lastUsedAt the last use known to this process, which may be later than the stored one. */
export function toApiKeyResponse(key: ApiKeyEntity, lastUsedAt: Date | null = key.lastUsedAt): ApiKeyDto {
  return {
    id: key.id,
    organization_id: key.organizationId,
    name: key.name,
    key_prefix: key.keyPrefix,
    status: key.status,
    last_used_at: lastUsedAt?.toISOString() ?? null,
    expires_at: key.expiresAt?.toISOString() ?? null,
    replaced_by_id: key.replacedById,
    created_at: key.createdAt.toISOString(),
    updated_at: key.updatedAt.toISOString(),
  };
}

/** The only response that contains a raw key. */
export function toCreatedApiKeyResponse(created: { key: ApiKeyEntity; rawKey: string }): CreatedApiKeyDto {
  return { ...toApiKeyResponse(created.key), raw_key: created.rawKey };
}
