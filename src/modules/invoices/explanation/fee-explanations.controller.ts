import { Controller, Get, Param } from '@nestjs/common';
import { ApiBearerAuth, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentOrganization } from '../../../platform/http/current-organization';
import { UuidPipe } from '../../../platform/http/validation';
import { FeeExplanationDto, toFeeExplanationResponse } from './fee-explanation.dto';
import { FeeExplanations } from './fee-explanations.service';

@ApiTags('Invoices')
@ApiBearerAuth()
@Controller('v1/invoices')
export class FeeExplanationsController {
  constructor(private readonly explanations: FeeExplanations) {}

  @Get(':id/fees/:fee_id/explanation')
  @ApiOperation({
    summary: 'Explain the amount of a fee',
    description:
      'Returns the steps of the calculation, from the plan version and billing period that the fee was computed from, and a ' +
      'link to its usage events. Later plan changes do not change the explanation. If the stored records do not lead to ' +
      'the amount, `complete` is false.',
  })
  @ApiOkResponse({ type: FeeExplanationDto })
  async explainFee(
    @CurrentOrganization() organizationId: string,
    @Param('id', UuidPipe) id: string,
    @Param('fee_id', UuidPipe) feeId: string,
  ): Promise<FeeExplanationDto> {
    return toFeeExplanationResponse(await this.explanations.explain(organizationId, id, feeId));
  }
}
