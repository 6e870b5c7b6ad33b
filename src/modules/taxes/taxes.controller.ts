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
import { UuidPipe } from '../../platform/http/validation';
import { ApiErrors } from '../../platform/openapi/api-errors';
import {
  TaxDto,
  CreateTaxDto,
  ListTaxesDto,
  UpdateTaxDto,
  toNewTaxInput,
  toTaxInput,
  toTaxResponse,
} from './tax.dto';
import { TaxesService } from './taxes.service';
import { RequestExample } from '../../platform/openapi/request-example';

@ApiTags('Taxes')
@ApiBearerAuth()
@Audited('tax')
@Controller('v1/taxes')
export class TaxesController {
  constructor(private readonly taxes: TaxesService) {}

  @Post()
  @RequiredScope('taxes:write')
  @ApiOperation({
    summary: 'Create a tax',
    description:
      'Customers and plans name it in `tax_codes`; with `applied_to_organization` it applies where neither has taxes.',
  })
  @ApiErrors({ 409: 'The code is taken' })
  @ApiCreatedResponse({ type: TaxDto })
  async createTax(@CurrentCaller() caller: Caller, @Body() body: CreateTaxDto): Promise<TaxDto> {
    return toTaxResponse(await this.taxes.create(caller, toNewTaxInput(body)));
  }

  @Get()
  @RequiredScope('taxes:read')
  @ApiOperation({
    summary: 'List taxes',
    description: 'Filter by `code` to find one tax.',
  })
  @ApiOkResponse({ type: [TaxDto] })
  async listTaxes(
    @CurrentCaller() caller: Caller,
    @Query() query: ListTaxesDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<TaxDto[]> {
    const page = await this.taxes.list(caller, { code: query.code }, query);
    return sendPage(response, page, toTaxResponse);
  }

  @Get(':id')
  @RequiredScope('taxes:read')
  @ApiOperation({
    summary: 'Get a tax',
    description: 'By its id; the list finds taxes by `code`.',
  })
  @ApiOkResponse({ type: TaxDto })
  async getTax(@CurrentCaller() caller: Caller, @Param('id', UuidPipe) id: string): Promise<TaxDto> {
    return toTaxResponse(await this.taxes.get(caller, id));
  }

  @Put(':id')
  @RequiredScope('taxes:write')
  @RequestExample({ name: 'VAT', description: 'Standard rate' })
  @ApiOperation({
    summary: 'Update a tax',
    description:
      'Changes the fields that are sent. A new rate applies to fees that are computed from now on.',
  })
  @ApiOkResponse({ type: TaxDto })
  async updateTax(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @Body() body: UpdateTaxDto,
  ): Promise<TaxDto> {
    return toTaxResponse(await this.taxes.update(caller, id, toTaxInput(body)));
  }

  @Delete(':id')
  @RequiredScope('taxes:write')
  @HttpCode(204)
  @ApiOperation({
    summary: 'Delete a tax',
    description:
      'Refused while it is assigned to the organization, a customer or a plan. Final invoices keep it.',
  })
  @ApiErrors({ 400: 'The tax is assigned to the organization, a customer or a plan' })
  @ApiNoContentResponse({ description: 'Deleted' })
  async deleteTax(@CurrentCaller() caller: Caller, @Param('id', UuidPipe) id: string): Promise<void> {
    await this.taxes.delete(caller, id);
  }
}
