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
import { Audited } from '../../platform/audit/audited';
import type { Caller } from '../../platform/database/caller';
import { CurrentCaller } from '../../platform/http/current-caller';
import { sendPage } from '../../platform/http/paging';
import { RequiredScope } from '../../platform/http/required-scope';
import { EmptyBody, UuidPipe } from '../../platform/http/validation';
import { ApiErrors } from '../../platform/openapi/api-errors';
import { CustomerErasure } from './customer-erasure';
import {
  CreateCustomerDto,
  CustomerDto,
  ListCustomersDto,
  UpdateCustomerDto,
  toCustomerInput,
  toCustomerResponse,
} from './customer.dto';
import { CustomersService } from './customers.service';
import { RequestExample } from '../../platform/openapi/request-example';

@ApiTags('Customers')
@ApiBearerAuth()
@Audited('customer')
@Controller('v1/customers')
export class CustomersController {
  constructor(
    private readonly customers: CustomersService,
    private readonly erasure: CustomerErasure,
  ) {}

  @Post()
  @RequiredScope('customers:write')
  @ApiOperation({ summary: 'Create a customer', description: 'Emits `customer.created`.' })
  @ApiErrors({ 409: 'The external_id is taken' })
  @ApiCreatedResponse({ type: CustomerDto })
  async createCustomer(
    @CurrentCaller() caller: Caller,
    @Body() body: CreateCustomerDto,
  ): Promise<CustomerDto> {
    const input = { ...toCustomerInput(body), externalId: body.external_id };
    return toCustomerResponse(await this.customers.create(caller, input));
  }

  @Get()
  @RequiredScope('customers:read')
  @ApiOperation({
    summary: 'List customers',
    description:
      'Filter by `external_id` to find a customer by your own id, and by `search` for what you remember of one.',
  })
  @ApiOkResponse({ type: [CustomerDto] })
  async listCustomers(
    @CurrentCaller() caller: Caller,
    @Query() query: ListCustomersDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<CustomerDto[]> {
    const filters = { externalId: query.external_id, email: query.email, search: query.search };
    return sendPage(response, await this.customers.list(caller, filters, query), toCustomerResponse);
  }

  @Get(':id')
  @RequiredScope('customers:read')
  @ApiOperation({
    summary: 'Get a customer',
    description: 'By the id of this service; the list finds customers by `external_id`.',
  })
  @ApiOkResponse({ type: CustomerDto })
  async getCustomer(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
  ): Promise<CustomerDto> {
    return toCustomerResponse(await this.customers.get(caller, id));
  }

  @Put(':id')
  @RequiredScope('customers:write')
  @RequestExample({ name: 'Jane Doe Ltd.', email: 'accounts@janedoe.example', net_payment_term: 14 })
  @ApiOperation({
    summary: 'Update a customer',
    description:
      'Changes the fields that are sent; null clears a field. A new grace period or payment term moves the dates of drafts ' +
      'as well. Emits `customer.updated` if a value has changed.',
  })
  @ApiErrors({
    400: 'The currency differs, and the customer has subscriptions, wallets or invoices',
    409: 'The external_id is taken',
  })
  @ApiOkResponse({ type: CustomerDto })
  async updateCustomer(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @Body() body: UpdateCustomerDto,
  ): Promise<CustomerDto> {
    return toCustomerResponse(await this.customers.update(caller, id, toCustomerInput(body)));
  }

  @Post(':id/erase')
  @RequiredScope('customers:write')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Erase the personal data of a customer',
    description:
      'Clears name, email, address and metadata of the customer, even of a deleted one, and of stored events, ' +
      'deliveries and responses. Outstanding deliveries with the data fail. Final invoices keep their buyer. ' +
      'Emits `customer.updated` if a value has changed.',
  })
  @ApiErrors({ 400: 'The customer has active subscriptions or unpaid invoices' })
  @ApiOkResponse({ type: CustomerDto })
  async eraseCustomer(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @Body() _body: EmptyBody,
  ): Promise<CustomerDto> {
    return toCustomerResponse(await this.erasure.erase(caller, id));
  }

  @Delete(':id')
  @RequiredScope('customers:write')
  @HttpCode(204)
  @ApiOperation({
    summary: 'Delete a customer',
    description:
      'Its external_id can be used again, and its documents stay readable. Terminates its wallets, with `wallet.terminated`.',
  })
  @ApiErrors({ 400: 'The customer has active subscriptions, unpaid invoices or a wallet with a balance' })
  @ApiNoContentResponse({ description: 'Deleted' })
  async deleteCustomer(@CurrentCaller() caller: Caller, @Param('id', UuidPipe) id: string): Promise<void> {
    await this.customers.delete(caller, id);
  }
}
