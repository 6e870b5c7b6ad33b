import { AnswerField, BooleanField, EnumField, UuidField } from '../../../platform/http/fields';
import { pageQuery } from '../../../platform/http/paging';
import { PROVIDER_NAME } from '../providers/provider-name.field';
import type { TakenItem } from './inbox';
import {
  NOTIFICATION_STATUSES,
  type NotificationStatus,
  type ProviderNotificationEntity,
} from './notification.entity';
import type { NotificationFilters } from './notifications.repository';

const INSTANT = { type: String, format: 'date-time', example: '2026-02-03T10:15:00.000Z' } as const;
const PAYMENT_ID = {
  description: 'ID of the payment that the notification concerns',
  example: '0199a3c4-5b7e-7d41-8c2b-5f7a9b1c3d5e',
};
const STATUS = {
  description:
    '`processed`: changed a payment; `ignored`: had no effect; `failed`: could not be parsed or applied; ' +
    '`held`: waits until the payment succeeds; `received`: part of a large batch, processed within seconds',
  example: 'processed',
};
const NEEDS_REVIEW = { description: 'Whether the notification needs manual review', example: false };
const EVENT_TYPE = { description: 'Event type of the provider', example: 'payment_intent.succeeded' };

export class ListNotificationsDto extends pageQuery(['created_at']) {
  @EnumField({ ...STATUS, values: NOTIFICATION_STATUSES, optional: true })
  status?: NotificationStatus;

  @UuidField({ ...PAYMENT_ID, optional: true }) payment_id?: string;

  @BooleanField({ ...NEEDS_REVIEW, example: true, optional: true, fromQuery: true }) needs_review?: boolean;
}

export class NotificationDto {
  @AnswerField({
    description: 'ID of the notification',
    type: String,
    format: 'uuid',
    example: '0199a3c4-5b7e-7a11-9b2c-3d4e5f607182',
  })
  id!: string;

  @AnswerField({ description: 'Name of the provider', ...PROVIDER_NAME, example: 'stripe' })
  provider!: string;

  @AnswerField({
    description: 'ID of the event at the provider; `sha256:` and the hash of the body if the event has none',
    type: String,
    example: 'evt_1PqXyz',
  })
  event_id!: string;

  @AnswerField({ ...EVENT_TYPE, type: String, nullable: true }) event_type!: string | null;

  @AnswerField({
    ...INSTANT,
    description: "When the event occurred, by the provider's clock",
    nullable: true,
  })
  occurred_at!: string | null;

  @AnswerField({ ...STATUS, type: String, enum: [...NOTIFICATION_STATUSES] }) status!: string;

  @AnswerField({
    description: 'Why the notification had no effect or an unexpected one; null otherwise',
    type: String,
    nullable: true,
    example: 'The notification is in EUR, but the payment is in USD.',
  })
  reason!: string | null;

  @AnswerField({
    description: 'Change made by the notification; null if there was none',
    type: String,
    nullable: true,
    example: 'The payment has succeeded and covers 5000 of the 5000 due.',
  })
  effect!: string | null;

  @AnswerField({ ...NEEDS_REVIEW, type: Boolean })
  needs_review!: boolean;

  @AnswerField({ ...PAYMENT_ID, type: String, format: 'uuid', nullable: true })
  payment_id!: string | null;

  @AnswerField({ ...INSTANT, description: 'When the notification was received' }) created_at!: string;
  @AnswerField({ ...INSTANT, description: 'When the notification was last processed' }) updated_at!: string;
}

export class WebhookAnswerDto {
  @AnswerField({
    ...STATUS,
    description: `Overall status: \`processed\` if at least one event in the body was processed. ${STATUS.description}`,
    type: String,
    enum: [...NOTIFICATION_STATUSES],
  })
  status!: string;

  @AnswerField({
    ...EVENT_TYPE,
    description: 'Event type of the provider; null for a body with several events',
    type: String,
    nullable: true,
  })
  event_type!: string | null;

  @AnswerField({
    description: 'Why the notification had no effect or an unexpected one; absent otherwise',
    type: String,
    required: false,
    example: 'The event has already been received.',
  })
  reason?: string;
}

export function toNotificationFilters(query: ListNotificationsDto): NotificationFilters {
  return { status: query.status, paymentId: query.payment_id, needsReview: query.needs_review };
}

export function toNotificationResponse(it: ProviderNotificationEntity): NotificationDto {
  return {
    id: it.id,
    provider: it.provider,
    event_id: it.eventId,
    event_type: it.eventType,
    occurred_at: it.occurredAt?.toISOString() ?? null,
    status: it.status,
    reason: it.reason,
    effect: it.effect,
    needs_review: it.needsReview,
    payment_id: it.paymentId,
    created_at: it.createdAt.toISOString(),
    updated_at: it.updatedAt.toISOString(),
  };
}

/** Returns one response for the whole body, because providers only read its status code. */
export function toWebhookAnswer(taken: readonly TakenItem[]): WebhookAnswerDto {
  const [item] = taken;
  if (item === undefined) return { status: 'ignored', event_type: null, reason: 'The body has no events.' };
  if (taken.length === 1) {
    const { status, eventType, reason } = item;
    return { status, event_type: eventType, ...(reason === null ? {} : { reason }) };
  }
  const done = taken.filter((it) => it.status === 'processed').length;
  if (done === taken.length) return { status: 'processed', event_type: null };
  const reason = `${done} of ${taken.length} events were processed.`;
  return { status: done > 0 ? 'processed' : 'ignored', event_type: null, reason };
}
