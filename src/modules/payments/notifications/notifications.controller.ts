import { Body, Controller, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentOrganization } from '../../../platform/http/current-organization';
import { sendPage } from '../../../platform/http/paging';
import { EmptyBody, UuidPipe } from '../../../platform/http/validation';
import { ApiErrors } from '../../../platform/openapi/api-errors';
import { ProviderParam } from '../providers/provider-name.field';
import {
  ListNotificationsDto,
  NotificationDto,
  toNotificationFilters,
  toNotificationResponse,
} from './notification.dto';
import { NotificationsService } from './notifications.service';

@ApiTags('Payment providers')
@ApiBearerAuth()
@Controller('v1/payment_providers/:provider/notifications')
export class NotificationsController {
  constructor(private readonly notifications: NotificationsService) {}

  @Get()
  @ProviderParam()
  @ApiOperation({
    summary: 'List notifications from a payment provider',
    description:
      'Returns every notification that had a valid signature, with its effect or the reason why it had none.',
  })
  @ApiOkResponse({ type: [NotificationDto] })
  async listProviderNotifications(
    @CurrentOrganization() organizationId: string,
    @Param('provider') provider: string,
    @Query() query: ListNotificationsDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<NotificationDto[]> {
    const filters = toNotificationFilters(query);
    const page = await this.notifications.list(organizationId, provider, filters, query);
    return sendPage(response, page, toNotificationResponse);
  }

  @Post(':id/reprocess')
  @ProviderParam()
  @HttpCode(200)
  @ApiOperation({
    summary: 'Process a notification again',
    description:
      'Use this for a notification that had no effect, once the cause is resolved, e.g. after its payment ' +
      'has been registered.',
  })
  @ApiErrors({ 400: 'The notification has already been processed' })
  @ApiOkResponse({ type: NotificationDto })
  async reprocessProviderNotification(
    @CurrentOrganization() organizationId: string,
    @Param('provider') provider: string,
    @Param('id', UuidPipe) id: string,
    @Body() _body: EmptyBody,
  ): Promise<NotificationDto> {
    return toNotificationResponse(await this.notifications.reprocess(organizationId, provider, id));
  }
}
