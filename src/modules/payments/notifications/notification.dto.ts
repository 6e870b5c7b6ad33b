import { AnswerField, EnumField, UuidField } from '../../../platform/http/fields';
import { pageQuery } from '../../../platform/http/paging';
import { PROVIDER } from '../providers/provider.field';
import type { ReceivedNotification } from './notification-intake';
import {
  NOTIFICATION_STATUSES,
  type NotificationStatus,
  type ProviderNotificationEntity,
} from './notification.entity';
import type { NotificationFilters } from './notifications.repository';

const INSTANT = { type: String, format: 'date-time', example: '2026-02-03T10:15:00.000Z' } as const;
const PAYMENT_ID = {
  description: 'Id of the payment that the notification is about',
  example: '0199a3c4-5b7e-7d41-8c2b-5f7a9b1c3d5e',
};
const STATUS = {
  description:
    '`processed`: it changed a payment; `ignored`: it had no effect; `failed`: it could not be parsed or applied; ' +
    '`held`: it waits until its payment succeeds; `received`: one of many in one body, processed within seconds',
  example: 'processed',
};
const EVENT_TYPE = { description: 'Event kind of the provider', example: 'payment_intent.succeeded' };

export class ListNotificationsDto extends pageQuery(['created_at']) {
  @EnumField({ ...STATUS, description: 'Only this status', values: NOTIFICATION_STATUSES, optional: true })
  status?: NotificationStatus;

  @UuidField({ ...PAYMENT_ID, optional: true }) payment_id?: string;
}

export class ProviderNotificationDto {
  @AnswerField({
    description: 'Id of the notification',
    type: String,
    format: 'uuid',
    example: '0199a3c4-5b7e-7a11-9b2c-3d4e5f607182',
  })
  id!: string;

  @AnswerField({ ...PROVIDER, description: 'The payment provider' }) provider!: string;

  @AnswerField({
    description: 'Id of the event at the provider; without one, `sha256:` and the hash of the body',
    type: String,
    example: 'evt_1PqXyz',
  })
  event_id!: string;

  @AnswerField({ ...EVENT_TYPE, type: String, nullable: true }) event_type!: string | null;

  @AnswerField({
    ...INSTANT,
    description: 'When the event happened, by the clock of the provider',
    nullable: true,
  })
  occurred_at!: string | null;

  @AnswerField({ ...STATUS, type: String, enum: [...NOTIFICATION_STATUSES] }) status!: string;

  @AnswerField({
    description: 'Why the notification had no effect, or less than expected',
    type: String,
    nullable: true,
    example: 'The currency is EUR; the payment is in USD.',
  })
  reason!: string | null;

  @AnswerField({
    description: 'What the notification changed',
    type: String,
    nullable: true,
    example: 'The payment has succeeded; it paid 5000 of 5000 due.',
  })
  effect!: string | null;

  @AnswerField({ description: 'Whether a person should look at it', type: Boolean, example: false })
  needs_review!: boolean;

  @AnswerField({ ...PAYMENT_ID, type: String, format: 'uuid', nullable: true })
  payment_id!: string | null;

  @AnswerField({ ...INSTANT, description: 'When the notification was received' }) created_at!: string;
  @AnswerField({ ...INSTANT, description: 'When the notification was last processed' }) updated_at!: string;
}

export class NotificationResultDto {
  @AnswerField({
    ...STATUS,
    description: 'Status of the notification; of several in one body: `processed` if any of them was',
    type: String,
    enum: [...NOTIFICATION_STATUSES],
  })
  status!: string;

  @AnswerField({
    ...EVENT_TYPE,
    description: 'Event kind of the provider; null for a body with several events',
    type: String,
    nullable: true,
  })
  event_type!: string | null;

  @AnswerField({
    description: 'Why the webhook had no effect, or less than expected; absent otherwise',
    type: String,
    required: false,
    example: 'The event was already received.',
  })
  reason?: string;
}

export function toNotificationFilters(query: ListNotificationsDto): NotificationFilters {
  return { status: query.status, paymentId: query.payment_id };
}

export function toNotificationResponse(it: ProviderNotificationEntity): ProviderNotificationDto {
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

/** Returns one response for the whole body: providers look at its status code only. */
export function toWebhookAnswer(received: readonly ReceivedNotification[]): NotificationResultDto {
  const [item] = received;
  if (item === undefined)
    return { status: 'ignored', event_type: null, reason: 'The body contains no events.' };
  if (received.length === 1) {
    const { status, eventType, reason } = item;
    return { status, event_type: eventType, ...(reason === null ? {} : { reason }) };
  }
  const done = received.filter((it) => it.status === 'processed').length;
  if (done === received.length) return { status: 'processed', event_type: null };
  const reason = `${done} of ${received.length} events were processed.`;
  return { status: done > 0 ? 'processed' : 'ignored', event_type: null, reason };
}
