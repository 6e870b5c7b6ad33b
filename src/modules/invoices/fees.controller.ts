import { Controller, Get, Query, Res, type StreamableFile } from '@nestjs/common';
import { ApiBearerAuth, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { ApiCsvList } from '../../platform/csv/api-list';
import { ListResponses } from '../../platform/csv/list-responses';
import type { Caller } from '../../platform/database/caller';
import { CurrentCaller } from '../../platform/http/current-caller';
import { RequiredScope } from '../../platform/http/required-scope';
import { FEES_CSV, FeeDto, ListFeesDto, toFeeFilters, toListedFee } from './fee-list.dto';
import { FeesService } from './fees.service';

@ApiTags('Invoices')
@ApiBearerAuth()
@Controller('v1/fees')
export class FeesController {
  constructor(
    private readonly fees: FeesService,
    private readonly lists: ListResponses,
  ) {}

  @Get()
  @RequiredScope('invoices:read')
  @ApiOperation({
    summary: 'List fees',
    description:
      'The lines of all invoices, in the order of their creation. A draft is shown as of its last refresh.',
  })
  @ApiCsvList(FeeDto)
  listFees(
    @CurrentCaller() caller: Caller,
    @Query() query: ListFeesDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<FeeDto[] | StreamableFile> {
    return this.lists.send({
      ...{ caller, query, response, map: toListedFee, csv: FEES_CSV },
      list: (page) => this.fees.list(caller, toFeeFilters(query), page),
    });
  }
}
