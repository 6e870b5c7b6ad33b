import { Controller, Get, Headers, Param, Query, Req, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiHeader, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { isUUID } from 'class-validator';
import type { Request, Response } from 'express';
import { ValidationFailedError } from '../../../platform/errors/app-error';
import { CurrentOrganization } from '../../../platform/http/current-organization';
import { sendPage } from '../../../platform/http/paging';
import { UuidPipe } from '../../../platform/http/validation';
import { ApiErrors } from '../../../platform/openapi/api-errors';
import { InboxMessageDto, ListInboxMessagesDto, toInboxMessageResponse } from './inbox.dto';
import { InboxStreams } from './inbox-streams';
import { InboxService } from './inbox.service';

const NO_INBOX = 'The `url` of the endpoint is not `inbox`';

@ApiTags('Webhook deliveries')
@ApiBearerAuth()
@Controller('v1/webhook_endpoints/:id/inbox')
export class InboxController {
  constructor(
    private readonly inboxes: InboxService,
    private readonly streams: InboxStreams,
  ) {}

  @Get()
  @ApiOperation({
    summary: 'List the messages of an inbox',
    description:
      'Returns the deliveries of an endpoint whose `url` is `inbox`, newest first, with the headers and the body that a receiver would have got.',
  })
  @ApiErrors({ 400: NO_INBOX })
  @ApiOkResponse({ type: [InboxMessageDto] })
  async listInboxMessages(
    @CurrentOrganization() organizationId: string,
    @Param('id', UuidPipe) id: string,
    @Query() query: ListInboxMessagesDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<InboxMessageDto[]> {
    const page = await this.inboxes.list(organizationId, id, query);
    return sendPage(response, page, toInboxMessageResponse);
  }

  @Get('stream')
  @ApiOperation({
    summary: 'Stream an inbox',
    description:
      'Sends each new message as a server-sent event: `id` is the ID of the delivery, `data` the message as one line of JSON. A client that connects again sends the last `id` as `Last-Event-ID` and misses nothing.',
  })
  @ApiHeader({
    name: 'Last-Event-ID',
    required: false,
    description:
      'ID of the last message received; the stream continues after it. Without it, only new messages',
    schema: { type: 'string', format: 'uuid' },
  })
  @ApiErrors({ 400: NO_INBOX, 503: 'The organization has 10 open streams, or the database is unavailable' })
  @ApiOkResponse({
    description: 'Events until either side ends the stream',
    content: { 'text/event-stream': { schema: { type: 'string' } } },
  })
  async streamInbox(
    @CurrentOrganization() organizationId: string,
    @Param('id', UuidPipe) id: string,
    @Headers('last-event-id') lastEventId: string | undefined,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const after = messageIdOf(lastEventId);
    const inbox = await this.inboxes.inboxOf(organizationId, id);
    await this.streams.start({ request, response }, inbox, after);
  }
}

/** EventSource sends no header, or an empty one, before it has received an ID. */
function messageIdOf(lastEventId = ''): string | null {
  if (lastEventId === '') return null;
  if (isUUID(lastEventId)) return lastEventId.toLowerCase();
  throw ValidationFailedError.of(
    'Last-Event-ID',
    'invalid_uuid',
    'Last-Event-ID must be the ID of a message.',
  );
}
