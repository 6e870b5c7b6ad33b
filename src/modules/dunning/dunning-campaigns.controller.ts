import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query, Res } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentOrganization } from '../../platform/http/current-organization';
import { sendPage } from '../../platform/http/paging';
import { UuidPipe } from '../../platform/http/validation';
import { IfMatch, IfMatchValue } from '../../platform/http/versions';
import { ApiErrors } from '../../platform/openapi/api-errors';
import {
  CreateDunningCampaignDto,
  DunningCampaignDto,
  ListDunningCampaignsDto,
  UpdateDunningCampaignDto,
  toCampaignInput,
  toCampaignResponse,
  toNewCampaignInput,
} from './dunning-campaign.dto';
import { DunningCampaignsService } from './dunning-campaigns.service';

@ApiTags('Dunning')
@ApiBearerAuth()
@Controller('v1/dunning_campaigns')
export class DunningCampaignsController {
  constructor(private readonly campaigns: DunningCampaignsService) {}

  @Post()
  @ApiOperation({
    summary: 'Create a dunning campaign',
    description:
      'When the overdue invoices of a customer reach the threshold of their currency, the campaign opens a payment request and attempts a payment. It retries every `days_between_attempts` days until the request is paid or `max_attempts` is reached. Invoices of a request that ran out of attempts are not requested again and no longer count toward the threshold.',
  })
  @ApiErrors({ 409: 'Another dunning campaign has this code' })
  @ApiCreatedResponse({ type: DunningCampaignDto })
  async createDunningCampaign(
    @CurrentOrganization() organizationId: string,
    @Body() body: CreateDunningCampaignDto,
  ): Promise<DunningCampaignDto> {
    return toCampaignResponse(await this.campaigns.create(organizationId, toNewCampaignInput(body)));
  }

  @Get()
  @ApiOperation({
    summary: 'List dunning campaigns',
    description: 'Lists active and inactive campaigns; omits deleted ones.',
  })
  @ApiOkResponse({ type: [DunningCampaignDto] })
  async listDunningCampaigns(
    @CurrentOrganization() organizationId: string,
    @Query() query: ListDunningCampaignsDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<DunningCampaignDto[]> {
    const page = await this.campaigns.list(organizationId, { code: query.code }, query);
    return sendPage(response, page, toCampaignResponse);
  }

  @Get(':id')
  @ApiOperation({
    summary: 'Get a dunning campaign',
    description: 'Returns the campaign with its thresholds.',
  })
  @ApiOkResponse({ type: DunningCampaignDto })
  async getDunningCampaign(
    @CurrentOrganization() organizationId: string,
    @Param('id', UuidPipe) id: string,
  ): Promise<DunningCampaignDto> {
    return toCampaignResponse(await this.campaigns.get(organizationId, id));
  }

  @Put(':id')
  @ApiOperation({
    summary: 'Update a dunning campaign',
    description:
      'Changes only the fields that are sent. The changes apply to payment requests opened from now on; open ones keep the attempts and the interval with which they were opened.',
  })
  @ApiOkResponse({ type: DunningCampaignDto })
  async updateDunningCampaign(
    @CurrentOrganization() organizationId: string,
    @Param('id', UuidPipe) id: string,
    @Body() body: UpdateDunningCampaignDto,
    @IfMatch() ifMatch: IfMatchValue,
  ): Promise<DunningCampaignDto> {
    return toCampaignResponse(
      await this.campaigns.update(organizationId, id, toCampaignInput(body), ifMatch.on(toCampaignResponse)),
    );
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiOperation({
    summary: 'Delete a dunning campaign',
    description:
      'Customers with this campaign fall back to the default of the organization. Open payment requests continue.',
  })
  @ApiNoContentResponse({ description: 'Deleted' })
  async deleteDunningCampaign(
    @CurrentOrganization() organizationId: string,
    @Param('id', UuidPipe) id: string,
  ): Promise<void> {
    await this.campaigns.delete(organizationId, id);
  }
}
