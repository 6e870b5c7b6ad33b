import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query, Res } from '@nestjs/common';
import {
  ApiBearerAuth,
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
} from '@nestjs/swagger';
import type { Response } from 'express';
import { Audited } from '../../platform/audit/audited';
import type { Caller } from '../../platform/database/caller';
import { CurrentCaller } from '../../platform/http/current-caller';
import { sendPage } from '../../platform/http/paging';
import { RequiredScope } from '../../platform/http/required-scope';
import { UuidPipe } from '../../platform/http/validation';
import { ApiErrors } from '../../platform/openapi/api-errors';
import {
  ListWalletTransactionsDto,
  WalletTransactionDto,
  toWalletTransactionResponse,
} from './wallet-transaction.dto';
import {
  CreateWalletDto,
  ListWalletsDto,
  UpdateWalletDto,
  WalletDto,
  toNewWallet,
  toWalletChanges,
  toWalletResponse,
} from './wallet.dto';
import { ListTopUpsDto, WalletTopUpDto, toTopUpResponse } from './top-ups/top-up.dto';
import { ToppedUpWalletDto, TopUpWalletDto, toTopUp } from './top-ups/top-up-wallet.dto';
import { WalletTopUps } from './top-ups/wallet-top-ups';
import { WalletsService } from './wallets.service';
import { RequestExample } from '../../platform/openapi/request-example';

@ApiTags('Wallets')
@ApiBearerAuth()
@Audited('wallet')
@Controller('v1/wallets')
export class WalletsController {
  constructor(
    private readonly wallets: WalletsService,
    private readonly topUps: WalletTopUps,
  ) {}

  @Post()
  @RequiredScope('wallets:write')
  @RequestExample({
    external_customer_id: 'cust_1042',
    name: 'Prepaid credits',
    currency: 'EUR',
    rate_amount: '1',
    paid_credits: '20',
    granted_credits: '5',
  })
  @ApiOperation({
    summary: 'Create a wallet',
    description:
      'Invoices in its currency use the wallet when they are finalized, after credit notes. Emits `wallet.created`, ' +
      'and `wallet.transaction.created` for the first credits.',
  })
  @ApiErrors({ 409: 'Another active wallet of the customer has the code' })
  @ApiCreatedResponse({ type: WalletDto })
  async createWallet(@CurrentCaller() caller: Caller, @Body() body: CreateWalletDto): Promise<WalletDto> {
    return toWalletResponse(await this.wallets.create(caller, toNewWallet(body)));
  }

  @Get()
  @RequiredScope('wallets:read')
  @ApiOperation({
    summary: 'List wallets',
    description: 'By customer or status.',
  })
  @ApiOkResponse({ type: [WalletDto] })
  async listWallets(
    @CurrentCaller() caller: Caller,
    @Query() query: ListWalletsDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<WalletDto[]> {
    const filters = { customerId: query.customer_id, status: query.status };
    return sendPage(response, await this.wallets.list(caller, filters, query), toWalletResponse);
  }

  @Get(':id')
  @RequiredScope('wallets:read')
  @ApiOperation({
    summary: 'Get a wallet',
    description: 'Shows the balance in credits and in money, and what was consumed.',
  })
  @ApiOkResponse({ type: WalletDto })
  async getWallet(@CurrentCaller() caller: Caller, @Param('id', UuidPipe) id: string): Promise<WalletDto> {
    return toWalletResponse(await this.wallets.get(caller, id));
  }

  @Put(':id')
  @RequiredScope('wallets:write')
  @RequestExample({ name: 'Prepaid credits', priority: 1 })
  @ApiOperation({
    summary: 'Update a wallet',
    description: 'Changes the fields that are sent; null clears one.',
  })
  @ApiErrors({ 400: 'The wallet is terminated or has expired' })
  @ApiOkResponse({ type: WalletDto })
  async updateWallet(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @Body() body: UpdateWalletDto,
  ): Promise<WalletDto> {
    return toWalletResponse(await this.wallets.update(caller, id, toWalletChanges(body)));
  }

  @Delete(':id')
  @RequiredScope('wallets:write')
  @HttpCode(204)
  @ApiOperation({
    summary: 'Terminate a wallet',
    description:
      'Voids the balance: emits `wallet.transaction.created`, then `wallet.terminated`. The wallet stays readable. ' +
      'An invoice that is voided later gives nothing back to it.',
  })
  @ApiErrors({ 400: 'The wallet is already terminated' })
  @ApiNoContentResponse({ description: 'Terminated' })
  async terminateWallet(@CurrentCaller() caller: Caller, @Param('id', UuidPipe) id: string): Promise<void> {
    await this.wallets.terminate(caller, id);
  }

  @Post(':id/top_up')
  @RequiredScope('wallets:write')
  @HttpCode(200)
  @RequestExample({ credits: '10', source: 'paid' })
  @ApiOperation({
    summary: 'Top up a wallet',
    description:
      'Credits with the source `paid` are recorded as received, unless `collect` is true: then an invoice of type ' +
      '`credit` is charged or paid by link, and adds them. Emits `wallet.transaction.created` when they are added.',
  })
  @ApiErrors({ 400: 'The wallet is terminated or has expired' })
  @ApiOkResponse({ type: ToppedUpWalletDto })
  async topUpWallet(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @Body() body: TopUpWalletDto,
  ): Promise<ToppedUpWalletDto> {
    const { wallet, invoiceId } = await this.topUps.topUp(caller, id, toTopUp(body), body.collect ?? false);
    return { ...toWalletResponse(wallet), top_up_invoice_id: invoiceId };
  }

  @Get(':id/top_ups')
  @RequiredScope('wallets:read')
  @ApiOperation({
    summary: 'List the collected top-ups of a wallet',
    description: 'Those that an invoice sells: with `collect`, and automatic ones.',
  })
  @ApiOkResponse({ type: [WalletTopUpDto] })
  async listWalletTopUps(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @Query() query: ListTopUpsDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<WalletTopUpDto[]> {
    return sendPage(response, await this.wallets.topUpsOf(caller, id, query), toTopUpResponse);
  }

  @Get(':id/transactions')
  @RequiredScope('wallets:read')
  @ApiOperation({
    summary: 'List the transactions of a wallet',
    description:
      'The append-only ledger, whose sums are the balances. Amounts in cents are exact; credits follow in ' +
      'proportion, floored at 5 decimals, and the last cent takes the last credit.',
  })
  @ApiOkResponse({ type: [WalletTransactionDto] })
  async listWalletTransactions(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @Query() query: ListWalletTransactionsDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<WalletTransactionDto[]> {
    const page = await this.wallets.transactionsOf(caller, id, query);
    return sendPage(response, page, toWalletTransactionResponse);
  }
}
