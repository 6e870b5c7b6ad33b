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
  BillableMetricDto,
  CreateBillableMetricDto,
  ListBillableMetricsDto,
  UpdateBillableMetricDto,
  toBillableMetricInput,
  toBillableMetricResponse,
} from './billable-metric.dto';
import { BillableMetricsService } from './billable-metrics.service';

@ApiTags('Billable metrics')
@ApiBearerAuth()
@Controller('v1/billable_metrics')
export class BillableMetricsController {
  constructor(private readonly metrics: BillableMetricsService) {}

  @Post()
  @ApiOperation({
    summary: 'Create a billable metric',
    description:
      'A metric selects usage events by `code` and turns them into units. Charges of plans bill these units.',
  })
  @ApiErrors({ 409: 'Another billable metric has this code' })
  @ApiCreatedResponse({ type: BillableMetricDto })
  async createBillableMetric(
    @CurrentOrganization() organizationId: string,
    @Body() body: CreateBillableMetricDto,
  ): Promise<BillableMetricDto> {
    const { code, name, aggregation_type: aggregationType } = body;
    const input = { ...toBillableMetricInput(body), code, name, aggregationType };
    return toBillableMetricResponse(await this.metrics.create(organizationId, input));
  }

  @Get()
  @ApiOperation({ summary: 'List billable metrics', description: 'Omits deleted metrics.' })
  @ApiOkResponse({ type: [BillableMetricDto] })
  async listBillableMetrics(
    @CurrentOrganization() organizationId: string,
    @Query() query: ListBillableMetricsDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<BillableMetricDto[]> {
    const page = await this.metrics.list(organizationId, { code: query.code }, query);
    return sendPage(response, page, toBillableMetricResponse);
  }

  @Get(':id')
  @ApiOperation({ summary: 'Get a billable metric', description: 'Returns the metric with its aggregation.' })
  @ApiOkResponse({ type: BillableMetricDto })
  async getBillableMetric(
    @CurrentOrganization() organizationId: string,
    @Param('id', UuidPipe) id: string,
  ): Promise<BillableMetricDto> {
    return toBillableMetricResponse(await this.metrics.get(organizationId, id));
  }

  @Put(':id')
  @ApiOperation({
    summary: 'Update a billable metric',
    description:
      'Only the name, description and `unit_code` can change while a plan or unbilled usage depends on the metric.',
  })
  @ApiErrors({ 400: 'The definition would change while a plan or unbilled usage depends on the metric' })
  @ApiOkResponse({ type: BillableMetricDto })
  async updateBillableMetric(
    @CurrentOrganization() organizationId: string,
    @Param('id', UuidPipe) id: string,
    @Body() body: UpdateBillableMetricDto,
    @IfMatch() ifMatch: IfMatchValue,
  ): Promise<BillableMetricDto> {
    return toBillableMetricResponse(
      await this.metrics.update(
        organizationId,
        id,
        toBillableMetricInput(body),
        ifMatch.on(toBillableMetricResponse),
      ),
    );
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiOperation({
    summary: 'Delete a billable metric',
    description: 'Refused while a plan or unbilled usage depends on the metric.',
  })
  @ApiErrors({ 400: 'A plan or unbilled usage depends on the metric' })
  @ApiNoContentResponse({ description: 'Deleted' })
  async deleteBillableMetric(
    @CurrentOrganization() organizationId: string,
    @Param('id', UuidPipe) id: string,
  ): Promise<void> {
    await this.metrics.delete(organizationId, id);
  }
}
