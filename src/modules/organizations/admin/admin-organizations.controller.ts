import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiAcceptedResponse, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import type { Response } from 'express';
import { Audited } from '../../../platform/audit/audited';
import { sendPage } from '../../../platform/http/paging';
import { EmptyBody, UuidPipe } from '../../../platform/http/validation';
import { ApiErrors } from '../../../platform/openapi/api-errors';
import { AdminRoutes, CurrentOperator, type Operator } from './admin-route';
import {
  AdminOrganizationDto,
  ListOrganizationsDto,
  SuspendOrganizationDto,
  toAdminOrganizationResponse,
} from './admin.dto';
import { OrganizationDeletion } from '../deletion/organization-deletion';
import { OperatorService } from './operator.service';

@AdminRoutes()
@Audited('organization')
@Controller('v1/admin/organizations')
export class AdminOrganizationsController {
  constructor(
    private readonly operator: OperatorService,
    private readonly deletion: OrganizationDeletion,
  ) {}

  @Get()
  @ApiOperation({
    summary: 'List organizations',
    description: 'All organizations of the installation, with their status.',
  })
  @ApiOkResponse({ type: [AdminOrganizationDto] })
  async listOrganizations(
    @Query() query: ListOrganizationsDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AdminOrganizationDto[]> {
    const page = await this.operator.list({ status: query.status, test: query.test }, query);
    return sendPage(response, page, toAdminOrganizationResponse);
  }

  @Get(':id')
  @ApiOperation({
    summary: 'Get an organization',
    description: 'One organization of the installation, with its status.',
  })
  @ApiOkResponse({ type: AdminOrganizationDto })
  async getOrganization(@Param('id', UuidPipe) id: string): Promise<AdminOrganizationDto> {
    return toAdminOrganizationResponse(await this.operator.get(id));
  }

  @Post(':id/suspend')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Suspend an organization',
    description:
      'Its keys can read, but changes are refused with 403 `organization_suspended`. Its billing and deliveries wait. ' +
      'Notifications of payment providers are still stored and applied.',
  })
  @ApiErrors({ 400: 'The organization is being deleted' })
  @ApiOkResponse({ type: AdminOrganizationDto })
  async suspendOrganization(
    @CurrentOperator() operator: Operator,
    @Param('id', UuidPipe) id: string,
    @Body() body: SuspendOrganizationDto,
  ): Promise<AdminOrganizationDto> {
    const caller = { ...operator, organizationId: id };
    return toAdminOrganizationResponse(await this.operator.suspend(caller, body.reason ?? null));
  }

  @Post(':id/resume')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Resume a suspended organization',
    description: 'What has fallen due meanwhile is billed and delivered now.',
  })
  @ApiErrors({ 400: 'The organization is being deleted' })
  @ApiOkResponse({ type: AdminOrganizationDto })
  async resumeOrganization(
    @CurrentOperator() operator: Operator,
    @Param('id', UuidPipe) id: string,
    @Body() _body: EmptyBody,
  ): Promise<AdminOrganizationDto> {
    return toAdminOrganizationResponse(await this.operator.resume({ ...operator, organizationId: id }));
  }

  @Delete(':id')
  @HttpCode(202)
  @ApiOperation({
    summary: 'Delete a suspended organization',
    description:
      'Its keys are revoked at once. Its records are removed in the background; then it is 404. The log of the ' +
      'installation keeps an entry.',
  })
  @ApiErrors({ 400: 'The organization is not suspended' })
  @ApiAcceptedResponse({ type: AdminOrganizationDto, description: 'It is being deleted' })
  async deleteOrganization(
    @CurrentOperator() operator: Operator,
    @Param('id', UuidPipe) id: string,
  ): Promise<AdminOrganizationDto> {
    return toAdminOrganizationResponse(await this.deletion.request({ ...operator, organizationId: id }));
  }
}
