import { Body, Controller, Get, Post, Put, UseGuards } from '@nestjs/common';
import { ApiBearerAuth, ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Audited } from '../../platform/audit/audited';
import type { AuditedOperation } from '../../platform/database/audited-operation';
import type { Caller } from '../../platform/database/caller';
import { ResourceFields } from '../../platform/extensions';
import { CurrentCaller, CurrentOperation } from '../../platform/http/current-caller';
import { PublicRoute } from '../../platform/http/public-route';
import { RequiredScope } from '../../platform/http/required-scope';
import { withoutUndefined } from '../../platform/http/without-undefined';
import { ApiErrors } from '../../platform/openapi/api-errors';
import { ADMIN_SECURITY } from '../../platform/openapi/operations';
import { RegistrationGuard } from './admin-token.guard';
import { ORGANIZATION_FIELDS } from './organization-fields';
import {
  CreateOrganizationDto,
  CreatedOrganizationDto,
  OrganizationDto,
  UpdateOrganizationDto,
  toCreatedOrganizationResponse,
  toOrganizationResponse,
} from './organization.dto';
import { OrganizationsService, type CreatedOrganization } from './organizations.service';
import { toSellerFields } from './seller-fields.dto';

@ApiTags('Organizations')
@Audited('organization')
@Controller('v1/organizations')
export class OrganizationsController {
  constructor(
    private readonly organizations: OrganizationsService,
    private readonly fields: ResourceFields,
  ) {}

  @Post()
  @Audited('organization', { idOf: ({ organization }: CreatedOrganization) => organization.id })
  @PublicRoute()
  @UseGuards(RegistrationGuard)
  @ApiOperation({
    summary: 'Create an organization and its first API key',
    security: [{}, { [ADMIN_SECURITY]: [] }],
    description:
      'Requires no API key. If the operator has set an admin token, it is required as the Bearer token.',
  })
  @ApiErrors({ 401: 'The operator has set an admin token and the Bearer token does not match it' })
  @ApiCreatedResponse({ type: CreatedOrganizationDto })
  async createOrganization(
    @CurrentOperation() operation: AuditedOperation | undefined,
    @Body() body: CreateOrganizationDto,
  ): Promise<CreatedOrganizationDto> {
    const { name, default_currency: defaultCurrency, timezone, test } = body;
    const input = { name, defaultCurrency, timezone, test, ...withoutUndefined(toSellerFields(body)) };
    const given = this.fields.givenIn(ORGANIZATION_FIELDS, body); // no interceptor does it without an API key
    return toCreatedOrganizationResponse(await this.organizations.create(input, operation, given));
  }

  @Get('current')
  @RequiredScope('organization:read')
  @ApiBearerAuth()
  @ApiOperation({
    summary: 'Get the organization of the API key',
    description: 'A quick way to check that a key works.',
  })
  @ApiOkResponse({ type: OrganizationDto })
  async getCurrentOrganization(@CurrentCaller() caller: Caller): Promise<OrganizationDto> {
    return toOrganizationResponse(await this.organizations.get(caller));
  }

  @Put('current')
  @RequiredScope('organization:write')
  @Audited('organization', { id: 'organization' })
  @ApiBearerAuth()
  @ApiOperation({
    summary: 'Update the organization of the API key',
    description: 'Defaults apply to customers without a currency or time zone of their own, from now on.',
  })
  @ApiOkResponse({ type: OrganizationDto })
  async updateCurrentOrganization(
    @CurrentCaller() caller: Caller,
    @Body() body: UpdateOrganizationDto,
  ): Promise<OrganizationDto> {
    const { name, default_currency: defaultCurrency, timezone } = body;
    const changes = withoutUndefined({ name, defaultCurrency, timezone, ...toSellerFields(body) });
    return toOrganizationResponse(await this.organizations.update(caller, changes));
  }
}
