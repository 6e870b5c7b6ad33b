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
    summary: 'Run the reconciliation checks',
    description:
      'Compares wallets with their ledgers, paid amounts with applied payments, payments with their applied and ' +
      'refunded amounts, credit notes with their items and uses, payment requests with their invoices and ' +
      'payments, and events with their deliveries to the endpoints that had selected their kind at the time. Also lists subscriptions that cannot be billed. Reads the ' +
      'whole history, so call it only occasionally; the metric ' +
      '`reconciliation_mismatches` reports the same once a day for the whole service.',
  })
  @ApiOkResponse({ type: ReconciliationDto })
  async getReconciliation(@CurrentOrganization() organizationId: string): Promise<ReconciliationDto> {
    return toReconciliationResponse(this.clock.now(), await this.reconciliation.reconcile(organizationId));
  }
}
