import { AnswerField } from '../../platform/http/fields';
import type { WebhookAttemptEntity } from './webhook-attempt.entity';

const ID = '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a';
const INSTANT = '2026-01-31T12:00:00.000Z';

export class DeliveryAttemptDto {
  @AnswerField({ description: 'ID of the attempt', type: String, format: 'uuid', example: ID })
  id!: string;

  @AnswerField({ description: 'ID of the delivery', type: String, format: 'uuid', example: ID })
  webhook_id!: string;

  @AnswerField({
    description: 'Number of the attempt, starting at 1 without gaps',
    type: 'integer',
    example: 1,
  })
  attempt_number!: number;

  @AnswerField({
    description: 'HTTP status of the response; null without a response',
    type: 'integer',
    nullable: true,
    example: 503,
  })
  http_status!: number | null;

  @AnswerField({
    description: 'Response body, first 1,000 characters',
    type: String,
    nullable: true,
    example: 'maintenance',
  })
  response_body!: string | null;

  @AnswerField({ description: 'True for any 2xx response', type: Boolean, example: false })
  success!: boolean;

  @AnswerField({
    description:
      'Error class (timeout, dns_error, connection_refused, connection_reset, tls_error, blocked_address, http_status, outcome_unknown or signing_failed) and details',
    type: String,
    nullable: true,
    example: 'http_status: the endpoint returned 503',
  })
  error_message!: string | null;

  @AnswerField({ description: 'When the attempt began', type: String, format: 'date-time', example: INSTANT })
  attempted_at!: string;

  @AnswerField({
    description:
      'Duration of the request in milliseconds, from the DNS lookup until the outcome; null if the outcome is unknown, or if the attempt was recorded before durations were',
    type: 'integer',
    nullable: true,
    example: 184,
  })
  duration_ms!: number | null;
}

export function toWebhookAttemptResponse(attempt: WebhookAttemptEntity): DeliveryAttemptDto {
  return {
    id: attempt.id,
    webhook_id: attempt.deliveryId,
    attempt_number: attempt.attemptNumber,
    http_status: attempt.httpStatus,
    response_body: attempt.responseBody,
    success: attempt.success,
    error_message: attempt.errorMessage,
    attempted_at: attempt.attemptedAt.toISOString(),
    duration_ms: attempt.durationMs,
  };
}
