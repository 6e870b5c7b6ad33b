import { Body, Controller, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentOrganization } from '../../platform/http/current-organization';
import { sendPage } from '../../platform/http/paging';
import { EmptyBody, UuidPipe } from '../../platform/http/validation';
import { ApiErrors } from '../../platform/openapi/api-errors';
import { EmailDto, ListEmailsDto, toEmailResponse } from './email.dto';
import { EmailsService } from './emails.service';

const MESSAGE = 'message/rfc822';

@ApiTags('E-mails')
@ApiBearerAuth()
@Controller('v1/emails')
export class EmailsController {
  constructor(private readonly emails: EmailsService) {}

  @Get()
  @ApiOperation({
    summary: 'List e-mails',
    description: 'Lists the e-mails to customers, whatever their status, without their messages.',
  })
  @ApiOkResponse({ type: [EmailDto] })
  async listEmails(
    @CurrentOrganization() organizationId: string,
    @Query() query: ListEmailsDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<EmailDto[]> {
    const { status, customer_id: customerId, object_id: objectId } = query;
    const page = await this.emails.list(organizationId, { status, customerId, objectId }, query);
    return sendPage(response, page, toEmailResponse);
  }

  @Get(':id')
  @ApiOperation({
    summary: 'Get an e-mail',
    description: 'Returns the e-mail with the result of its last attempt.',
  })
  @ApiOkResponse({ type: EmailDto })
  async getEmail(
    @CurrentOrganization() organizationId: string,
    @Param('id', UuidPipe) id: string,
  ): Promise<EmailDto> {
    return toEmailResponse(await this.emails.get(organizationId, id));
  }

  @Get(':id/message')
  @ApiOperation({
    summary: 'Get the message of an e-mail',
    description:
      'Returns the message exactly as it is sent in every attempt, with headers, text and attachments (RFC 5322). Mail ' +
      'programs open it as a file with the ending `.eml`.',
  })
  @ApiProduces(MESSAGE)
  @ApiErrors({ 400: 'The message has not been written, and no mail server is configured' })
  @ApiOkResponse({ description: 'The message', schema: { type: 'string', format: 'binary' } })
  async getEmailMessage(
    @CurrentOrganization() organizationId: string,
    @Param('id', UuidPipe) id: string,
    @Res() response: Response,
  ): Promise<void> {
    const message = await this.emails.message(organizationId, id);
    response.set({ 'Content-Type': MESSAGE, 'Content-Disposition': `attachment; filename="${id}.eml"` });
    response.send(message);
  }

  @Post(':id/retry')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Retry an e-mail',
    description: 'Makes an attempt now with the same message, for an e-mail that is `queued` or `failed`.',
  })
  @ApiErrors({ 400: 'The e-mail has been sent, or no mail server is configured' })
  @ApiOkResponse({ type: EmailDto })
  async retryEmail(
    @CurrentOrganization() organizationId: string,
    @Param('id', UuidPipe) id: string,
    @Body() _body: EmptyBody,
  ): Promise<EmailDto> {
    return toEmailResponse(await this.emails.retry(organizationId, id));
  }
}
