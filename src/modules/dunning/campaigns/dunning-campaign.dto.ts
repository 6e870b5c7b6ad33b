import { OmitType, PartialType } from '@nestjs/swagger';
import {
  AnswerField,
  BooleanField,
  CurrencyField,
  EnumField,
  IntegerField,
  ListOf,
  TextField,
} from '../../../platform/http/fields';
import { pageQuery } from '../../../platform/http/paging';
import { withoutUndefined } from '../../../platform/http/without-undefined';
import type { DunningCampaignEntity } from './dunning-campaign.entity';
import { CAMPAIGN_STATUSES, type CampaignStatus } from '../dunning.rules';
import { IdOf, KeyOf } from '../../../platform/http/references';
import { DUNNING_CAMPAIGN_REFERENCE } from './dunning-campaign.reference';

const MAX_ATTEMPTS = 100;
const MAX_DAYS = 365;
const MAX_THRESHOLDS = 200;

const FIELDS = {
  code: {
    description: 'Your own identifier of the campaign; unique in your organization',
    example: 'gentle',
  },
  name: { description: 'Name of the campaign', example: 'Gentle reminders' },
  description: { description: 'Your own note', example: 'For customers of long standing' },
  status: {
    description:
      'An inactive campaign creates no payment requests; existing ones run on. Assigned to a customer, it suppresses the default campaign, too',
    example: 'active',
  },
  max_attempts: {
    description: 'Payments attempted before a payment request fails',
    example: 3,
  },
  days_between_attempts: {
    description: "Days between attempts, in the customer's time zone",
    example: 7,
  },
  applied_to_organization: {
    description:
      'Whether it applies to every customer without a campaign of its own. Only one campaign is the default',
    example: false,
  },
  threshold_currency: { description: 'Currency of the overdue amount', example: 'EUR' },
  threshold_amount_cents: {
    description: 'Overdue amount from which payment is requested, in the minor unit of the currency',
    example: 5000,
  },
  dunning_campaign_id: {
    description: "Id of the customer's own campaign; null when the default of the organization applies",
    example: '0199a3c4-5b7e-7d2a-8f10-6b8c9d0e1f2a',
  },
};
const THRESHOLDS = { description: 'Overdue amount per currency that triggers dunning' };

export class CreateCampaignThresholdDto {
  @CurrencyField(FIELDS.threshold_currency) currency!: string;

  @IntegerField({ ...FIELDS.threshold_amount_cents, min: 0, max: Number.MAX_SAFE_INTEGER })
  amount_cents!: number;
}

export class CreateDunningCampaignDto {
  @TextField(FIELDS.code) code!: string;
  @TextField(FIELDS.name) name!: string;

  @TextField({ ...FIELDS.description, max: 1000, optional: true, nullable: true })
  description?: string | null;

  @EnumField({ ...FIELDS.status, values: CAMPAIGN_STATUSES, optional: true, default: 'active' })
  status?: CampaignStatus;

  @IntegerField({ ...FIELDS.max_attempts, min: 1, max: MAX_ATTEMPTS }) max_attempts!: number;

  @IntegerField({ ...FIELDS.days_between_attempts, min: 1, max: MAX_DAYS })
  days_between_attempts!: number;

  @ListOf(() => CreateCampaignThresholdDto, { ...THRESHOLDS, max: MAX_THRESHOLDS })
  thresholds!: CreateCampaignThresholdDto[];

  @BooleanField({ ...FIELDS.applied_to_organization, optional: true, default: false })
  applied_to_organization?: boolean;
}

export class UpdateDunningCampaignDto extends PartialType(OmitType(CreateDunningCampaignDto, ['code']), {
  skipNullProperties: false,
}) {}

export class ListDunningCampaignsDto extends pageQuery(['created_at']) {
  @TextField({ description: 'Only the campaign with this code', example: 'gentle', optional: true })
  code?: string;
}

export class AssignDunningCampaignDto {
  @IdOf(DUNNING_CAMPAIGN_REFERENCE, {
    description: "Id of the customer's own campaign; null when the default of the organization applies",
    nullable: true,
  })
  dunning_campaign_id!: string | null;

  @KeyOf(DUNNING_CAMPAIGN_REFERENCE) dunning_campaign_code?: string;
}

export class CustomerDunningCampaignDto {
  @AnswerField({
    description: 'Id of the customer',
    type: String,
    format: 'uuid',
    example: '0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21',
  })
  customer_id!: string;

  @AnswerField({ ...FIELDS.dunning_campaign_id, type: String, format: 'uuid', nullable: true })
  dunning_campaign_id!: string | null;
}

export const toAssignmentResponse = (
  customerId: string,
  campaignId: string | null,
): CustomerDunningCampaignDto => ({ customer_id: customerId, dunning_campaign_id: campaignId });

export class CampaignThresholdDto {
  @AnswerField({ ...FIELDS.threshold_currency, type: String }) currency!: string;
  @AnswerField({ ...FIELDS.threshold_amount_cents, type: 'integer' }) amount_cents!: number;
}

export class DunningCampaignDto {
  @AnswerField({
    description: 'Id of the campaign',
    type: String,
    format: 'uuid',
    example: '0199a3c4-5b7e-7d2a-8f10-6b8c9d0e1f2a',
  })
  id!: string;

  @AnswerField({ ...FIELDS.code, type: String }) code!: string;
  @AnswerField({ ...FIELDS.name, type: String }) name!: string;
  @AnswerField({ ...FIELDS.description, type: String, nullable: true }) description!: string | null;
  @AnswerField({ ...FIELDS.status, type: String, enum: [...CAMPAIGN_STATUSES] }) status!: CampaignStatus;
  @AnswerField({ ...FIELDS.max_attempts, type: 'integer' }) max_attempts!: number;
  @AnswerField({ ...FIELDS.days_between_attempts, type: 'integer' }) days_between_attempts!: number;
  @AnswerField({ ...THRESHOLDS, type: [CampaignThresholdDto] }) thresholds!: CampaignThresholdDto[];
  @AnswerField({ ...FIELDS.applied_to_organization, type: Boolean }) applied_to_organization!: boolean;

  @AnswerField({
    description: 'When the campaign was created',
    type: String,
    format: 'date-time',
    example: '2026-01-01T09:30:00.000Z',
  })
  created_at!: string;

  @AnswerField({
    description: 'When the campaign last changed',
    type: String,
    format: 'date-time',
    example: '2026-01-01T09:30:00.000Z',
  })
  updated_at!: string;
}

/** The fields of a campaign that a request sets. */
export type CampaignInput = Omit<
  DunningCampaignEntity,
  'organizationId' | 'id' | 'createdAt' | 'updatedAt' | 'deletedAt'
>;

/** Returns only the fields that the body sends. */
export function toCampaignInput(body: UpdateDunningCampaignDto): Partial<Omit<CampaignInput, 'code'>> {
  return withoutUndefined({
    name: body.name,
    description: body.description,
    status: body.status,
    maxAttempts: body.max_attempts,
    daysBetweenAttempts: body.days_between_attempts,
    thresholds: body.thresholds?.map((it) => ({ currency: it.currency, amountCents: it.amount_cents })),
    appliedToOrganization: body.applied_to_organization,
  });
}

export function toNewCampaignInput(body: CreateDunningCampaignDto): CampaignInput {
  return {
    code: body.code,
    name: body.name,
    description: body.description ?? null,
    status: body.status ?? 'active',
    maxAttempts: body.max_attempts,
    daysBetweenAttempts: body.days_between_attempts,
    thresholds: body.thresholds.map((it) => ({ currency: it.currency, amountCents: it.amount_cents })),
    appliedToOrganization: body.applied_to_organization ?? false,
  };
}

export function toCampaignResponse(campaign: DunningCampaignEntity): DunningCampaignDto {
  return {
    id: campaign.id,
    code: campaign.code,
    name: campaign.name,
    description: campaign.description,
    status: campaign.status,
    max_attempts: campaign.maxAttempts,
    days_between_attempts: campaign.daysBetweenAttempts,
    thresholds: campaign.thresholds.map((it) => ({ currency: it.currency, amount_cents: it.amountCents })),
    applied_to_organization: campaign.appliedToOrganization,
    created_at: campaign.createdAt.toISOString(),
    updated_at: campaign.updatedAt.toISOString(),
  };
}
