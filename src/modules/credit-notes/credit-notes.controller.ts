import { Body, Controller, Get, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { CurrentOrganization } from '../../platform/http/current-organization';
import { ApiListOrCsv, sendListOrCsv, type ListOrCsv } from '../../platform/http/csv/list-or-csv';
import type { PageQuery } from '../../platform/http/paging';
import { EmptyBody, UuidPipe } from '../../platform/http/validation';
import { ApiErrors } from '../../platform/openapi/api-errors';
import { PrefillWith } from '../../platform/openapi/prefill';
import { IncludesCustomer } from '../customers';
import { CREDIT_NOTE_TABLE } from './credit-note.csv';
import {
  CreateCreditNoteDto,
  CreditNoteDto,
  ListCreditNotesDto,
  toCreditNoteResponse,
  toNewCreditNote,
} from './credit-note.dto';
import { CreditNotesService } from './credit-notes.service';

@ApiTags('Credit notes')
@ApiBearerAuth()
@Controller('v1/credit_notes')
export class CreditNotesController {
  constructor(private readonly creditNotes: CreditNotesService) {}

  @Post()
  @PrefillWith({ status: ['finalized'] })
  @ApiOperation({
    summary: 'Create a credit note',
    description:
      'Credits fees of a finalized or paid invoice, each up to the amount that is not credited yet. Their ' +
      'taxes are added. The credit, refund and offset amounts must add up to the total. A refund ' +
      'is `pending` until refunds of payments have returned its money. Emits `credit_note.created`, and with ' +
      '`finalize` also `credit_note.finalized`.',
  })
  @ApiErrors({ 400: 'The invoice is a draft or voided' })
  @ApiCreatedResponse({ type: CreditNoteDto })
  async createCreditNote(
    @CurrentOrganization() organizationId: string,
    @Body() body: CreateCreditNoteDto,
  ): Promise<CreditNoteDto> {
    return toCreditNoteResponse(await this.creditNotes.create(organizationId, toNewCreditNote(body)));
  }

  @Get()
  @ApiOperation({
    summary: 'List credit notes',
    description: 'Lists credit notes with the credit that is left.',
  })
  @ApiListOrCsv(CreditNoteDto, CREDIT_NOTE_TABLE)
  @IncludesCustomer()
  listCreditNotes(
    @CurrentOrganization() organizationId: string,
    @Query() query: ListCreditNotesDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ListOrCsv<CreditNoteDto>> {
    const filters = { customerId: query.customer_id, invoiceId: query.invoice_id, status: query.status };
    const read = (page: PageQuery) => this.creditNotes.list(organizationId, filters, page);
    return sendListOrCsv(response, query, { read, map: toCreditNoteResponse, table: CREDIT_NOTE_TABLE });
  }

  @Get(':id')
  @ApiOperation({
    summary: 'Get a credit note',
    description: 'Returns the credit note with its items and taxes.',
  })
  @ApiOkResponse({ type: CreditNoteDto })
  async getCreditNote(
    @CurrentOrganization() organizationId: string,
    @Param('id', UuidPipe) id: string,
  ): Promise<CreditNoteDto> {
    return toCreditNoteResponse(await this.creditNotes.get(organizationId, id));
  }

  @Post(':id/finalize')
  @HttpCode(200)
  @PrefillWith({ status: ['draft'] })
  @ApiOperation({
    summary: 'Finalize a credit note',
    description:
      "Makes the credit available to the customer's next invoices and deducts the offset from the amount due. " +
      'Emits `credit_note.finalized`. If the offset pays the invoice in full, `invoice.paid` comes first.',
  })
  @ApiErrors({
    400: 'The credit note is not a draft, the invoice is a draft, or it no longer allows the amounts of the note',
  })
  @ApiOkResponse({ type: CreditNoteDto })
  async finalizeCreditNote(
    @CurrentOrganization() organizationId: string,
    @Param('id', UuidPipe) id: string,
    @Body() _body: EmptyBody,
  ): Promise<CreditNoteDto> {
    return toCreditNoteResponse(await this.creditNotes.finalize(organizationId, id));
  }

  @Post(':id/void')
  @HttpCode(200)
  @PrefillWith({ status: ['finalized'] })
  @ApiOperation({
    summary: 'Void a credit note',
    description: 'Voids a draft, or a finalized note whose credit is unused. Its fees can be credited again.',
  })
  @ApiErrors({
    400: 'The credit note is already voided, or it is finalized with used credit, a refund or an offset',
  })
  @ApiOkResponse({ type: CreditNoteDto })
  async voidCreditNote(
    @CurrentOrganization() organizationId: string,
    @Param('id', UuidPipe) id: string,
    @Body() _body: EmptyBody,
  ): Promise<CreditNoteDto> {
    return toCreditNoteResponse(await this.creditNotes.void(organizationId, id));
  }
}
