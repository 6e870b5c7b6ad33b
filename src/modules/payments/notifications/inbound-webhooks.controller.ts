import { applyDecorators, Controller, HttpCode, Param, Post, Req } from '@nestjs/common';
import { ApiBody, ApiHeader, ApiOkResponse, ApiOperation, ApiQuery, ApiTags } from '@nestjs/swagger';
import { bearerToken } from '../../../platform/http/bearer-token';
import type { RequestWithBody } from '../../../platform/http/json-body';
import { PublicRoute } from '../../../platform/http/public-route';
import { AnyQuery } from '../../../platform/http/query-parameters.interceptor';
import { ApiErrors } from '../../../platform/openapi/api-errors';
import { ProviderParam } from '../providers/provider-name.field';
import { InboundWebhooks } from './inbound-webhooks';
import { WebhookAnswerDto, toWebhookAnswer } from './notification.dto';

/** Signature headers by name. No operation needs all of them: each provider has one way to sign. */
const SIGNATURES = {
  'Stripe-Signature': 'Signature of `stripe`: `t=<Unix seconds>,v1=<hex>`',
  'X-Razorpay-Signature': 'Signature of `razorpay`: hex',
  'Webhook-Signature':
    'Signature of `gocardless`, `dodopayments` and `manual`: hex or, according to Standard Webhooks, `v1,<base64>`',
  'Webhook-Id': 'ID of a notification that is signed according to Standard Webhooks',
  'Webhook-Timestamp': 'Unix seconds of a notification that is signed according to Standard Webhooks',
};

const STRIPE_EVENT = {
  id: 'evt_1PqXyz',
  type: 'payment_intent.succeeded',
  data: { object: { id: 'pi_3PqXyz', status: 'succeeded', amount: 5000, currency: 'eur' } },
};

/** Documents what tells the sender of a notification. */
const SenderParameters = (): MethodDecorator =>
  applyDecorators(
    ApiQuery({
      name: 'connection',
      required: false,
      description: 'Token of the connection, which selects the secret, e.g. `Zk3p...`',
      schema: { type: 'string' },
    }),
    ...Object.entries(SIGNATURES).map(([name, description]) =>
      ApiHeader({ name, description, required: false, schema: { type: 'string' } }),
    ),
  );

@ApiTags('Payment providers')
@Controller('v1/payments/webhook')
export class InboundWebhooksController {
  constructor(private readonly webhooks: InboundWebhooks) {}

  /** Public, because providers have no API key. The signature identifies the organization. */
  @PublicRoute()
  @AnyQuery() // Providers may append parameters to the webhook URL.
  @Post(':provider')
  @ProviderParam()
  @HttpCode(200)
  @ApiOperation({
    summary: 'Receive a notification from a payment provider',
    description:
      'Called by payment providers, at the `webhook_url` of the connection. No API key is needed; with one, ' +
      'only the secrets of its organization are tried. Duplicate notifications and notifications about unknown ' +
      'payments return 200. `manual` takes `event_id`, `event_type`, `payment_id` or ' +
      '`provider_payment_id`, `status` (pending, processing, succeeded, failed, canceled, refunded), ' +
      '`amount` in minor units, `currency`, `refund_id`, `failure_reason` and `occurred_at`.',
  })
  @SenderParameters()
  @ApiErrors({ 401: 'The signature is missing or invalid, or the provider is not connected' })
  @ApiBody({
    description: 'Body as signed by the provider',
    required: false,
    schema: { type: 'object', additionalProperties: true, example: STRIPE_EVENT },
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
