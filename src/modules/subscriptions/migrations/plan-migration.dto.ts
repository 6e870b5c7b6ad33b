import {
  AnswerField,
  CreatedAtField,
  EnumField,
  IdField,
  IntegerListField,
} from '../../../platform/http/fields';
import { MIGRATION_MOMENTS, type MigrationMoment, type PlanMigrationEntity } from './plan-migration.entity';
import type { PlanMigrationInput } from './plan-migrations.service';

const MAX_VERSIONS = 100;

const FIELDS = {
  from_versions: {
    description: 'Versions whose subscriptions are moved; all earlier ones by default',
    example: [1, 2],
  },
  at: {
    description:
      'When subscriptions take the newest version: at once, or at the end of their billing periods. Pending ones take it at once',
    example: 'period_end',
  },
};

const COUNT = { type: 'integer', example: 0 } as const;

export class MigratePlanDto {
  @IntegerListField({ ...FIELDS.from_versions, optional: true, min: 1, max: MAX_VERSIONS })
  from_versions?: number[];
  @EnumField({ ...FIELDS.at, values: MIGRATION_MOMENTS }) at!: MigrationMoment;
}

export class PlanMigrationFailureDto {
  @AnswerField({
    description: 'Id of the subscription',
    type: String,
    format: 'uuid',
    example: '0199a3c4-5b7e-7b52-8f41-3d5f7a9c1e20',
  })
  subscription_id!: string;

  @AnswerField({ description: 'Stable code in snake_case', type: String, example: 'amount_out_of_range' })
  code!: string;

  @AnswerField({
    description: 'Why it was not moved',
    type: String,
    example: 'The total of the invoice exceeds 2^53-1.',
  })
  message!: string;
}

export class PlanMigrationDto {
  @IdField('migration', '0199a3c4-5b7e-7c11-9a53-2b4d6f8a0c1e') id!: string;

  @AnswerField({
    description: 'Id of the plan',
    type: String,
    format: 'uuid',
    example: '0199a3c4-5b7e-7d75-9e30-6b8c0d2e4f5a',
  })
  plan_id!: string;

  @AnswerField({
    description: 'Newest version when the migration was requested',
    type: 'integer',
    example: 3,
  })
  to_version!: number;

  @AnswerField({ ...FIELDS.from_versions, type: 'array', items: { type: 'integer' }, nullable: true })
  from_versions!: number[] | null;

  @AnswerField({ ...FIELDS.at, type: String, enum: [...MIGRATION_MOMENTS] }) at!: string;

  @AnswerField({
    description: 'Whether subscriptions remain to be processed',
    type: String,
    enum: ['running', 'completed'],
    example: 'running',
  })
  status!: string;

  @AnswerField({ ...COUNT, description: 'Subscriptions to move when the migration was requested' })
  total!: number;
  @AnswerField({ ...COUNT, description: 'Subscriptions that were moved, or are scheduled to be' })
  moved!: number;
  @AnswerField({ ...COUNT, description: 'Subscriptions that are about to leave the plan' }) skipped!: number;
  @AnswerField({ ...COUNT, description: 'Subscriptions that could not be moved' }) failed!: number;

  @AnswerField({
    description: 'The first 100 of those that could not be moved',
    type: [PlanMigrationFailureDto],
  })
  failures!: PlanMigrationFailureDto[];

  @CreatedAtField() created_at!: string;

  @AnswerField({
    description: 'When the last subscription was processed; null while it is running',
    type: String,
    format: 'date-time',
    nullable: true,
    example: '2026-01-15T09:31:00.000Z',
  })
  completed_at!: string | null;
}

export function toPlanMigrationInput({
  from_versions: fromVersions,
  at,
}: MigratePlanDto): PlanMigrationInput {
  return { fromVersions: fromVersions ?? null, at };
}

export function toPlanMigrationResponse(migration: PlanMigrationEntity): PlanMigrationDto {
  return {
    id: migration.id,
    plan_id: migration.planId,
    to_version: migration.toVersion,
    from_versions: migration.fromVersions,
    at: migration.at,
    status: migration.completedAt === null ? 'running' : 'completed',
    total: migration.total,
    moved: migration.moved,
    skipped: migration.skipped,
    failed: migration.failed,
    failures: migration.failures.map(({ subscriptionId, code, message }) => ({
      subscription_id: subscriptionId,
      code,
      message,
    })),
    created_at: migration.createdAt.toISOString(),
    completed_at: migration.completedAt?.toISOString() ?? null,
  };
}
