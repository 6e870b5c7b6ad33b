import { AnswerField } from '../../platform/http/fields';
import { deliveryHeaders } from './delivery/delivery-signing';
import type { WebhookAttemptEntity } from './webhook-attempt.entity';

const ID = '0199a3c4-5b7e-7c3d-9a1f-2f6e8d4c1b0a';
const INSTANT = '2026-01-31T12:00:00.000Z';
const HEADERS = { type: 'object', additionalProperties: { type: 'string' }, nullable: true } as const;

export class DeliveryAttemptDto {
  @AnswerField({ description: 'Id of the attempt', type: String, format: 'uuid', example: ID })
  id!: string;

  @AnswerField({ description: 'Id of the delivery', type: String, format: 'uuid', example: ID })
  webhook_id!: string;

  @AnswerField({ description: 'Number of the attempt, from 1 without gaps', type: 'integer', example: 1 })
  attempt_number!: number;

  @AnswerField({
    description: 'HTTP status of the response; null without a response',
    type: 'integer',
    nullable: true,
    example: 503,
  })
  http_status!: number | null;

  @AnswerField({
    description: 'First 1,000 characters of the response body',
    type: String,
    nullable: true,
    example: 'maintenance',
  })
  response_body!: string | null;

  @AnswerField({ description: 'Whether the response was 2xx', type: Boolean, example: false })
  success!: boolean;

  @AnswerField({
    description:
      'A failure class, then a sentence. Classes: timeout, dns_error, connection_refused, connection_reset, tls_error, blocked_address, http_status, outcome_unknown, signing_failed, internal_error',
    type: String,
    nullable: true,
    example: 'http_status: the endpoint responded with 503',
  })
  error_message!: string | null;

  @AnswerField({
    description: 'When the attempt started',
    type: String,
    format: 'date-time',
    example: INSTANT,
  })
  attempted_at!: string;

  @AnswerField({
    description: 'Milliseconds from the start to the outcome; null if the worker was lost',
    type: 'integer',
    nullable: true,
    example: 48,
  })
  duration_ms!: number | null;

  @AnswerField({
    ...HEADERS,
    description: 'Headers of the request, by name in lower case, without secrets; null if none was made',
    example: { 'x-svc-event': 'customer.created', 'webhook-timestamp': '1769860800' },
  })
  request_headers!: Record<string, string> | null;

  @AnswerField({
    ...HEADERS,
    description:
      'Headers of the response, without secrets; after a success the first 512 characters. Null without a response',
    example: { 'content-type': 'text/plain' },
  })
  response_headers!: Record<string, string> | null;
}

export function toWebhookAttemptResponse(attempt: WebhookAttemptEntity, kind: string): DeliveryAttemptDto {
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
    request_headers: requestHeadersOf(attempt, kind),
    response_headers: attempt.responseHeaders === null ? null : parsedHeaders(attempt.responseHeaders),
  };
}

/** Completes what is recorded with the headers that follow from the delivery and the number of the attempt. */
function requestHeadersOf(attempt: WebhookAttemptEntity, kind: string): Record<string, string> | null {
  if (attempt.requestHeaders === null) return null;
  const { deliveryId, attemptNumber } = attempt;
  const recorded = parsedHeaders(attempt.requestHeaders);
  const derived = deliveryHeaders({ deliveryId, kind, attemptNumber });
  return { ...parsedHeaders(linesOf(derived)), ...recorded };
}

const linesOf = (headers: Record<string, string>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('');

/** Parses one `name: value` a line. Several headers of a name are joined, as HTTP allows. */
function parsedHeaders(lines: string): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const line of lines.split('\n')) {
    const end = line.indexOf(': ');
    if (end === -1) continue; // the last line, or one that was cut
    const name = line.slice(0, end).toLowerCase();
    const value = line.slice(end + 2);
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`;
  }
  return headers;
}
