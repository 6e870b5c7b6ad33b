import { Body, Controller, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Audited } from '../../../platform/audit/audited';
import type { Caller } from '../../../platform/database/caller';
import { CurrentCaller } from '../../../platform/http/current-caller';
import { sendPage } from '../../../platform/http/paging';
import { RequiredScope } from '../../../platform/http/required-scope';
import { EmptyBody, UuidPipe } from '../../../platform/http/validation';
import { ApiErrors } from '../../../platform/openapi/api-errors';
import {
  ListNotificationsDto,
  ProviderNotificationDto,
  toNotificationFilters,
  toNotificationResponse,
} from './notification.dto';
import { NotificationsService } from './notifications.service';
import { ProviderParam } from '../providers/provider.field';

@ApiTags('Payment providers')
@ApiBearerAuth()
@Audited('provider_notification')
@Controller('v1/payment_providers/:provider/notifications')
export class NotificationsController {
  constructor(private readonly notifications: NotificationsService) {}

  @Get()
  @RequiredScope('payment_providers:read')
  @ProviderParam()
  @ApiOperation({
    summary: 'List notifications of a payment provider',
    description: 'Every notification with a valid signature, with its result and the reason.',
  })
  @ApiOkResponse({ type: [ProviderNotificationDto] })
  async listProviderNotifications(
    @CurrentCaller() caller: Caller,
    @Param('provider') provider: string,
    @Query() query: ListNotificationsDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ProviderNotificationDto[]> {
    const filters = toNotificationFilters(query);
    const page = await this.notifications.list(caller, provider, filters, query);
    return sendPage(response, page, toNotificationResponse);
  }

  @Post(':id/reprocess')
  @RequiredScope('payment_providers:manage')
  @HttpCode(200)
  @ProviderParam()
  @ApiOperation({
    summary: 'Reprocess a notification',
    description:
      'For a notification that had no effect, once the reason is gone: for example, its payment is now registered.',
  })
  @ApiErrors({ 400: 'The notification has already been processed' })
  @ApiOkResponse({ type: ProviderNotificationDto })
  async reprocessProviderNotification(
    @CurrentCaller() caller: Caller,
    @Param('provider') provider: string,
    @Param('id', UuidPipe) id: string,
    @Body() _body: EmptyBody,
  ): Promise<ProviderNotificationDto> {
    return toNotificationResponse(await this.notifications.reprocess(caller, provider, id));
  }
}
