import { AnswerField } from '../../platform/http/fields';
import type { EndpointStats } from './webhook-queries.repository';
import { successRate } from './webhook.rules';

const ENDPOINT_ID = '0199a3c4-5b7e-7e44-9f10-3a5c7d9e1b2f';

export class DeliveryStatsDto {
  @AnswerField({ description: 'ID of the endpoint', type: String, format: 'uuid', example: ENDPOINT_ID })
  endpoint_id!: string;

  @AnswerField({ description: 'Number of deliveries, including pending ones', type: 'integer', example: 40 })
  total!: number;

  @AnswerField({ description: 'Number of succeeded deliveries', type: 'integer', example: 38 })
  succeeded!: number;

  @AnswerField({ description: 'Number of permanently failed deliveries', type: 'integer', example: 1 })
  failed!: number;

  @AnswerField({
    description: 'succeeded / total x 100, with one decimal; 0 without deliveries',
    type: Number,
    example: 95,
  })
  success_rate!: number;
}

export function toDeliveryStatsResponse(stats: EndpointStats): DeliveryStatsDto {
  return {
    endpoint_id: stats.endpointId,
    total: stats.total,
    succeeded: stats.succeeded,
    failed: stats.failed,
    success_rate: successRate(stats.succeeded, stats.total),
  };
}
