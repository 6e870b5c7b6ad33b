import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { ApiListOrCsv, sendListOrCsv, type ListOrCsv } from '../../platform/http/csv/list-or-csv';
import { CurrentOrganization } from '../../platform/http/current-organization';
import type { PageQuery } from '../../platform/http/paging';
import { FEE_TABLE } from './fee.csv';
import { FeeDto, ListFeesDto, toFeeFilters, toFeeOfInvoiceResponse } from './fee.dto';
import { InvoiceFeesService } from './invoice-fees.service';

@ApiTags('Fees')
@ApiBearerAuth()
@Controller('v1/fees')
export class InvoiceFeesController {
  constructor(private readonly fees: InvoiceFeesService) {}

  @Get()
  @ApiOperation({
    summary: 'List fees',
    description:
      'Lists the fees of all invoices by the creation of the invoices, newest first; the fees of an invoice keep their ' +
      'order in it. Returns the fees of a draft as of its last refresh.',
  })
  @ApiListOrCsv(FeeDto, FEE_TABLE)
  listFees(
    @CurrentOrganization() organizationId: string,
    @Query() query: ListFeesDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ListOrCsv<FeeDto>> {
    const filters = toFeeFilters(query);
    const read = (page: PageQuery) => this.fees.list(organizationId, filters, page);
    return sendListOrCsv(response, query, { read, map: toFeeOfInvoiceResponse, table: FEE_TABLE });
  }
}
