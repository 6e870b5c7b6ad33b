import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import type { Response } from 'express';
import { sendPage } from '../../../platform/http/paging';
import { AdminRoutes } from './admin-route';
import { InstallationLogEntryDto, ListInstallationLogDto, toInstallationLogResponse } from './admin.dto';
import { InstallationLog } from './installation-log';

@AdminRoutes()
@Controller('v1/admin/log')
export class InstallationLogController {
  constructor(private readonly log: InstallationLog) {}

  @Get()
  @ApiOperation({
    summary: 'List the log of the installation',
    description: 'What the operator did to organizations. Entries stay when their organization is deleted.',
  })
  @ApiOkResponse({ type: [InstallationLogEntryDto] })
  async listInstallationLog(
    @Query() query: ListInstallationLogDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<InstallationLogEntryDto[]> {
    const page = await this.log.list(query.organization_id, query);
    return sendPage(response, page, toInstallationLogResponse);
  }
}
