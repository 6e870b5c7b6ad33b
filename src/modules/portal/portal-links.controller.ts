import { Body, Controller, Inject, Param, Post, Req } from '@nestjs/common';
import { ApiBearerAuth, ApiCreatedResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { Audited } from '../../platform/audit/audited';
import { tagged } from '../../platform/cells/cell-tag';
import { CONFIG, type Config } from '../../platform/config/config';
import type { Caller } from '../../platform/database/caller';
import { baseUrlOf } from '../../platform/http/base-url';
import { CurrentCaller } from '../../platform/http/current-caller';
import { RequiredScope } from '../../platform/http/required-scope';
import { RevealsSecret } from '../../platform/http/reveals-secret';
import { UuidPipe } from '../../platform/http/validation';
import { PortalAccesses } from './portal-accesses';
import { CreatePortalLinkDto, DEFAULT_EXPIRES_IN, PortalLinkDto } from './portal.dto';

@ApiTags('Customers')
@ApiBearerAuth()
@Audited('customer')
@Controller('v1/customers/:id/portal_link')
export class PortalLinksController {
  constructor(
    private readonly accesses: PortalAccesses,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Post()
  @RevealsSecret()
  @RequiredScope('portal:write')
  @ApiOperation({
    summary: 'Create a link to the portal of a customer',
    description:
      'Whoever opens the link sees invoices, payment methods, subscriptions and usage of this customer for an hour.',
  })
  @ApiCreatedResponse({ type: PortalLinkDto })
  async createPortalLink(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) customerId: string,
    @Body() { expires_in: seconds = DEFAULT_EXPIRES_IN }: CreatePortalLinkDto,
    @Req() request: Request,
  ): Promise<PortalLinkDto> {
    const { token, expiresAt } = await this.accesses.createLink(caller, customerId, seconds);
    const url = `${baseUrlOf(request, this.config)}/portal/links/${tagged(this.config.cell, token)}`;
    return { url, expires_at: expiresAt.toISOString() };
  }
}
