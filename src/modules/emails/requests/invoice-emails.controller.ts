import { Body, Controller, Param, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../../platform/database/caller';
import { CurrentCaller } from '../../../platform/http/current-caller';
import { UuidPipe } from '../../../platform/http/validation';
import { EmailDto, SendEmailDto, toEmailResponse } from '../email.dto';
import { EmailsService } from '../emails.service';
import { ApiSend } from './api-send';

@ApiTags('Invoices')
@ApiBearerAuth()
@Controller('v1/invoices/:id/send')
export class InvoiceEmailsController {
  constructor(private readonly emails: EmailsService) {}

  @Post()
  @ApiSend('an invoice', 'its document attached, and a public link to it', 'The invoice is a draft or void')
  async sendInvoice(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @Body() { to }: SendEmailDto,
  ): Promise<EmailDto> {
    return toEmailResponse(await this.emails.send(caller, { kind: 'invoice', id }, to));
  }
}
