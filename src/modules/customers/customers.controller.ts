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
  CreateCustomerDto,
  CustomerDto,
  ListCustomersDto,
  UpdateCustomerDto,
  toCustomerInput,
  toCustomerResponse,
} from './customer.dto';
import { CustomersService } from './customers.service';

@ApiTags('Customers')
@ApiBearerAuth()
@Controller('v1/customers')
export class CustomersController {
  constructor(private readonly customers: CustomersService) {}

  @Post()
  @ApiOperation({ summary: 'Create a customer', description: 'Emits `customer.created`.' })
  @ApiErrors({ 409: 'Another customer has this external_id' })
  @ApiCreatedResponse({ type: CustomerDto })
  async createCustomer(
    @CurrentOrganization() organizationId: string,
    @Body() body: CreateCustomerDto,
  ): Promise<CustomerDto> {
    const input = { ...toCustomerInput(body), externalId: body.external_id };
    return toCustomerResponse(await this.customers.create(organizationId, input));
  }

  @Get()
  @ApiOperation({ summary: 'List customers', description: 'Omits deleted customers.' })
  @ApiOkResponse({ type: [CustomerDto] })
  async listCustomers(
    @CurrentOrganization() organizationId: string,
    @Query() query: ListCustomersDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<CustomerDto[]> {
    const filters = { externalId: query.external_id, email: query.email };
    return sendPage(response, await this.customers.list(organizationId, filters, query), toCustomerResponse);
  }

  @Get(':id')
  @ApiOperation({
    summary: 'Get a customer',
    description:
      'Returns the customer. To find a customer by your own ID, list customers with `external_id`.',
  })
  @ApiOkResponse({ type: CustomerDto })
  async getCustomer(
    @CurrentOrganization() organizationId: string,
    @Param('id', UuidPipe) id: string,
  ): Promise<CustomerDto> {
    return toCustomerResponse(await this.customers.get(organizationId, id));
  }

  @Put(':id')
  @ApiOperation({
    summary: 'Update a customer',
    description:
      'Changes only the fields that are sent; null clears a field. Emits `customer.updated` if any value changed.',
  })
  @ApiErrors({
    400: 'The customer has a subscription, wallet or invoice, and another currency was sent',
    409: 'Another customer has this external_id',
  })
  @ApiOkResponse({ type: CustomerDto })
  async updateCustomer(
    @CurrentOrganization() organizationId: string,
    @Param('id', UuidPipe) id: string,
    @Body() body: UpdateCustomerDto,
    @IfMatch() ifMatch: IfMatchValue,
  ): Promise<CustomerDto> {
    return toCustomerResponse(
      await this.customers.update(organizationId, id, toCustomerInput(body), ifMatch.on(toCustomerResponse)),
    );
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiOperation({
    summary: 'Delete a customer',
    description:
      'Another customer can then use the `external_id`. Terminates the wallets of the customer: emits ' +
      '`wallet.terminated` for each.',
  })
  @ApiErrors({
    400: 'The customer has a pending or active subscription, a draft or unpaid invoice, or a wallet with a balance',
  })
  @ApiNoContentResponse({ description: 'Deleted' })
  async deleteCustomer(
    @CurrentOrganization() organizationId: string,
    @Param('id', UuidPipe) id: string,
  ): Promise<void> {
    await this.customers.delete(organizationId, id);
  }
}
