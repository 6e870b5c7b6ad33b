import { Body, Controller, Param, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiCreatedResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentOrganization } from '../../platform/http/current-organization';
import { UuidPipe } from '../../platform/http/validation';
import { ApiErrors } from '../../platform/openapi/api-errors';
import { PrefillWith } from '../../platform/openapi/prefill';
import { EmailDto, SendInvoiceDto, toEmailResponse } from './email.dto';
import { InvoiceSending } from './invoice-sending';

@ApiTags('Invoices')
@ApiBearerAuth()
@Controller('v1/invoices')
export class InvoiceSendingController {
  constructor(private readonly sending: InvoiceSending) {}

  @Post(':id/send')
  @PrefillWith({ status: ['finalized', 'paid'] })
  @ApiOperation({
    summary: 'Send an invoice by e-mail',
    description:
      'Queues an e-mail with the PDF of a final invoice and a link to it, also if the organization does not send ' +
      'invoices by itself. Each call sends another e-mail; use an `Idempotency-Key` for retries.',
  })
  @ApiErrors({ 400: 'The invoice is a draft or voided, or no mail server is configured' })
  @ApiCreatedResponse({ type: EmailDto })
  async sendInvoice(
    @CurrentOrganization() organizationId: string,
    @Param('id', UuidPipe) id: string,
    @Body() { to }: SendInvoiceDto,
  ): Promise<EmailDto> {
    return toEmailResponse(await this.sending.send(organizationId, id, to ?? null));
  }
}
