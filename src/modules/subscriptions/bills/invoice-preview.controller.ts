import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { NotAudited } from '../../../platform/audit/audited';
import type { Caller } from '../../../platform/database/caller';
import { CurrentCaller } from '../../../platform/http/current-caller';
import { RequiredScope } from '../../../platform/http/required-scope';
import { ApiErrors } from '../../../platform/openapi/api-errors';
import { InvoicePreviewDto, toInvoicePreviewResponse } from '../../invoices';
import { PreviewInvoiceDto, toPreviewInput } from './invoice-preview.dto';
import { InvoicePreviews } from './invoice-previews';
import { RequestExample } from '../../../platform/openapi/request-example';

/** Belongs to this module, although the path is that of invoices: they know nothing of billing periods. */
@ApiTags('Invoices')
@ApiBearerAuth()
@Controller('v1/invoices/preview')
export class InvoicePreviewController {
  constructor(private readonly previews: InvoicePreviews) {}

  @Post()
  @RequiredScope('invoices:read')
  @NotAudited('computes only')
  @HttpCode(200)
  @RequestExample({ external_customer_id: 'cust_1042', plan_code: 'pro_monthly' })
  @ApiOperation({
    summary: 'Preview the first invoice of a subscription',
    description: 'Shows the amount before credit notes and wallets are applied. Stores nothing.',
  })
  @ApiErrors({ 400: 'The total exceeds 2^53-1' })
  @ApiOkResponse({ type: InvoicePreviewDto })
  async previewInvoice(
    @CurrentCaller() caller: Caller,
    @Body() body: PreviewInvoiceDto,
  ): Promise<InvoicePreviewDto> {
    return toInvoicePreviewResponse(await this.previews.preview(caller, toPreviewInput(body)));
  }
}
