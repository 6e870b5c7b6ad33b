import { Controller, Get, Query } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentOrganization } from '../../platform/http/current-organization';
import { AnalyticsService } from './analytics.service';
import { DeliveryReportDto, DeliveryReportQueryDto, toDeliveryReport } from './delivery-report.dto';
import { InvoiceReportDto, toInvoiceReport } from './invoice-report.dto';
import { MrrReportDto, toMrrReport } from './mrr-report.dto';
import { ReportQueryDto } from './report.dto';
import { toUsageReport, UsageReportDto, UsageReportQueryDto } from './usage-report.dto';

@ApiTags('Analytics')
@ApiBearerAuth()
@Controller('v1/analytics')
export class AnalyticsController {
  constructor(private readonly analytics: AnalyticsService) {}

  @Get('invoices')
  @ApiOperation({
    summary: 'Get invoices by day',
    description:
      'Returns the invoices finalized and voided, and the payments applied to them, per currency and day, and what is open and overdue now. Days without data have zeros.',
  })
  @ApiOkResponse({ type: InvoiceReportDto })
  async getInvoiceAnalytics(
    @CurrentOrganization() organizationId: string,
    @Query() query: ReportQueryDto,
  ): Promise<InvoiceReportDto> {
    return toInvoiceReport(await this.analytics.invoices(organizationId, query));
  }

  @Get('mrr')
  @ApiOperation({
    summary: 'Get monthly recurring revenue by day',
    description:
      'Returns the prices of all paying subscriptions per currency and day, converted to a month. A day without changes has the value of the day before.',
  })
  @ApiOkResponse({ type: MrrReportDto })
  async getMrrAnalytics(
    @CurrentOrganization() organizationId: string,
    @Query() query: ReportQueryDto,
  ): Promise<MrrReportDto> {
    return toMrrReport(await this.analytics.mrr(organizationId, query));
  }

  @Get('deliveries')
  @ApiOperation({
    summary: 'Get webhook deliveries by day',
    description:
      'Returns the deliveries created, succeeded and failed, and their attempts, per day. Retention does not change the numbers.',
  })
  @ApiOkResponse({ type: DeliveryReportDto })
  async getDeliveryAnalytics(
    @CurrentOrganization() organizationId: string,
    @Query() query: DeliveryReportQueryDto,
  ): Promise<DeliveryReportDto> {
    return toDeliveryReport(
      await this.analytics.deliveries(organizationId, query, query.webhook_endpoint_id),
    );
  }

  @Get('usage')
  @ApiOperation({
    summary: 'Get usage events by day',
    description:
      'Returns the number of accepted usage events per billable metric and day of their timestamps. Duplicates do not count.',
  })
  @ApiOkResponse({ type: UsageReportDto })
  async getUsageAnalytics(
    @CurrentOrganization() organizationId: string,
    @Query() query: UsageReportQueryDto,
  ): Promise<UsageReportDto> {
    return toUsageReport(await this.analytics.usage(organizationId, query, query.billable_metric_id));
  }
}
