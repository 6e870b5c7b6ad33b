import { AnswerField, CreatedAtField, DateTimeField, IdField } from '../../../platform/http/fields';
import type { RecoverySpan } from './recoveries.service';
import type { RecoveryEntity } from './recovery.entity';

const STATUSES = ['running', 'completed', 'canceled'];

const FIELDS = {
  since: { description: 'Deliveries created at or after this time', example: '2026-01-30T12:00:00.000Z' },
  until: {
    description: 'Deliveries created before this time; by default all until now',
    example: '2026-01-31T12:00:00.000Z',
  },
};

const INSTANT = { type: String, format: 'date-time' } as const;

export class RecoverWebhookEndpointDto {
  @DateTimeField(FIELDS.since) since!: Date;
  @DateTimeField({ ...FIELDS.until, optional: true }) until?: Date;
}

export class WebhookRecoveryDto {
  @IdField('recovery', '0199a3c4-5b7e-7a14-9c25-5d7f9a1c3e46') id!: string;

  @AnswerField({
    description: 'Id of the endpoint',
    type: String,
    format: 'uuid',
    example: '0199a3c4-5b7e-7e44-9f10-3a5c7d9e1b2f',
  })
  webhook_endpoint_id!: string;

  @AnswerField({ ...FIELDS.since, ...INSTANT }) since!: string;
  @AnswerField({ ...FIELDS.until, ...INSTANT }) until!: string;

  @AnswerField({
    description: 'Whether deliveries remain to be retried',
    type: String,
    enum: STATUSES,
    example: 'running',
  })
  status!: string;

  @AnswerField({
    description: 'Failed deliveries of the span when the recovery was requested',
    type: 'integer',
    example: 250,
  })
  total!: number;

  @AnswerField({
    description:
      'Deliveries queued again so far; less than `total` at the end if others retried some meanwhile',
    type: 'integer',
    example: 200,
  })
  retried!: number;

  @CreatedAtField() created_at!: string;

  @AnswerField({
    description: 'When it was completed or canceled; null while it is running',
    ...INSTANT,
    nullable: true,
    example: null,
  })
  ended_at!: string | null;
}

export const toRecoverySpan = ({ since, until }: RecoverWebhookEndpointDto): RecoverySpan => ({
  since,
  until: until ?? null,
});

export function toRecoveryResponse(recovery: RecoveryEntity): WebhookRecoveryDto {
  return {
    id: recovery.id,
    webhook_endpoint_id: recovery.webhookEndpointId,
    since: recovery.since.toISOString(),
    until: recovery.until.toISOString(),
    status: statusOf(recovery),
    total: recovery.total,
    retried: recovery.retried,
    created_at: recovery.createdAt.toISOString(),
    ended_at: (recovery.completedAt ?? recovery.canceledAt)?.toISOString() ?? null,
  };
}

function statusOf({ completedAt, canceledAt }: RecoveryEntity): string {
  if (canceledAt !== null) return 'canceled';
  return completedAt === null ? 'running' : 'completed';
}
