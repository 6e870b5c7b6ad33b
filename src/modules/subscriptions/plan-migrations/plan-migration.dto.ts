import { AnswerField, EnumField, IntegerListField } from '../../../platform/http/fields';
import { CHANGE_TIMES, type ChangeTime, type PlanMigrationEntity } from './plan-migration.entity';
import type { PlanMigrationInput } from './plan-migrations.service';

const MAX_VERSIONS = 100;

const FIELDS = {
  from_versions: {
    description: `At most ${MAX_VERSIONS} versions whose subscriptions are moved. Default: all earlier versions`,
    example: [1],
  },
  at: {
    description:
      'When subscriptions move: immediately, or at the end of their billing period. Pending subscriptions move ' +
      'immediately',
    example: 'period_end',
  },
};

export class MigratePlanDto {
  @IntegerListField({ ...FIELDS.from_versions, optional: true, min: 1, max: MAX_VERSIONS, once: 'version' })
  from_versions?: number[];

  @EnumField({ ...FIELDS.at, values: CHANGE_TIMES }) at!: ChangeTime;
}

export class PlanMigrationFailureDto {
  @AnswerField({
    description: 'ID of the subscription',
    type: String,
    format: 'uuid',
    example: '0199a3c4-5b7e-7b52-8f41-3d5f7a9c1e20',
  })
  subscription_id!: string;

  @AnswerField({
    description: 'Code of the failure, as in the `billing_error` of a subscription or in an error response',
    type: String,
    example: 'amount_out_of_range',
  })
  code!: string;

  @AnswerField({
    description: 'Why the subscription was not moved',
    type: String,
    example: 'An amount of the invoice is greater than 2^53-1.',
  })
  message!: string;
}

export class PlanMigrationDto {
  @AnswerField({
    description: 'ID of the migration',
    type: String,
    format: 'uuid',
    example: '0199a3c4-5b7e-7c11-9a53-2b4d6f8a0c1e',
  })
  id!: string;

  @AnswerField({
    description: 'ID of the plan',
    type: String,
    format: 'uuid',
    example: '0199a3c4-5b7e-7d75-9e30-6b8c0d2e4f5a',
  })
  plan_id!: string;

  @AnswerField({
    description: 'Version to which subscriptions are moved: the newest one at the time of the request',
    type: 'integer',
    example: 2,
  })
  to_version!: number;

  @AnswerField({
    ...FIELDS.from_versions,
    description: 'Versions whose subscriptions are moved; null for all earlier versions',
    type: 'array',
    items: { type: 'integer' },
    nullable: true,
  })
  from_versions!: number[] | null;

  @AnswerField({ ...FIELDS.at, type: String, enum: [...CHANGE_TIMES] }) at!: string;

  @AnswerField({
    description: 'Whether subscriptions remain to be moved',
    type: String,
    enum: ['running', 'completed'],
    example: 'running',
  })
  status!: string;

  @AnswerField({
    description: 'Number of pending and active subscriptions on the versions to move',
    type: 'integer',
    example: 250,
  })
  total!: number;

  @AnswerField({
    description:
      'Number of subscriptions that have moved, are scheduled to move, or leave the plan or end anyway. Once the ' +
      'migration is completed, `done` + `failed` = `total`',
    type: 'integer',
    example: 120,
  })
  done!: number;

  @AnswerField({
    description: 'Number of subscriptions that could not be moved; they keep their version',
    type: 'integer',
    example: 0,
  })
  failed!: number;

  @AnswerField({ description: 'The first 100 failures', type: [PlanMigrationFailureDto] })
  failures!: PlanMigrationFailureDto[];

  @AnswerField({
    description: 'When the migration was requested',
    type: String,
    format: 'date-time',
    example: '2026-01-15T09:30:00.000Z',
  })
  created_at!: string;

  @AnswerField({
    description: 'When the last subscription was processed; null while the migration is running',
    type: String,
    format: 'date-time',
    nullable: true,
    example: '2026-01-15T09:31:00.000Z',
  })
  completed_at!: string | null;
}

export function toPlanMigrationInput(body: MigratePlanDto): PlanMigrationInput {
  return { fromVersions: body.from_versions ?? null, at: body.at };
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
    done: migration.done,
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
