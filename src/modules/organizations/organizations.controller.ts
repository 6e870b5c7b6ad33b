import { Body, Controller, Get, Post, Put, UseGuards } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiCreatedResponse,
  ApiOkResponse,
  ApiOperation,
  ApiSecurity,
  ApiTags,
} from '@nestjs/swagger';
import { CurrentOrganization } from '../../platform/http/current-organization';
import { PublicRoute } from '../../platform/http/public-route';
import { IfMatch, IfMatchValue } from '../../platform/http/versions';
import { ApiErrors } from '../../platform/openapi/api-errors';
import { ADMIN_TOKEN_SCHEME } from '../../platform/openapi/security-schemes';
import { AdminTokenGuard } from './admin-token.guard';
import {
  CreateOrganizationDto,
  CreatedOrganizationDto,
  OrganizationDto,
  UpdateOrganizationDto,
  toCreatedOrganizationResponse,
  toOrganizationInput,
  toOrganizationResponse,
} from './organization.dto';
import { OrganizationsService } from './organizations.service';

@ApiTags('Organizations')
@Controller('v1/organizations')
export class OrganizationsController {
  constructor(private readonly organizations: OrganizationsService) {}

  @Post()
  @PublicRoute()
  @UseGuards(AdminTokenGuard)
  @ApiOperation({
    summary: 'Create an organization and its first API key',
    description: 'Requires no API key. If the operator has set an admin token, send it as the Bearer token.',
  })
  @ApiSecurity(ADMIN_TOKEN_SCHEME)
  @ApiSecurity({})
  @ApiErrors({ 401: 'The operator has set an admin token, and the Bearer token does not match it' })
  @ApiCreatedResponse({ type: CreatedOrganizationDto })
  async createOrganization(@Body() body: CreateOrganizationDto): Promise<CreatedOrganizationDto> {
    return toCreatedOrganizationResponse(
      await this.organizations.create({ ...toOrganizationInput(body), name: body.name }),
    );
  }

  @Get('current')
  @ApiBearerAuth()
  @ApiOperation({
    summary: 'Get the organization of the API key',
    description: 'Returns the organization that every request with this key belongs to.',
  })
  @ApiOkResponse({ type: OrganizationDto })
  async getCurrentOrganization(@CurrentOrganization() organizationId: string): Promise<OrganizationDto> {
    return toOrganizationResponse(await this.organizations.get(organizationId));
  }

  @Put('current')
  @ApiBearerAuth()
  @ApiOperation({
    summary: 'Update the organization of the API key',
    description: 'Changes only the fields that are sent.',
  })
  @ApiOkResponse({ type: OrganizationDto })
  async updateCurrentOrganization(
    @CurrentOrganization() organizationId: string,
    @Body() body: UpdateOrganizationDto,
    @IfMatch() ifMatch: IfMatchValue,
  ): Promise<OrganizationDto> {
    const changes = toOrganizationInput(body);
    return toOrganizationResponse(
      await this.organizations.update(organizationId, changes, ifMatch.on(toOrganizationResponse)),
    );
  }
}
