import { Controller, HttpCode, Param, Post, Req } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { NotAudited } from '../../../platform/audit/audited';
import { untagged } from '../../../platform/cells/cell-tag';
import { bearerToken } from '../../../platform/http/bearer-token';
import type { RequestWithBody } from '../../../platform/http/json-body';
import { AnyQuery } from '../../../platform/http/query-parameters.interceptor';
import { PublicRoute } from '../../../platform/http/public-route';
import { ApiErrors } from '../../../platform/openapi/api-errors';
import { InboundWebhooks } from './inbound-webhooks';
import { NotificationResultDto, toWebhookAnswer } from './notification.dto';
import { ProviderParam } from '../providers/provider.field';

@ApiTags('Payment providers')
@Controller('v1/payments/webhook')
export class InboundWebhooksController {
  constructor(private readonly webhooks: InboundWebhooks) {}

  /** Public: a provider has no API key. The signature identifies the organization. */
  @PublicRoute()
  @AnyQuery()
  @Post(':provider')
  @NotAudited('a notification is stored; its transitions of payments and invoices are entries of the system')
  @HttpCode(200)
  @ProviderParam()
  @ApiOperation({
    summary: 'Receive a webhook of a payment provider',
    security: [{}],
    description:
      'Called by providers, at the `webhook_url` of the connection, whose `?connection=` identifies the secret. ' +
      'The signature is in `Stripe-Signature`, `X-Razorpay-Signature`, or otherwise `Webhook-Signature`. Needs ' +
      'no API key. Duplicates and unknown payments are answered with 200. `manual` takes `event_id`, `event_type`, `payment_id` or `provider_payment_id`, `status`, ' +
      '`amount` in minor units, `currency`, `refund_id`, `failure_reason` and `occurred_at`.',
  })
  @ApiErrors({ 401: 'The signature is missing or invalid, or the provider is not connected' })
  @ApiBody({
    description: 'The bytes that the provider signed',
    required: false,
    schema: { type: 'object', additionalProperties: true },
  })
  @ApiOkResponse({ type: NotificationResultDto })
  async receiveProviderWebhook(
    @Param('provider') provider: string,
    @Req() request: RequestWithBody,
  ): Promise<NotificationResultDto> {
    const { connection } = request.query;
    const received = await this.webhooks.receive(provider, {
      headers: request.headersDistinct,
      rawBody: request.rawBody ?? Buffer.alloc(0),
      apiKey: bearerToken(request),
      // A repeated parameter is no token; the empty one matches no connection.
      connectionToken:
        connection === undefined ? null : typeof connection === 'string' ? untagged(connection) : '',
    });
    return toWebhookAnswer(received);
  }
}
