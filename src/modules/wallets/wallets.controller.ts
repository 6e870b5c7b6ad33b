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
import { CurrentOrganization } from '../../platform/http/current-organization';
import { sendPage } from '../../platform/http/paging';
import { UuidPipe } from '../../platform/http/validation';
import { IfMatch, IfMatchValue } from '../../platform/http/versions';
import { ApiErrors } from '../../platform/openapi/api-errors';
import {
  ListWalletTransactionsDto,
  WalletTransactionDto,
  toWalletTransactionResponse,
} from './wallet-transaction.dto';
import {
  CreateWalletDto,
  ListWalletsDto,
  TopUpWalletDto,
  UpdateWalletDto,
  WalletDto,
  toNewWallet,
  toTopUp,
  toWalletChanges,
  toWalletResponse,
} from './wallet.dto';
import { WalletsService } from './wallets.service';

@ApiTags('Wallets')
@ApiBearerAuth()
@Controller('v1/wallets')
export class WalletsController {
  constructor(private readonly wallets: WalletsService) {}

  @Post()
  @ApiOperation({
    summary: 'Create a wallet',
    description:
      "The customer's invoices in this currency use the wallet at finalization, after credit notes. Emits " +
      '`wallet.created`, and `wallet.transaction.created` for the first credits.',
  })
  @ApiErrors({ 409: 'Another active wallet of the customer has this code' })
  @ApiCreatedResponse({ type: WalletDto })
  async createWallet(
    @CurrentOrganization() organizationId: string,
    @Body() body: CreateWalletDto,
  ): Promise<WalletDto> {
    return toWalletResponse(await this.wallets.create(organizationId, toNewWallet(body)));
  }

  @Get()
  @ApiOperation({ summary: 'List wallets', description: 'Lists active and terminated wallets.' })
  @ApiOkResponse({ type: [WalletDto] })
  async listWallets(
    @CurrentOrganization() organizationId: string,
    @Query() query: ListWalletsDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<WalletDto[]> {
    const filters = { customerId: query.customer_id, status: query.status };
    return sendPage(response, await this.wallets.list(organizationId, filters, query), toWalletResponse);
  }

  @Get(':id')
  @ApiOperation({ summary: 'Get a wallet', description: 'Returns the wallet with its balance.' })
  @ApiOkResponse({ type: WalletDto })
  async getWallet(
    @CurrentOrganization() organizationId: string,
    @Param('id', UuidPipe) id: string,
  ): Promise<WalletDto> {
    return toWalletResponse(await this.wallets.get(organizationId, id));
  }

  @Put(':id')
  @ApiOperation({
    summary: 'Update a wallet',
    description: 'Changes only the fields that are sent; null clears a field.',
  })
  @ApiErrors({ 400: 'The wallet is terminated or has expired' })
  @ApiOkResponse({ type: WalletDto })
  async updateWallet(
    @CurrentOrganization() organizationId: string,
    @Param('id', UuidPipe) id: string,
    @Body() body: UpdateWalletDto,
    @IfMatch() ifMatch: IfMatchValue,
  ): Promise<WalletDto> {
    return toWalletResponse(
      await this.wallets.update(organizationId, id, toWalletChanges(body), ifMatch.on(toWalletResponse)),
    );
  }

  @Delete(':id')
  @HttpCode(204)
  @ApiOperation({
    summary: 'Terminate a wallet',
    description:
      'Voids the balance: emits `wallet.transaction.created`, then `wallet.terminated`. The wallet can ' +
      'still be read. Credits that an invoice has used are not returned if that invoice is voided later.',
  })
  @ApiErrors({ 400: 'The wallet is already terminated' })
  @ApiNoContentResponse({ description: 'Terminated' })
  async terminateWallet(
    @CurrentOrganization() organizationId: string,
    @Param('id', UuidPipe) id: string,
  ): Promise<void> {
    await this.wallets.terminate(organizationId, id);
  }

  @Post(':id/top_up')
  @HttpCode(200)
  @ApiOperation({
    summary: 'Add credits to a wallet',
    description:
      'Credits with the source `paid` count as already paid: no invoice or payment is created for them. ' +
      'Returns the wallet; emits `wallet.transaction.created`.',
  })
  @ApiErrors({ 400: 'The wallet is terminated or has expired' })
  @ApiOkResponse({ type: WalletDto })
  async topUpWallet(
    @CurrentOrganization() organizationId: string,
    @Param('id', UuidPipe) id: string,
    @Body() body: TopUpWalletDto,
  ): Promise<WalletDto> {
    return toWalletResponse(await this.wallets.topUp(organizationId, id, toTopUp(body)));
  }

  @Get(':id/transactions')
  @ApiOperation({
    summary: 'List the transactions of a wallet',
    description:
      'Returns the append-only ledger of the wallet, whose sum is the balance. Amounts in cents are ' +
      'exact; credits are removed in proportion, rounded down to 5 decimals, and the last cent takes all ' +
      'remaining credits.',
  })
  @ApiOkResponse({ type: [WalletTransactionDto] })
  async listWalletTransactions(
    @CurrentOrganization() organizationId: string,
    @Param('id', UuidPipe) id: string,
    @Query() query: ListWalletTransactionsDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<WalletTransactionDto[]> {
    const page = await this.wallets.transactionsOf(organizationId, id, query);
    return sendPage(response, page, toWalletTransactionResponse);
  }
}
