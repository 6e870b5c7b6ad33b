import { AnswerField, UuidField } from '../../../platform/http/fields';
import { pageQuery } from '../../../platform/http/paging';
import { PROVIDER } from '../providers/provider.field';
import { CALL_OUTCOMES, type ProviderCallEntity } from './provider-call.entity';
import type { ProviderCallFilters } from './provider-calls.repository';

const COLLECTION_ID = {
  description:
    'Id of the collection that the call belongs to; null for others, such as the check of a connection',
  example: '0199a3c4-5b7e-7b21-9c3d-4e5f60718293',
};

export class ListProviderCallsDto extends pageQuery(['created_at']) {
  @UuidField({ ...COLLECTION_ID, optional: true }) collection_id?: string;
}

export class ProviderCallDto {
  @AnswerField({
    description: 'Id of the call',
    type: String,
    format: 'uuid',
    example: '0199a3c4-5b7e-7c31-8d4e-5f6071829304',
  })
  id!: string;

  @AnswerField({ ...PROVIDER, description: 'The payment provider' }) provider!: string;

  @AnswerField({ ...COLLECTION_ID, type: String, format: 'uuid', nullable: true })
  collection_id!: string | null;

  @AnswerField({ description: 'HTTP method', type: String, example: 'POST' }) method!: string;

  @AnswerField({
    description: "Path and query, below the provider's host",
    type: String,
    example: '/v1/payment_intents/pi_3Pq/confirm',
  })
  path!: string;

  @AnswerField({
    description:
      'Body of the request, without secrets, card data and personal data; at most 16,000 characters',
    type: String,
    nullable: true,
    example: 'off_session=true',
  })
  request!: string | null;

  @AnswerField({
    description:
      '`answered`; `lost`: no complete answer came, and the request may have had its effect; `unsent`: no connection ' +
      'could be established; `pending`: no answer is recorded',
    type: String,
    enum: [...CALL_OUTCOMES],
    example: 'answered',
  })
  outcome!: string;

  @AnswerField({ description: 'HTTP status of the answer', type: 'integer', nullable: true, example: 200 })
  status!: number | null;

  @AnswerField({
    description: 'Body of the answer, as that of the request',
    type: String,
    nullable: true,
    example: '{"id":"pi_3Pq","status":"succeeded"}',
  })
  response!: string | null;

  @AnswerField({
    description: 'Why there is no complete answer',
    type: String,
    nullable: true,
    example: null,
  })
  reason!: string | null;

  @AnswerField({
    description: 'Time to the answer in milliseconds',
    type: 'integer',
    nullable: true,
    example: 312,
  })
  duration_ms!: number | null;

  @AnswerField({
    description: 'When the request was sent',
    type: String,
    format: 'date-time',
    example: '2026-02-03T10:15:00.000Z',
  })
  created_at!: string;
}

export function toProviderCallFilters(query: ListProviderCallsDto): ProviderCallFilters {
  return { collectionId: query.collection_id };
}

export function toProviderCallResponse(it: ProviderCallEntity): ProviderCallDto {
  return {
    id: it.id,
    provider: it.provider,
    collection_id: it.collectionId,
    method: it.method,
    path: it.path,
    request: it.request,
    outcome: it.outcome,
    status: it.status,
    response: it.response,
    reason: it.reason,
    duration_ms: it.durationMs,
    created_at: it.createdAt.toISOString(),
  };
}
