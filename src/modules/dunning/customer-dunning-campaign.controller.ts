import { Body, Controller, Get, Param, Put } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentOrganization } from '../../platform/http/current-organization';
import { UuidPipe } from '../../platform/http/validation';
import { IfMatch, IfMatchValue } from '../../platform/http/versions';
import {
  AssignDunningCampaignDto,
  CustomerDunningCampaignDto,
  toCustomerCampaignResponse,
} from './dunning-campaign.dto';
import { DunningCampaignsService } from './dunning-campaigns.service';

/** Belongs to dunning although its path is below a customer, because customers must not depend on dunning. */
@ApiTags('Dunning')
@ApiBearerAuth()
@Controller('v1/customers/:id/dunning_campaign')
export class CustomerDunningCampaignController {
  constructor(private readonly campaigns: DunningCampaignsService) {}

  @Get()
  @ApiOperation({
    summary: 'Get the dunning campaign assigned to a customer',
    description: 'Returns the campaign that requests payment of overdue invoices of this customer.',
  })
  @ApiOkResponse({ type: CustomerDunningCampaignDto })
  async getCustomerDunningCampaign(
    @CurrentOrganization() organizationId: string,
    @Param('id', UuidPipe) id: string,
  ): Promise<CustomerDunningCampaignDto> {
    const campaignId = await this.campaigns.ofCustomer(organizationId, id);
    return toCustomerCampaignResponse({ customerId: id, campaignId });
  }

  @Put()
  @ApiOperation({
    summary: 'Assign a dunning campaign to a customer',
    description:
      "The assigned campaign takes precedence over the organization's default; null removes the assignment. Emits no `customer.updated`, because the assignment is not a field of the customer.",
  })
  @ApiOkResponse({ type: CustomerDunningCampaignDto })
  async assignDunningCampaign(
    @CurrentOrganization() organizationId: string,
    @Param('id', UuidPipe) id: string,
    @Body() body: AssignDunningCampaignDto,
    @IfMatch() ifMatch: IfMatchValue,
  ): Promise<CustomerDunningCampaignDto> {
    const campaignId = body.dunning_campaign_id;
    await this.campaigns.assign(organizationId, id, campaignId, ifMatch.on(toCustomerCampaignResponse));
    return toCustomerCampaignResponse({ customerId: id, campaignId });
  }
}
