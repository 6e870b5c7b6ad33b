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
import { Audited } from '../../../platform/audit/audited';
import type { Caller } from '../../../platform/database/caller';
import { CurrentCaller } from '../../../platform/http/current-caller';
import { sendPage } from '../../../platform/http/paging';
import { RequiredScope } from '../../../platform/http/required-scope';
import { UuidPipe } from '../../../platform/http/validation';
import { ApiErrors } from '../../../platform/openapi/api-errors';
import {
  AssignDunningCampaignDto,
  CreateDunningCampaignDto,
  CustomerDunningCampaignDto,
  DunningCampaignDto,
  ListDunningCampaignsDto,
  UpdateDunningCampaignDto,
  toCampaignInput,
  toAssignmentResponse,
  toCampaignResponse,
  toNewCampaignInput,
} from './dunning-campaign.dto';
import { DunningCampaignsService } from './dunning-campaigns.service';
import { RequestExample } from '../../../platform/openapi/request-example';

@ApiTags('Dunning')
@ApiBearerAuth()
@Audited('dunning_campaign')
@Controller('v1/dunning_campaigns')
export class DunningCampaignsController {
  constructor(private readonly campaigns: DunningCampaignsService) {}

  @Post()
  @RequiredScope('dunning:write')
  @ApiOperation({
    summary: 'Create a dunning campaign',
    description:
      'When the overdue invoices of a customer reach the threshold of their currency, the campaign requests ' +
      'their payment, and attempts one every `days_between_attempts` days until they are paid or `max_attempts` ' +
      'is reached.',
  })
  @ApiErrors({ 409: 'Another campaign has this code' })
  @ApiCreatedResponse({ type: DunningCampaignDto })
  async createDunningCampaign(
    @CurrentCaller() caller: Caller,
    @Body() body: CreateDunningCampaignDto,
  ): Promise<DunningCampaignDto> {
    return toCampaignResponse(await this.campaigns.create(caller, toNewCampaignInput(body)));
  }

  @Get()
  @RequiredScope('dunning:read')
  @ApiOperation({
    summary: 'List dunning campaigns',
    description: 'Filter by `code` to find one campaign.',
  })
  @ApiOkResponse({ type: [DunningCampaignDto] })
  async listDunningCampaigns(
    @CurrentCaller() caller: Caller,
    @Query() query: ListDunningCampaignsDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<DunningCampaignDto[]> {
    const page = await this.campaigns.list(caller, { code: query.code }, query);
    return sendPage(response, page, toCampaignResponse);
  }

  @Get(':id')
  @RequiredScope('dunning:read')
  @ApiOperation({
    summary: 'Get a dunning campaign',
    description: 'Shows its thresholds, attempts and the days between them.',
  })
  @ApiOkResponse({ type: DunningCampaignDto })
  async getDunningCampaign(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
  ): Promise<DunningCampaignDto> {
    return toCampaignResponse(await this.campaigns.get(caller, id));
  }

  @Put(':id')
  @RequiredScope('dunning:write')
  @RequestExample({ name: 'Gentle reminders', days_between_attempts: 10 })
  @ApiOperation({
    summary: 'Update a dunning campaign',
    description:
      'Changes the fields that are sent, for payment requests created from now on; open ones keep the attempts they began with.',
  })
  @ApiOkResponse({ type: DunningCampaignDto })
  async updateDunningCampaign(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @Body() body: UpdateDunningCampaignDto,
  ): Promise<DunningCampaignDto> {
    return toCampaignResponse(await this.campaigns.update(caller, id, toCampaignInput(body)));
  }

  @Delete(':id')
  @RequiredScope('dunning:write')
  @HttpCode(204)
  @ApiOperation({
    summary: 'Delete a dunning campaign',
    description:
      'The default campaign of the organization applies to its customers. Open payment requests run to their end.',
  })
  @ApiNoContentResponse({ description: 'The campaign is deleted' })
  async deleteDunningCampaign(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
  ): Promise<void> {
    await this.campaigns.delete(caller, id);
  }
}

/** Part of this module, although the path is a customer's: customers are in a layer below dunning. */
@ApiTags('Dunning')
@ApiBearerAuth()
@Controller('v1/customers/:id/dunning_campaign')
export class CustomerDunningCampaignController {
  constructor(private readonly campaigns: DunningCampaignsService) {}

  @Get()
  @RequiredScope('dunning:read')
  @ApiOperation({
    summary: 'Get the dunning campaign of a customer',
    description: 'The campaign of its own; null: the one that applies to the organization, if any.',
  })
  @ApiOkResponse({ type: CustomerDunningCampaignDto })
  async getCustomerDunningCampaign(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
  ): Promise<CustomerDunningCampaignDto> {
    return toAssignmentResponse(id, await this.campaigns.ofCustomer(caller, id));
  }

  @Put()
  @RequiredScope('dunning:write')
  @Audited('customer')
  @ApiOperation({
    summary: 'Assign a dunning campaign to a customer',
    description:
      "Takes precedence over the organization's default campaign; null removes it. Emits no `customer.updated`, because it is no field of the customer.",
  })
  @ApiOkResponse({ type: CustomerDunningCampaignDto })
  async assignDunningCampaign(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @Body() body: AssignDunningCampaignDto,
  ): Promise<CustomerDunningCampaignDto> {
    await this.campaigns.assign(caller, id, body.dunning_campaign_id);
    return toAssignmentResponse(id, body.dunning_campaign_id);
  }
}
