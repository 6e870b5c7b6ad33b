import { Controller, Get, Inject } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import type { Caller } from '../../platform/database/caller';
import { CurrentCaller } from '../../platform/http/current-caller';
import { RequiredScope } from '../../platform/http/required-scope';
import { ReconciliationDto, toReconciliationResponse } from './reconciliation.dto';
import { ReconciliationService } from './reconciliation.service';

@ApiTags('Reconciliation')
@ApiBearerAuth()
@Controller('v1/reconciliation')
export class ReconciliationController {
  constructor(
    private readonly reconciliation: ReconciliationService,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Get()
  @RequiredScope('reconciliation:read')
  @ApiOperation({
    summary: 'Compare the sums that must agree',
    description:
      'Compares balances with transactions, amounts paid with payments, and deliveries with events. Reads the whole ' +
      'history, so call it sparingly. The metric `reconciliation_mismatches` has a daily result.',
  })
  @ApiOkResponse({ type: ReconciliationDto })
  async getReconciliation(@CurrentCaller() caller: Caller): Promise<ReconciliationDto> {
    return toReconciliationResponse(this.clock.now(), await this.reconciliation.reconcile(caller));
  }
}
