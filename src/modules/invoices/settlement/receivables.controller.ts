import { Controller, Get } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Transactions, type Caller } from '../../../platform/database/transactions';
import { CurrentCaller } from '../../../platform/http/current-caller';
import { RequiredScope } from '../../../platform/http/required-scope';
import { InvoiceDebts } from './invoice-debts';
import { ReceivablesDto, toReceivables } from './receivables.dto';

/** Of this module, which knows what is due, though the path is that of all analytics. */
@ApiTags('Analytics')
@ApiBearerAuth()
@Controller('v1/analytics/receivables')
export class ReceivablesController {
  constructor(
    private readonly transactions: Transactions,
    private readonly debts: InvoiceDebts,
  ) {}

  @Get()
  @RequiredScope('invoices:read')
  @ApiOperation({
    summary: 'Get what is due on open invoices',
    description:
      'Returns one entry per currency: what is due now on finalized invoices that are not paid, and how much of it is overdue.',
  })
  @ApiOkResponse({ type: [ReceivablesDto] })
  async getReceivables(@CurrentCaller() caller: Caller): Promise<ReceivablesDto[]> {
    const sums = await this.transactions.reportFor(caller, (tx) =>
      this.debts.receivables(tx, caller.organizationId),
    );
    return sums.map(toReceivables);
  }
}
