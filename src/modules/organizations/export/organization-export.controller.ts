import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Controller, Get, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import type { Caller } from '../../../platform/database/caller';
import { CurrentCaller } from '../../../platform/http/current-caller';
import { RequiredScope } from '../../../platform/http/required-scope';
import { logger } from '../../../platform/observability/logger';
import { OrganizationExport } from './organization-export';

const NDJSON = 'application/x-ndjson';

@ApiTags('Organizations')
@ApiBearerAuth()
@Controller('v1/organizations/current/export')
export class OrganizationExportController {
  constructor(private readonly organizationExport: OrganizationExport) {}

  @Get()
  @RequiredScope('organization:export')
  @ApiOperation({
    summary: 'Export all records of the organization',
    description:
      'One JSON object per line: `{"table": ..., "record": ...}`, and at the end `{"end": true, "records": <number>}`. (otherwise it is incomplete). Contains no secrets.',
  })
  @ApiOkResponse({ description: 'The records', content: { [NDJSON]: { schema: { type: 'string' } } } })
  async exportOrganization(@CurrentCaller() caller: Caller, @Res() response: Response): Promise<void> {
    const lines = this.organizationExport.lines(caller);
    const first = await lines.next(); // an error before the first byte becomes a problem response
    response.type(NDJSON);
    try {
      await pipeline(Readable.from(following(first, lines)), response);
    } catch (error) {
      // Cut off, also for the client: by itself, or because the database is away.
      logger.info(
        { organization_id: caller.organizationId, reason: (error as Error).message },
        'Export ended early',
      );
    }
  }
}

async function* following(
  first: IteratorResult<string, void>,
  rest: AsyncGenerator<string, void>,
): AsyncGenerator<string, void> {
  if (first.done !== true) yield first.value;
  yield* rest;
}
