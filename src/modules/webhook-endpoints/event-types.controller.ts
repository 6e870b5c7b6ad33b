import { Controller, Get, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { sendAll } from '../../platform/http/paging';
import { eventKinds } from '../../platform/outbox/event-catalogue';
import { eventReference } from '../../platform/openapi/event-schemas';
import { EventTypeDto } from './webhook-endpoint.dto';

@ApiTags('Webhook endpoints')
@ApiBearerAuth()
@Controller('v1/event_types')
export class EventTypesController {
  @Get()
  @ApiOperation({
    summary: 'List event kinds',
    description:
      'Returns the whole catalogue without paging. Schemas refer to the components of /openapi.json.',
  })
  @ApiOkResponse({ type: [EventTypeDto] })
  listEventTypes(@Res({ passthrough: true }) response: Response): EventTypeDto[] {
    return sendAll(response, [...eventKinds()], (kind) => ({
      webhook_type: kind.kind,
      object_type: kind.objectType,
      description: kind.trigger,
      schema: eventReference(kind),
    }));
  }
}
