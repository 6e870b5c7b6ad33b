import { Body, Controller, Param, Post } from '@nestjs/common';
import { ApiBearerAuth, ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../../platform/database/caller';
import { CurrentCaller } from '../../../platform/http/current-caller';
import { UuidPipe } from '../../../platform/http/validation';
import { EmailDto, SendEmailDto, toEmailResponse } from '../email.dto';
import { EmailsService } from '../emails.service';
import { ApiSend } from './api-send';

@ApiTags('Dunning')
@ApiBearerAuth()
@Controller('v1/payment_requests/:id/send')
export class PaymentRequestEmailsController {
  constructor(private readonly emails: EmailsService) {}

  @Post()
  @ApiSend(
    'a payment request',
    'the documents of its invoices attached, and public links to them',
    'The payment request is paid',
  )
  async sendPaymentRequest(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @Body() { to }: SendEmailDto,
  ): Promise<EmailDto> {
    return toEmailResponse(await this.emails.send(caller, { kind: 'payment_request', id }, to));
  }
}
