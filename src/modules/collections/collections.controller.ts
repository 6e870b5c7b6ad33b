import { Body, Controller, Get, HttpCode, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Audited } from '../../platform/audit/audited';
import type { Caller } from '../../platform/database/caller';
import { CurrentCaller } from '../../platform/http/current-caller';
import { sendPage } from '../../platform/http/paging';
import { RequiredScope } from '../../platform/http/required-scope';
import { EmptyBody, UuidPipe } from '../../platform/http/validation';
import { Repeatable } from '../../platform/idempotency/repeatable';
import { ApiErrors } from '../../platform/openapi/api-errors';
import { CollectionDto, ListCollectionsDto } from './collection.dto';
import { CollectionsService } from './collections.service';
import { CollectionViews } from './pay-pages/collection-views';

@ApiTags('Collections')
@ApiBearerAuth()
@Audited('collection')
@Controller('v1/collections')
export class CollectionsController {
  constructor(
    private readonly collections: CollectionsService,
    private readonly views: CollectionViews,
  ) {}

  @Get()
  @RequiredScope('collections:read')
  @ApiOperation({
    summary: 'List collections',
    description:
      'The links and charges by which money is collected. By target, customer, status, kind or provider.',
  })
  @ApiOkResponse({ type: [CollectionDto] })
  async listCollections(
    @CurrentCaller() caller: Caller,
    @Query() query: ListCollectionsDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<CollectionDto[]> {
    const filters = {
      invoiceId: query.invoice_id,
      paymentRequestId: query.payment_request_id,
      customerId: query.customer_id,
      status: query.status,
      kind: query.kind,
      provider: query.provider,
    };
    return sendPage(response, await this.collections.list(caller, filters, query), this.views.of(request));
  }

  @Get(':id')
  @RequiredScope('collections:read')
  @ApiOperation({
    summary: 'Get a collection',
    description: 'Shows its status as last read from the provider, and whether it can still take money.',
  })
  @ApiOkResponse({ type: CollectionDto })
  async getCollection(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @Req() request: Request,
  ): Promise<CollectionDto> {
    return this.views.of(request)(await this.collections.get(caller, id));
  }

  @Post(':id/cancel')
  @RequiredScope('collections:write')
  @HttpCode(200)
  @Repeatable()
  @ApiOperation({
    summary: 'Cancel a collection',
    description:
      'Ends the link or charge at the provider. Once money is on its way, it refuses; the collection is then canceled as ' +
      'soon as that is possible.',
  })
  @ApiErrors({ 400: 'The provider cannot end it now (`collection_in_flight`)' })
  @ApiOkResponse({ type: CollectionDto })
  async cancelCollection(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @Body() _body: EmptyBody,
    @Req() request: Request,
  ): Promise<CollectionDto> {
    return this.views.of(request)(await this.collections.cancel(caller, id));
  }
}
