import { Body, Controller, Get, Param, Put } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentOrganization } from '../../platform/http/current-organization';
import { UuidPipe } from '../../platform/http/validation';
import { AssignDunningCampaignDto, CustomerDunningCampaignDto } from './dunning-campaign.dto';
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
    return { customer_id: id, dunning_campaign_id: campaignId };
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
  ): Promise<CustomerDunningCampaignDto> {
    await this.campaigns.assign(organizationId, id, body.dunning_campaign_id);
    return { customer_id: id, dunning_campaign_id: body.dunning_campaign_id };
  }
}
