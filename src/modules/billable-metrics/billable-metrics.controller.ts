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
  BillableMetricDto,
  CreateBillableMetricDto,
  ListBillableMetricsDto,
  UpdateBillableMetricDto,
  toBillableMetricInput,
  toBillableMetricResponse,
} from './billable-metric.dto';
import { BillableMetricsService } from './billable-metrics.service';
import { RequestExample } from '../../platform/openapi/request-example';

@ApiTags('Billable metrics')
@ApiBearerAuth()
@Audited('billable_metric')
@Controller('v1/billable_metrics')
export class BillableMetricsController {
  constructor(private readonly metrics: BillableMetricsService) {}

  @Post()
  @RequiredScope('billable_metrics:write')
  @ApiOperation({
    summary: 'Create a billable metric',
    description:
      'Usage events name the metric by its `code`; `aggregation_type` says how events become units.',
  })
  @ApiErrors({ 409: 'The code is taken' })
  @ApiCreatedResponse({ type: BillableMetricDto })
  async createBillableMetric(
    @CurrentCaller() caller: Caller,
    @Body() body: CreateBillableMetricDto,
  ): Promise<BillableMetricDto> {
    const { code, name, aggregation_type: aggregationType } = body;
    const input = { ...toBillableMetricInput(body), code, name, aggregationType };
    return toBillableMetricResponse(await this.metrics.create(caller, input));
  }

  @Get()
  @RequiredScope('billable_metrics:read')
  @ApiOperation({
    summary: 'List billable metrics',
    description: 'Filter by `code` to find one metric.',
  })
  @ApiOkResponse({ type: [BillableMetricDto] })
  async listBillableMetrics(
    @CurrentCaller() caller: Caller,
    @Query() query: ListBillableMetricsDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<BillableMetricDto[]> {
    const page = await this.metrics.list(caller, { code: query.code }, query);
    return sendPage(response, page, toBillableMetricResponse);
  }

  @Get(':id')
  @RequiredScope('billable_metrics:read')
  @ApiOperation({
    summary: 'Get a billable metric',
    description: 'By its id; the list finds metrics by `code`.',
  })
  @ApiOkResponse({ type: BillableMetricDto })
  async getBillableMetric(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
  ): Promise<BillableMetricDto> {
    return toBillableMetricResponse(await this.metrics.get(caller, id));
  }

  @Put(':id')
  @RequiredScope('billable_metrics:write')
  @RequestExample({ name: 'Storage', description: 'Gigabytes stored' })
  @ApiOperation({
    summary: 'Update a billable metric',
    description: 'Its definition can change only while no plan charges for it and no usage is unbilled.',
  })
  @ApiErrors({ 400: 'The definition would change while a plan charges for the metric or usage is unbilled' })
  @ApiOkResponse({ type: BillableMetricDto })
  async updateBillableMetric(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @Body() body: UpdateBillableMetricDto,
  ): Promise<BillableMetricDto> {
    return toBillableMetricResponse(await this.metrics.update(caller, id, toBillableMetricInput(body)));
  }

  @Delete(':id')
  @RequiredScope('billable_metrics:write')
  @HttpCode(204)
  @ApiOperation({
    summary: 'Delete a billable metric',
    description: 'Refused while a plan charges for it or its usage is being counted.',
  })
  @ApiErrors({ 400: 'A plan charges for the metric or usage is unbilled' })
  @ApiNoContentResponse({ description: 'Deleted' })
  async deleteBillableMetric(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
  ): Promise<void> {
    await this.metrics.delete(caller, id);
  }
}
