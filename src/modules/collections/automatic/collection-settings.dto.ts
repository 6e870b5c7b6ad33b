import { AnswerField, EnumField, IdField } from '../../../platform/http/fields';
import type { ScheduledChargeEntity } from './automatic.entity';
import {
  CHARGE_TIMES,
  COLLECTION_METHODS,
  type ChargeTime,
  type CollectionMethod,
  type SettingInput,
  type SubjectSetting,
} from './automatic.rules';

const METHOD = {
  description:
    '`automatic`: invoices are charged by themselves; `manual`; null: as the subscription’s, then the customer’s, then the ' +
    'organization’s, whose default is `manual`',
  example: 'automatic',
};
const CHARGE_AT = {
  description:
    'When an invoice is charged: as it becomes final (`issue`), or as its due date begins, the default',
  example: 'due_date',
};

export class PutCollectionSettingsDto {
  @EnumField({ ...METHOD, values: COLLECTION_METHODS, nullable: true })
  collection_method!: CollectionMethod | null;
}

export class PutOrganizationCollectionSettingsDto extends PutCollectionSettingsDto {
  @EnumField({ ...CHARGE_AT, values: CHARGE_TIMES, optional: true, nullable: true })
  charge_at?: ChargeTime | null;
}

export class CollectionSettingsDto {
  @IdField('subject', '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0c') id!: string;
  @AnswerField({ ...METHOD, type: String, enum: [...COLLECTION_METHODS], nullable: true })
  collection_method!: string | null;
}

export class OrganizationCollectionSettingsDto extends CollectionSettingsDto {
  @AnswerField({ ...CHARGE_AT, type: String, enum: [...CHARGE_TIMES], nullable: true })
  charge_at!: string | null;
}

export class InvoiceCollectionSettingsDto extends CollectionSettingsDto {
  @AnswerField({
    description:
      '`waiting` for `next_charge_at`; `charging`; `stopped`, because a person has to act; null: nothing is charged by itself',
    type: String,
    enum: ['waiting', 'charging', 'stopped'],
    nullable: true,
    example: 'waiting',
  })
  automatic_status!: string | null;
  @AnswerField({
    description: 'When it is charged next',
    type: String,
    format: 'date-time',
    nullable: true,
    example: '2026-01-31T00:00:00.000Z',
  })
  next_charge_at!: string | null;
  @AnswerField({ description: 'Charges that were begun', type: 'integer', example: 0 })
  charge_attempts!: number;
  @AnswerField({ description: 'Why it stopped', type: String, nullable: true, example: null })
  stopped_reason!: string | null;
}

export function toSettingInput(
  body: PutCollectionSettingsDto & { charge_at?: ChargeTime | null },
): SettingInput {
  return { collectionMethod: body.collection_method, chargeAt: body.charge_at ?? null };
}

export function toSettingsResponse({ subjectId, collectionMethod }: SubjectSetting): CollectionSettingsDto {
  return { id: subjectId, collection_method: collectionMethod };
}

export function toOrganizationSettingsResponse(setting: SubjectSetting): OrganizationCollectionSettingsDto {
  return { ...toSettingsResponse(setting), charge_at: setting.chargeAt };
}

export function toInvoiceSettingsResponse(
  setting: SubjectSetting,
  charge: ScheduledChargeEntity | null,
): InvoiceCollectionSettingsDto {
  return {
    ...toSettingsResponse(setting),
    automatic_status: charge?.status ?? null,
    next_charge_at: charge?.dueAt?.toISOString() ?? null,
    charge_attempts: charge?.attempts ?? 0,
    stopped_reason: charge?.reason ?? null,
  };
}
