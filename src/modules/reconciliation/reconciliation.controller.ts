import { Controller, Get, Inject } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { CurrentOrganization } from '../../platform/http/current-organization';
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
  @ApiOperation({
    summary: 'Compare the sums that must agree',
    description:
      'Wallets with their ledgers, paid amounts with settlements, payments with what they settled and their ' +
      'refunds, credit balances with their uses, deliveries with events and what endpoints were subscribed to at ' +
      'the time. Reads the whole history, so call it now and then; the metric `reconciliation_mismatches` ' +
      'shows the same once a day for the whole service.',
  })
  @ApiOkResponse({ type: ReconciliationDto })
  async getReconciliation(@CurrentOrganization() organizationId: string): Promise<ReconciliationDto> {
    return toReconciliationResponse(this.clock.now(), await this.reconciliation.reconcile(organizationId));
  }
}
