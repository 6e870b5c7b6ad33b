import {
  Body,
  Controller,
  Get,
  HttpCode,
  Param,
  Post,
  Query,
  Res,
  type StreamableFile,
} from '@nestjs/common';
import { ApiBearerAuth, ApiCreatedResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { Audited } from '../../platform/audit/audited';
import { ApiCsvList } from '../../platform/csv/api-list';
import { ListResponses } from '../../platform/csv/list-responses';
import type { Caller } from '../../platform/database/caller';
import { InsufficientScopeError } from '../../platform/errors/app-error';
import { CurrentCaller, CurrentScopes } from '../../platform/http/current-caller';
import { RequiredScope } from '../../platform/http/required-scope';
import { includesScope } from '../../platform/http/scopes';
import { EmptyBody, UuidPipe } from '../../platform/http/validation';
import { ApiErrors } from '../../platform/openapi/api-errors';
import { CREDIT_NOTES_CSV } from './credit-note.csv';
import {
  CreateCreditNoteDto,
  CreditNoteDto,
  ListCreditNotesDto,
  toCreditNoteResponse,
  toNewCreditNote,
} from './credit-note.dto';
import { CreditNotesService } from './credit-notes.service';
import { REFUND_SCOPE } from './refunds/note-refunder';
import { FinalizeCreditNoteDto } from './refunds/refund-field';
import { RequestExample } from '../../platform/openapi/request-example';

@ApiTags('Credit notes')
@ApiBearerAuth()
@Audited('credit_note')
@Controller('v1/credit_notes')
export class CreditNotesController {
  constructor(
    private readonly creditNotes: CreditNotesService,
    private readonly lists: ListResponses,
  ) {}

  @Post()
  @RequiredScope('credit_notes:write')
  @RequestExample({
    invoice_id: '0199a3c4-5b7e-7c88-9fa0-7b8c9d0e1f2a',
    reason: 'product_unsatisfactory',
    description: 'The import failed for two days',
    items: [{ fee_id: '0199a3c4-5b7e-7d99-a0b1-8c9d0e1f2a3b', amount_cents: 1000 }],
    credit_amount_cents: 1000,
    finalize: false,
  })
  @ApiOperation({
    summary: 'Create a credit note',
    description:
      'Credits fees of a finalized or paid invoice, at most what other notes left of their net amounts, with ' +
      'taxes. Credit, refund and offset add up to the total. A refund is `pending` until it is reported. ' +
      'Emits `credit_note.created`, and with `finalize` also ' +
      '`credit_note.finalized`.',
  })
  @ApiErrors({ 400: 'The invoice is a draft or voided' })
  @ApiCreatedResponse({ type: CreditNoteDto })
  async createCreditNote(
    @CurrentCaller() caller: Caller,
    @CurrentScopes() scopes: readonly string[],
    @Body() body: CreateCreditNoteDto,
  ): Promise<CreditNoteDto> {
    assertMayRefund(scopes, body.refund);
    return toCreditNoteResponse(await this.creditNotes.create(caller, toNewCreditNote(body)));
  }

  @Get()
  @RequiredScope('credit_notes:read')
  @ApiOperation({
    summary: 'List credit notes',
    description: 'By customer, invoice or status.',
  })
  @ApiCsvList(CreditNoteDto)
  listCreditNotes(
    @CurrentCaller() caller: Caller,
    @Query() query: ListCreditNotesDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<CreditNoteDto[] | StreamableFile> {
    const filters = { customerId: query.customer_id, invoiceId: query.invoice_id, status: query.status };
    return this.lists.send({
      ...{ caller, query, response, map: toCreditNoteResponse, csv: CREDIT_NOTES_CSV },
      list: (page) => this.creditNotes.list(caller, filters, page),
    });
  }

  @Get(':id')
  @RequiredScope('credit_notes:read')
  @ApiOperation({
    summary: 'Get a credit note',
    description:
      'Shows its items, and how much of it was credited, refunded or offset, and how much is left.',
  })
  @ApiOkResponse({ type: CreditNoteDto })
  async getCreditNote(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
  ): Promise<CreditNoteDto> {
    return toCreditNoteResponse(await this.creditNotes.get(caller, id));
  }

  @Post(':id/finalize')
  @RequiredScope('credit_notes:write')
  @RequestExample({})
  @HttpCode(200)
  @ApiOperation({
    summary: 'Finalize a credit note',
    description:
      'From now on the customer’s invoices use its credit, and its offset is applied to its own invoice. Emits ' +
      '`credit_note.finalized`, after `invoice.paid` if nothing is due any more.',
  })
  @ApiErrors({ 400: 'The note is not a draft, or the invoice no longer allows its amounts' })
  @ApiOkResponse({ type: CreditNoteDto })
  async finalizeCreditNote(
    @CurrentCaller() caller: Caller,
    @CurrentScopes() scopes: readonly string[],
    @Param('id', UuidPipe) id: string,
    @Body() { refund }: FinalizeCreditNoteDto,
  ): Promise<CreditNoteDto> {
    assertMayRefund(scopes, refund);
    return toCreditNoteResponse(await this.creditNotes.finalize(caller, id, refund !== undefined));
  }

  @Post(':id/void')
  @RequiredScope('credit_notes:write')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Void a credit note',
    description: 'Voids a draft, or a note whose credit is unused. Its fees can be credited again.',
  })
  @ApiErrors({ 400: 'The note is voided, its credit is used, or it has a refund or an offset' })
  @ApiOkResponse({ type: CreditNoteDto })
  async voidCreditNote(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @Body() _body: EmptyBody,
  ): Promise<CreditNoteDto> {
    return toCreditNoteResponse(await this.creditNotes.void(caller, id));
  }
}

/** @throws InsufficientScopeError if the key may not order refunds, and the request asks for one. */
function assertMayRefund(scopes: readonly string[], refund: string | undefined): void {
  if (refund !== undefined && !includesScope(scopes, REFUND_SCOPE)) {
    throw new InsufficientScopeError(REFUND_SCOPE);
  }
}
