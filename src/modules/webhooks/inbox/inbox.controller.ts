import { Controller, Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiHeader, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { OutsideAdmission } from '../../../platform/admission/admission.interceptor';
import type { Caller } from '../../../platform/database/caller';
import { ValidationFailedError } from '../../../platform/errors/app-error';
import { credentialOf } from '../../../platform/http/credential';
import { CurrentCaller } from '../../../platform/http/current-caller';
import { sendPage } from '../../../platform/http/paging';
import { RequiredScope } from '../../../platform/http/required-scope';
import { UuidPipe } from '../../../platform/http/validation';
import { ApiErrors } from '../../../platform/openapi/api-errors';
import { InboxRequestDto, ListInboxRequestsDto, StreamInboxDto, toInboxRequestResponse } from './inbox.dto';
import { InboxService } from './inbox.service';

const LAST_EVENT_ID = 'last-event-id';

@ApiTags('Webhook endpoints')
@ApiBearerAuth()
@Controller('v1/webhook_endpoints/:id/inbox')
export class InboxController {
  constructor(private readonly inbox: InboxService) {}

  @Get()
  @RequiredScope('webhooks:read')
  @ApiOperation({
    summary: 'List the requests of an inbox',
    description:
      'Returns what the endpoint has received while its `url` was `inbox`, the latest 1,000 requests of RETENTION_DAYS.',
  })
  @ApiOkResponse({ type: [InboxRequestDto] })
  async listInboxRequests(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @Query() query: ListInboxRequestsDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<InboxRequestDto[]> {
    return sendPage(response, await this.inbox.list(caller, id, query), toInboxRequestResponse);
  }

  @Get('stream')
  @OutsideAdmission() // streams last, and have a cap of their own
  @RequiredScope('webhooks:read')
  @ApiOperation({
    summary: 'Stream the requests of an inbox',
    description:
      'Server-sent events: `ready` at the beginning, `request` with an `InboxRequest` for each request, and `end` with a ' +
      '`reason` if the service ends the stream. The id of an event is the `sequence` to resume after.',
  })
  @ApiHeader({
    name: 'Last-Event-ID',
    required: false,
    description: 'Same as `after`, which takes precedence',
  })
  @ApiErrors({ 400: 'The endpoint is no inbox', 429: 'The organization has too many streams open' })
  @ApiOkResponse({
    description: 'The events, until either side ends the response',
    content: { 'text/event-stream': { schema: { type: 'string' } } },
  })
  async streamInboxRequests(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @Query() query: StreamInboxDto,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const after = query.after ?? lastEventIdOf(request);
    await this.inbox.stream({ ...caller, credential: credentialOf(request) }, id, after, response);
  }
}

/** Returns null without the header; an empty one is what a client sends that has seen no event. */
function lastEventIdOf({ headers }: Request): number | null {
  const text = headers[LAST_EVENT_ID] ?? '';
  if (text === '') return null;
  if (typeof text === 'string' && /^\d{1,15}$/.test(text)) return Number(text);
  throw ValidationFailedError.of(
    LAST_EVENT_ID,
    'invalid_format',
    'Last-Event-ID must be the id of an event.',
  );
}
