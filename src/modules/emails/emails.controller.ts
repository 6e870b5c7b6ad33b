import { Controller, Get, Param, Query, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import type { Caller } from '../../platform/database/caller';
import { CurrentCaller } from '../../platform/http/current-caller';
import { sendPage } from '../../platform/http/paging';
import { RequiredScope } from '../../platform/http/required-scope';
import { UuidPipe } from '../../platform/http/validation';
import { EmailDto, ListEmailsDto, toEmailResponse } from './email.dto';
import { EmailsService } from './emails.service';

const MESSAGE = 'message/rfc822';

@ApiTags('E-mails')
@ApiBearerAuth()
@Controller('v1/emails')
export class EmailsController {
  constructor(private readonly emails: EmailsService) {}

  @Get()
  @RequiredScope('emails:read')
  @ApiOperation({
    summary: 'List e-mails',
    description: 'By customer, by what they are about, kind or state.',
  })
  @ApiOkResponse({ type: [EmailDto] })
  async listEmails(
    @CurrentCaller() caller: Caller,
    @Query() query: ListEmailsDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<EmailDto[]> {
    const filters = {
      kind: query.kind,
      state: query.state,
      customerId: query.customer_id,
      invoiceId: query.invoice_id,
      creditNoteId: query.credit_note_id,
      paymentRequestId: query.payment_request_id,
    };
    return sendPage(response, await this.emails.list(caller, filters, query), toEmailResponse);
  }

  @Get(':id')
  @RequiredScope('emails:read')
  @ApiOperation({
    summary: 'Get an e-mail',
    description: 'Shows its state, and why the last attempt failed.',
  })
  @ApiOkResponse({ type: EmailDto })
  async getEmail(@CurrentCaller() caller: Caller, @Param('id', UuidPipe) id: string): Promise<EmailDto> {
    return toEmailResponse(await this.emails.get(caller, id));
  }

  @Get(':id/message')
  @RequiredScope('emails:read')
  @ApiOperation({
    summary: 'Get the message of an e-mail',
    description:
      'Exactly what was sent, as a file `.eml`. Exists from the first attempt on, and is kept for `RETENTION_DAYS`.',
  })
  @ApiOkResponse({
    description: 'The message in the format of RFC 5322',
    content: { [MESSAGE]: { schema: { type: 'string', format: 'binary' } } },
  })
  async getEmailMessage(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @Res() response: Response,
  ): Promise<void> {
    const message = await this.emails.message(caller, id);
    response.set('Content-Disposition', `attachment; filename="${id}.eml"`);
    response.set('Content-Type', MESSAGE).send(message);
  }
}
