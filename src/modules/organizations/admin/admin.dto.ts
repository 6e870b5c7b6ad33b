import {
  AnswerField,
  BooleanField,
  CreatedAtField,
  EnumField,
  IdField,
  TextField,
  UuidField,
} from '../../../platform/http/fields';
import { pageQuery } from '../../../platform/http/paging';
import { OrganizationDto, toOrganizationResponse } from '../organization.dto';
import type { OrganizationEntity, OrganizationStatus } from '../organization.entity';
import { INSTALLATION_ACTIONS, type InstallationLogEntryEntity } from './installation-log-entry.entity';

const STATUSES: OrganizationStatus[] = ['active', 'suspended', 'deleting'];
const REASON = {
  description: 'Your own note, which the organization does not see',
  example: 'Unpaid since May',
};

export class ListOrganizationsDto extends pageQuery(['created_at']) {
  @EnumField({ description: 'Only this status', example: 'suspended', values: STATUSES, optional: true })
  status?: OrganizationStatus;

  @BooleanField({
    description: 'Only test organizations, or only others',
    example: false,
    optional: true,
    fromQuery: true,
  })
  test?: boolean;
}

export class ListInstallationLogDto extends pageQuery(['created_at']) {
  @UuidField({
    description: 'Only this organization',
    example: '0199a3c4-5b7e-7a02-b3c4-6d8e9f0a1b2c',
    optional: true,
  })
  organization_id?: string;
}

export class SuspendOrganizationDto {
  @TextField({ ...REASON, optional: true, nullable: true, max: 1000 })
  reason?: string | null;
}

export class AdminOrganizationDto extends OrganizationDto {
  @AnswerField({
    description: 'When it was suspended',
    type: String,
    format: 'date-time',
    nullable: true,
    example: null,
  })
  suspended_at!: string | null;

  @AnswerField({ ...REASON, type: String, nullable: true })
  suspension_reason!: string | null;
}

export class InstallationLogEntryDto {
  @IdField('entry', '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a') id!: string;

  @AnswerField({
    description: 'Id of the organization, which may be deleted',
    type: String,
    format: 'uuid',
    example: '0199a3c4-5b7e-7a02-b3c4-6d8e9f0a1b2c',
  })
  organization_id!: string;

  @AnswerField({ description: 'Its name at that time', type: String, example: 'Acme Inc.' })
  organization_name!: string;

  @AnswerField({
    description: 'What happened',
    type: String,
    enum: [...INSTALLATION_ACTIONS],
    example: 'organization.suspended',
  })
  action!: string;

  @AnswerField({
    description: 'The reason of a suspension, or the beginning of a key',
    type: String,
    nullable: true,
    example: 'Unpaid since May',
  })
  note!: string | null;

  @AnswerField({
    description: 'X-Request-Id of the request; null for a job',
    type: String,
    nullable: true,
    example: '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a',
  })
  request_id!: string | null;

  @CreatedAtField() created_at!: string;
}

export function toAdminOrganizationResponse(organization: OrganizationEntity): AdminOrganizationDto {
  return {
    ...toOrganizationResponse(organization),
    suspended_at: organization.suspendedAt?.toISOString() ?? null,
    suspension_reason: organization.suspensionReason,
  };
}

export function toInstallationLogResponse(entry: InstallationLogEntryEntity): InstallationLogEntryDto {
  return {
    id: entry.id,
    organization_id: entry.organizationId,
    organization_name: entry.organizationName,
    action: entry.action,
    note: entry.note,
    request_id: entry.requestId,
    created_at: entry.createdAt.toISOString(),
  };
}
