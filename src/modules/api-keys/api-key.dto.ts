import {
  AnswerField,
  CreatedAtField,
  DateTimeField,
  EnumField,
  EnumListField,
  IdField,
  IntegerField,
  TextField,
  UpdatedAtField,
} from '../../platform/http/fields';
import { pageQuery } from '../../platform/http/paging';
import { SCOPES } from '../../platform/http/scopes';
import { SCOPE_PRESETS, scopesOf, type ScopePreset } from './api-key-scopes';
import type { ApiKeyEntity } from './api-key.entity';
import type { ApiKeyInput } from './api-keys.service';

/** Longest overlap of a rotation, in seconds: one week. */
const MAX_OVERLAP_SECONDS = 604_800;

export class CreateApiKeyDto {
  @TextField({ description: 'What the key is for', example: 'Production backend' })
  name!: string;

  @DateTimeField({
    description:
      'When the key expires, null: never. Must be in the future and not after the expiry of the key that makes the ' +
      'request, which is the default',
    example: '2027-12-31T23:59:59.000Z',
    optional: true,
    nullable: true,
  })
  expires_at?: Date | null;

  @EnumListField({
    description:
      'What the key may do; at most what the key that makes the request may do, which is the default. `*` is everything',
    example: ['customers:read', 'invoices:read'],
    values: SCOPES,
    optional: true,
  })
  scopes?: string[];

  @EnumField({
    description:
      'A set of scopes, added to `scopes`: `full` is `*`, `read_only` is every scope that ends with `:read`, `ingest_only` is `events:write`',
    example: 'read_only',
    values: SCOPE_PRESETS,
    optional: true,
  })
  preset?: ScopePreset;
}

/** Returns the input of the use case: the scopes of the request are those that it lists and those of its preset. */
export function toApiKeyInput({ name, expires_at: expiresAt, scopes, preset }: CreateApiKeyDto): ApiKeyInput {
  const named = preset === undefined ? undefined : scopesOf(preset);
  return { name, expiresAt, scopes: named === undefined ? scopes : [...named, ...(scopes ?? [])] };
}

export class RotateApiKeyDto {
  @IntegerField({
    description: 'Seconds for which the old key remains usable',
    example: 3600,
    optional: true,
    default: 0,
    min: 0,
    max: MAX_OVERLAP_SECONDS,
  })
  overlap_seconds = 0;

  @DateTimeField({
    description:
      'When the new key expires, null: never. By default when the old one would have, but never after the key that ' +
      'makes the request',
    example: '2027-12-31T23:59:59.000Z',
    optional: true,
    nullable: true,
  })
  expires_at?: Date | null;
}

export class RevokeApiKeyDto {
  @EnumField({
    description: '`last_key` allows to revoke the last key that can manage keys',
    example: 'last_key',
    values: ['last_key'],
    optional: true,
  })
  confirm?: 'last_key';
}

export class ListApiKeysDto extends pageQuery(['created_at']) {}

export class ApiKeyDto {
  @IdField('API key', '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a') id!: string;

  @AnswerField({
    description: 'Id of the organization that the key belongs to',
    type: String,
    format: 'uuid',
    example: '0199a3c4-5b7e-7a02-b3c4-6d8e9f0a1b2c',
  })
  organization_id!: string;

  @AnswerField({ description: 'What the key is for', type: String, example: 'Production backend' })
  name!: string;

  @AnswerField({
    description: 'Beginning of the raw key',
    type: String,
    example: 'svc_live_4fQ9xT2b',
  })
  key_prefix!: string;

  @AnswerField({
    description: '`revoked` once it was revoked; an expired key remains `active`',
    type: String,
    enum: ['active', 'revoked'],
    example: 'active',
  })
  status!: string;

  @AnswerField({
    description: 'What the key may do; `*` is everything',
    type: String,
    isArray: true,
    enum: SCOPES as string[],
    example: ['*'],
  })
  scopes!: string[];

  @AnswerField({
    description: 'When it last authenticated a request',
    type: String,
    format: 'date-time',
    nullable: true,
    example: '2026-01-31T12:00:00.000Z',
  })
  last_used_at!: string | null;

  @AnswerField({
    description: 'When it expires; null: never',
    type: String,
    format: 'date-time',
    nullable: true,
    example: null,
  })
  expires_at!: string | null;

  @AnswerField({
    description: 'When a rotation replaced it; such a key cannot be rotated again',
    type: String,
    format: 'date-time',
    nullable: true,
    example: null,
  })
  rotated_at!: string | null;

  @CreatedAtField() created_at!: string;

  @UpdatedAtField() updated_at!: string;
}

export class CreatedApiKeyDto extends ApiKeyDto {
  @AnswerField({
    description: 'The raw key, shown only in this response',
    type: String,
    example: 'svc_live_4fQ9xT2bK7mP1sV8wY3zA6cD5eG0hJ2kL4nR7tU9xB1',
  })
  raw_key!: string;
}

/** @param lastUsedAt as this instance knows it, which may be later than in the row */
export function toApiKeyResponse(key: ApiKeyEntity, lastUsedAt: Date | null = key.lastUsedAt): ApiKeyDto {
  return {
    id: key.id,
    organization_id: key.organizationId,
    name: key.name,
    key_prefix: key.keyPrefix,
    status: key.status,
    scopes: key.scopes,
    last_used_at: lastUsedAt?.toISOString() ?? null,
    expires_at: key.expiresAt?.toISOString() ?? null,
    rotated_at: key.rotatedAt?.toISOString() ?? null,
    created_at: key.createdAt.toISOString(),
    updated_at: key.updatedAt.toISOString(),
  };
}

/** The only response that contains a raw key. */
export function toCreatedApiKeyResponse(created: { key: ApiKeyEntity; rawKey: string }): CreatedApiKeyDto {
  return { ...toApiKeyResponse(created.key), raw_key: created.rawKey };
}
