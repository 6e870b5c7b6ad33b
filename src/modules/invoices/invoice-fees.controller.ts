import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentOrganization } from '../../platform/http/current-organization';
import { sendPage } from '../../platform/http/paging';
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
  @ApiOkResponse({ type: [FeeDto] })
  async listFees(
    @CurrentOrganization() organizationId: string,
    @Query() query: ListFeesDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<FeeDto[]> {
    const page = await this.fees.list(organizationId, toFeeFilters(query), query);
    return sendPage(response, page, toFeeOfInvoiceResponse);
  }
}
