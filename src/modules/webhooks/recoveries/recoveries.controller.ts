import { Body, Controller, Get, HttpCode, Param, Post, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Audited } from '../../../platform/audit/audited';
import type { Caller } from '../../../platform/database/caller';
import { CurrentCaller } from '../../../platform/http/current-caller';
import { RequiredScope } from '../../../platform/http/required-scope';
import { EmptyBody, UuidPipe } from '../../../platform/http/validation';
import { ApiErrors } from '../../../platform/openapi/api-errors';
import { RecoveriesService } from './recoveries.service';
import {
  RecoverWebhookEndpointDto,
  WebhookRecoveryDto,
  toRecoveryResponse,
  toRecoverySpan,
} from './recovery.dto';

@ApiTags('Webhook endpoints')
@ApiBearerAuth()
@Audited('webhook_endpoint')
@Controller('v1/webhook_endpoints/:id')
export class RecoveriesController {
  constructor(private readonly recoveries: RecoveriesService) {}

  @Post('recover')
  @RequiredScope('webhooks:manage')
  @HttpCode(202)
  @ApiOperation({
    summary: 'Retry the failed deliveries of a span',
    description:
      'Queues them step by step in the background, each once, as a retry by hand does. Responds with 202 and the running ' +
      'recovery, or with 200 and `total: 0` if no delivery of the span has failed.',
  })
  @ApiErrors({ 409: 'A recovery of the endpoint is running' })
  @ApiAcceptedResponse({ type: WebhookRecoveryDto, description: 'The recovery is running' })
  @ApiOkResponse({ type: WebhookRecoveryDto, description: 'There is nothing to retry' })
  async recoverWebhookEndpoint(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @Body() body: RecoverWebhookEndpointDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<WebhookRecoveryDto> {
    const recovery = await this.recoveries.create(caller, id, toRecoverySpan(body));
    if (recovery.total === 0) response.status(200);
    return toRecoveryResponse(recovery);
  }

  @Get('recoveries/:recovery_id')
  @RequiredScope('webhooks:read')
  @ApiOperation({
    summary: 'Get the progress of a recovery',
    description:
      'Shows how many deliveries of the span are queued already, and whether the recovery goes on.',
  })
  @ApiOkResponse({ type: WebhookRecoveryDto })
  async getWebhookRecovery(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) endpointId: string,
    @Param('recovery_id', UuidPipe) id: string,
  ): Promise<WebhookRecoveryDto> {
    return toRecoveryResponse(await this.recoveries.get(caller, endpointId, id));
  }

  @Post('recoveries/:recovery_id/cancel')
  @RequiredScope('webhooks:manage')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Cancel a recovery',
    description:
      'No further delivery is queued; what is queued already is sent. Changes nothing if it has ended.',
  })
  @ApiOkResponse({ type: WebhookRecoveryDto })
  async cancelWebhookRecovery(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) endpointId: string,
    @Param('recovery_id', UuidPipe) id: string,
    @Body() _body: EmptyBody,
  ): Promise<WebhookRecoveryDto> {
    return toRecoveryResponse(await this.recoveries.cancel(caller, endpointId, id));
  }
}
