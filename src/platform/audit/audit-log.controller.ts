import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import type { Caller } from '../database/caller';
import { CurrentCaller } from '../http/current-caller';
import { sendPage } from '../http/paging';
import { RequiredScope } from '../http/required-scope';
import { AuditEntryDto, ListAuditEntriesDto, toAuditEntryResponse, toAuditFilters } from './audit-log.dto';
import { AuditLog } from './audit-log';

@ApiTags('Audit log')
@ApiBearerAuth()
@Controller('v1/audit_log')
export class AuditLogController {
  constructor(private readonly auditLog: AuditLog) {}

  @Get()
  @RequiredScope('audit_log:read')
  @ApiOperation({
    summary: 'List the entries of the audit log',
    description:
      'Each successful write leaves one entry, except usage events. Of jobs, it has the transitions of subscriptions, invoices and payments. Entries are never changed.',
  })
  @ApiOkResponse({ type: [AuditEntryDto] })
  async listAuditEntries(
    @CurrentCaller() caller: Caller,
    @Query() query: ListAuditEntriesDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AuditEntryDto[]> {
    const page = await this.auditLog.list(caller, toAuditFilters(query), query);
    return sendPage(response, page, toAuditEntryResponse);
  }
}
