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
import type { DunningCampaignEntity } from './dunning-campaign.entity';
import { CAMPAIGN_STATUSES, type CampaignStatus } from './dunning-campaign.rules';

const MAX_ATTEMPTS = 100;
const MAX_DAYS = 365;
const MAX_THRESHOLDS = 200;

const FIELDS = {
  code: { description: 'Your own name of the campaign; unique in your organization', example: 'gentle' },
  name: { description: 'Name of the campaign', example: 'Gentle reminders' },
  description: { description: 'A note of your own', example: 'For customers of long standing' },
  status: {
    description:
      'An inactive campaign makes no further requests; those that it made run to their end. As the own campaign of a customer it also keeps the default of the organization away',
    example: 'active',
  },
  max_attempts: {
    description: 'Payments that are tried before a request counts as failed',
    example: 3,
  },
  days_between_attempts: {
    description: "Days from one attempt to the next, in the customer's time zone",
    example: 7,
  },
  applied_to_organization: {
    description:
      'Applies to every customer without a campaign of its own. One campaign at a time does: true takes it from the one before',
    example: false,
  },
  threshold_currency: { description: 'Currency of what is overdue', example: 'EUR' },
  threshold_amount_cents: {
    description: 'Overdue sum from which a customer is asked for payment, in the minor unit',
    example: 5000,
  },
  dunning_campaign_id: {
    description: "The customer's own campaign; null: the default of the organization, if there is one",
    example: '0199a3c4-5b7e-7d2a-8f10-6b8c9d0e1f2a',
  },
};
const THRESHOLDS = { description: 'From which overdue sum on a customer is asked, per currency' };

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
  @UuidField({ ...FIELDS.dunning_campaign_id, nullable: true }) dunning_campaign_id!: string | null;
}

export class CustomerDunningCampaignDto {
  @AnswerField({
    description: 'The customer',
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
    description: 'The campaign',
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
    description: 'When it was created',
    type: String,
    format: 'date-time',
    example: '2026-01-01T09:30:00.000Z',
  })
  created_at!: string;

  @AnswerField({
    description: 'When it last changed',
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
