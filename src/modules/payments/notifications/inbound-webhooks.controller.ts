import { Controller, HttpCode, Param, Post, Req } from '@nestjs/common';
import { ApiBody, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { bearerToken } from '../../../platform/http/bearer-token';
import type { RequestWithBody } from '../../../platform/http/json-body';
import { PublicRoute } from '../../../platform/http/public-route';
import { AnyQuery } from '../../../platform/http/query-parameters.interceptor';
import { ApiErrors } from '../../../platform/openapi/api-errors';
import { InboundWebhooks } from './inbound-webhooks';
import { WebhookAnswerDto, toWebhookAnswer } from './notification.dto';

@ApiTags('Payment providers')
@Controller('v1/payments/webhook')
export class InboundWebhooksController {
  constructor(private readonly webhooks: InboundWebhooks) {}

  /** Public, because providers have no API key. The signature identifies the organization. */
  @PublicRoute()
  @AnyQuery() // Providers may append parameters to the webhook URL.
  @Post(':provider')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Receive a notification from a payment provider',
    description:
      'Called by payment providers. The signature is in `Stripe-Signature`, `X-Razorpay-Signature` or, ' +
      'for `gocardless`, `dodopayments` and `manual`, in `Webhook-Signature`. Use the `webhook_url` of ' +
      'the connection: its `?connection=` selects the secret. No API key is needed; with one, only the ' +
      'secrets of its organization are tried. Duplicate notifications and notifications about unknown ' +
      'payments return 200. `manual` takes `event_id`, `event_type`, `payment_id` or ' +
      '`provider_payment_id`, `status` (pending, processing, succeeded, failed, canceled, refunded), ' +
      '`amount` in minor units, `currency`, `refund_id`, `failure_reason` and `occurred_at`.',
  })
  @ApiErrors({ 401: 'The signature is missing or invalid, or the provider is not connected' })
  @ApiBody({
    description: 'Body as signed by the provider',
    required: false,
    schema: { type: 'object', additionalProperties: true },
  })
  @ApiOkResponse({ type: WebhookAnswerDto })
  async receiveProviderWebhook(
    @Param('provider') provider: string,
    @Req() request: RequestWithBody,
  ): Promise<WebhookAnswerDto> {
    const { connection } = request.query;
    const taken = await this.webhooks.receive(provider, {
      headers: request.headersDistinct,
      rawBody: request.rawBody ?? Buffer.alloc(0),
      apiKey: bearerToken(request),
      // A repeated parameter counts as an empty token, which matches no connection.
      connectionToken: connection === undefined ? null : typeof connection === 'string' ? connection : '',
    });
    return toWebhookAnswer(taken);
  }
}
