import { OmitType, PartialType } from '@nestjs/swagger';
import {
  AnswerField,
  BooleanField,
  CurrencyField,
  EnumField,
  IntegerField,
  ListOf,
  TextField,
  UuidField,
} from '../../platform/http/fields';
import { pageQuery } from '../../platform/http/paging';
import { withoutUndefined } from '../../platform/http/without-undefined';
import { versioned } from '../../platform/http/versions';
import type { DunningCampaignEntity } from './dunning-campaign.entity';
import { CAMPAIGN_STATUSES, type CampaignStatus } from './dunning-campaign.rules';

const MAX_ATTEMPTS = 100;
const MAX_DAYS = 365;
const MAX_THRESHOLDS = 200;

const FIELDS = {
  code: { description: 'Your own code for the campaign; unique in your organization', example: 'gentle' },
  name: { description: 'Name of the campaign', example: 'Gentle reminders' },
  description: { description: 'Description for your own use', example: 'For long-standing customers' },
  status: {
    description:
      'An inactive campaign opens no new payment requests; open ones continue. A customer with an inactive assigned campaign does not fall back to the default campaign',
    example: 'active',
  },
  max_attempts: {
    description: 'Number of payment attempts before a payment request fails',
    example: 3,
  },
  days_between_attempts: {
    description: "Days between attempts, in the customer's time zone",
    example: 7,
  },
  applied_to_organization: {
    description:
      'Whether this is the default campaign, used for customers that have no campaign assigned. An organization has at most one; a new default replaces the previous one',
    example: false,
  },
  threshold_currency: { description: 'Currency of the overdue amount', example: 'EUR' },
  threshold_amount_cents: {
    description: 'Overdue amount at which a payment request is opened, in minor units',
    example: 5000,
  },
  dunning_campaign_id: {
    description:
      'ID of the campaign assigned to the customer; null for the default campaign of the organization, if any',
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
  @TextField({ description: 'Filter by code', example: 'gentle', optional: true })
  code?: string;
}

export class AssignDunningCampaignDto {
  @UuidField({ ...FIELDS.dunning_campaign_id, nullable: true }) dunning_campaign_id!: string | null;
}

export class CustomerDunningCampaignDto {
  @AnswerField({
    description: 'ID of the customer',
    type: String,
    format: 'uuid',
    example: '0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21',
  })
  customer_id!: string;

  @AnswerField({ ...FIELDS.dunning_campaign_id, type: String, format: 'uuid', nullable: true })
  dunning_campaign_id!: string | null;
}

export class CampaignThresholdDto {
  @AnswerField({ ...FIELDS.threshold_currency, type: String }) currency!: string;
  @AnswerField({ ...FIELDS.threshold_amount_cents, type: 'integer' }) amount_cents!: number;
}

export class DunningCampaignDto {
  @AnswerField({
    description: 'ID of the dunning campaign',
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
    description: 'When the dunning campaign was created',
    type: String,
    format: 'date-time',
    example: '2026-01-01T09:30:00.000Z',
  })
  created_at!: string;

  @AnswerField({
    description: 'When the dunning campaign was last updated',
    type: String,
    format: 'date-time',
    example: '2026-01-01T09:30:00.000Z',
  })
  updated_at!: string;
}

/** The fields of a campaign that a request can set, named as in the entity. */
export type CampaignInput = Omit<
  DunningCampaignEntity,
  'organizationId' | 'id' | 'createdAt' | 'updatedAt' | 'deletedAt' | 'rowVersion'
>;

/** Returns only the fields that are present in the request. */
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
  return versioned(campaign, {
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
  });
}

/** The campaign assigned to a customer; null if there is none. */
export interface CampaignOfCustomer {
  customerId: string;
  campaignId: string | null;
}

export function toCustomerCampaignResponse(assigned: CampaignOfCustomer): CustomerDunningCampaignDto {
  return { customer_id: assigned.customerId, dunning_campaign_id: assigned.campaignId };
}
