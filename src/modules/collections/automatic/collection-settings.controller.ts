import { Body, Controller, Get, Param, Put } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Audited } from '../../../platform/audit/audited';
import type { Caller } from '../../../platform/database/caller';
import { CurrentCaller } from '../../../platform/http/current-caller';
import { RequiredScope } from '../../../platform/http/required-scope';
import { UuidPipe } from '../../../platform/http/validation';
import { CollectionSettings } from './collection-settings';
import {
  CollectionSettingsDto,
  InvoiceCollectionSettingsDto,
  OrganizationCollectionSettingsDto,
  PutCollectionSettingsDto,
  PutOrganizationCollectionSettingsDto,
  toInvoiceSettingsResponse,
  toOrganizationSettingsResponse,
  toSettingInput,
  toSettingsResponse,
} from './collection-settings.dto';

@ApiTags('Collections')
@ApiBearerAuth()
@Audited('collection_settings', { id: 'result' })
@Controller('v1')
export class CollectionSettingsController {
  constructor(private readonly settings: CollectionSettings) {}

  @Get('collection_settings')
  @RequiredScope('collections:read')
  @ApiOperation({
    summary: 'Get how the organization collects',
    description: 'Counts where neither the invoice, its subscription nor its customer says otherwise.',
  })
  @ApiOkResponse({ type: OrganizationCollectionSettingsDto })
  async getCollectionSettings(@CurrentCaller() caller: Caller): Promise<OrganizationCollectionSettingsDto> {
    const { organizationId } = caller;
    return toOrganizationSettingsResponse(await this.settings.get(caller, 'organization', organizationId));
  }

  @Put('collection_settings')
  @RequiredScope('collections:write')
  @ApiOperation({
    summary: 'Set how the organization collects',
    description: 'Counts for invoices that become final from now on.',
  })
  @ApiOkResponse({ type: OrganizationCollectionSettingsDto })
  async putCollectionSettings(
    @CurrentCaller() caller: Caller,
    @Body() body: PutOrganizationCollectionSettingsDto,
  ): Promise<OrganizationCollectionSettingsDto> {
    const { organizationId } = caller;
    const input = toSettingInput(body);
    return toOrganizationSettingsResponse(
      await this.settings.put(caller, 'organization', organizationId, input),
    );
  }

  @Get('customers/:id/collection_settings')
  @RequiredScope('collections:read')
  @ApiOperation({
    summary: 'Get how a customer’s invoices are collected',
    description: 'Null: as the organization’s.',
  })
  @ApiOkResponse({ type: CollectionSettingsDto })
  async getCustomerCollectionSettings(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
  ): Promise<CollectionSettingsDto> {
    return toSettingsResponse(await this.settings.get(caller, 'customer', id));
  }

  @Put('customers/:id/collection_settings')
  @RequiredScope('collections:write')
  @ApiOperation({
    summary: 'Set how a customer’s invoices are collected',
    description: 'Counts for invoices that become final from now on.',
  })
  @ApiOkResponse({ type: CollectionSettingsDto })
  async putCustomerCollectionSettings(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @Body() body: PutCollectionSettingsDto,
  ): Promise<CollectionSettingsDto> {
    return toSettingsResponse(await this.settings.put(caller, 'customer', id, toSettingInput(body)));
  }

  @Get('subscriptions/:id/collection_settings')
  @RequiredScope('collections:read')
  @ApiOperation({
    summary: 'Get how a subscription’s invoices are collected',
    description: 'Null: as the customer’s.',
  })
  @ApiOkResponse({ type: CollectionSettingsDto })
  async getSubscriptionCollectionSettings(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
  ): Promise<CollectionSettingsDto> {
    return toSettingsResponse(await this.settings.get(caller, 'subscription', id));
  }

  @Put('subscriptions/:id/collection_settings')
  @RequiredScope('collections:write')
  @ApiOperation({
    summary: 'Set how a subscription’s invoices are collected',
    description: 'Counts for invoices that become final from now on.',
  })
  @ApiOkResponse({ type: CollectionSettingsDto })
  async putSubscriptionCollectionSettings(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @Body() body: PutCollectionSettingsDto,
  ): Promise<CollectionSettingsDto> {
    return toSettingsResponse(await this.settings.put(caller, 'subscription', id, toSettingInput(body)));
  }

  @Get('invoices/:id/collection_settings')
  @RequiredScope('collections:read')
  @ApiOperation({
    summary: 'Get how an invoice is collected',
    description: 'With the next charge, or why nothing is charged by itself any more.',
  })
  @ApiOkResponse({ type: InvoiceCollectionSettingsDto })
  async getInvoiceCollectionSettings(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
  ): Promise<InvoiceCollectionSettingsDto> {
    const setting = await this.settings.get(caller, 'invoice', id);
    return toInvoiceSettingsResponse(setting, await this.settings.chargeOf(caller, id));
  }

  @Put('invoices/:id/collection_settings')
  @RequiredScope('collections:write')
  @ApiOperation({
    summary: 'Set how an invoice is collected',
    description: 'Counts at once: `automatic` schedules a charge, also after it stopped; `manual` ends that.',
  })
  @ApiOkResponse({ type: InvoiceCollectionSettingsDto })
  async putInvoiceCollectionSettings(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @Body() body: PutCollectionSettingsDto,
  ): Promise<InvoiceCollectionSettingsDto> {
    const setting = await this.settings.put(caller, 'invoice', id, toSettingInput(body));
    return toInvoiceSettingsResponse(setting, await this.settings.chargeOf(caller, id));
  }
}
