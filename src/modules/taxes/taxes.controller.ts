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
  TaxDto,
  CreateTaxDto,
  ListTaxesDto,
  UpdateTaxDto,
  toNewTaxInput,
  toTaxInput,
  toTaxResponse,
} from './tax.dto';
import { TaxesService } from './taxes.service';

@ApiTags('Taxes')
@ApiBearerAuth()
@Controller('v1/taxes')
export class TaxesController {
  constructor(private readonly taxes: TaxesService) {}

  @Post()
  @ApiOperation({
    summary: 'Create a tax',
    description: 'Customers and plans reference the tax by its code in `tax_codes`.',
  })
  @ApiErrors({ 409: 'Another tax has this code' })
  @ApiCreatedResponse({ type: TaxDto })
  async createTax(
    @CurrentOrganization() organizationId: string,
    @Body() body: CreateTaxDto,
  ): Promise<TaxDto> {
    return toTaxResponse(await this.taxes.create(organizationId, toNewTaxInput(body)));
  }

  @Get()
  @ApiOperation({ summary: 'List taxes', description: 'Omits deleted taxes.' })
  @ApiOkResponse({ type: [TaxDto] })
  async listTaxes(
    @CurrentOrganization() organizationId: string,
    @Query() query: ListTaxesDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<TaxDto[]> {
    const page = await this.taxes.list(organizationId, { code: query.code }, query);
    return sendPage(response, page, toTaxResponse);
  }

  @Get(':id')
  @ApiOperation({ summary: 'Get a tax', description: 'Returns the tax with its rate in percent.' })
  @ApiOkResponse({ type: TaxDto })
  async getTax(
    @CurrentOrganization() organizationId: string,
    @Param('id', UuidPipe) id: string,
  ): Promise<TaxDto> {
    return toTaxResponse(await this.taxes.get(organizationId, id));
  }

  @Put(':id')
  @ApiOperation({
    summary: 'Update a tax',
    description:
      'Changes only the fields that are sent. A new rate applies to fees that are computed from now on.',
  })
  @ApiOkResponse({ type: TaxDto })
  async updateTax(
    @CurrentOrganization() organizationId: string,
    @Param('id', UuidPipe) id: string,
    @Body() body: UpdateTaxDto,
    @IfMatch() ifMatch: IfMatchValue,
  ): Promise<TaxDto> {
    return toTaxResponse(
      await this.taxes.update(organizationId, id, toTaxInput(body), ifMatch.on(toTaxResponse)),
    );
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiOperation({
    summary: 'Delete a tax',
    description: 'Refused while the tax is applied to the organization, a customer or a plan.',
  })
  @ApiErrors({ 400: 'The tax is applied to the organization, a customer or a plan' })
  @ApiNoContentResponse({ description: 'Deleted' })
  async deleteTax(
    @CurrentOrganization() organizationId: string,
    @Param('id', UuidPipe) id: string,
  ): Promise<void> {
    await this.taxes.delete(organizationId, id);
  }
}
