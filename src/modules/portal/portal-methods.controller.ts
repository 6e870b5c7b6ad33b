import { Controller, Get, Inject, Param, Post, Query, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { NotAudited } from '../../platform/audit/audited';
import { CONFIG, type Config } from '../../platform/config/config';
import { baseUrlOf } from '../../platform/http/base-url';
import { PublicRoute } from '../../platform/http/public-route';
import { UuidPipe } from '../../platform/http/validation';
import { sendHtmlPage } from '../../platform/pages/page';
import { PageProblemFilter } from '../../platform/pages/page-problem.filter';
import { PageRateLimitGuard } from '../../platform/pages/page-rate-limit.guard';
import { MethodSetups, PaymentMethodsService } from '../collections';
import { CollectorConnections } from '../payments';
import { PortalAccount } from './portal-account';
import type { PortalSession } from './portal-accesses';
import { portalPath } from './portal-cookie';
import { PortalPageDto } from './portal.dto';
import { methodsPage } from './pages/methods.html';
import { CurrentPortal, PortalSessionGuard } from './portal-session.guard';

const BY_CUSTOMER = 'customers are nobody whom the organization gave access; events tell of the change';

/** The saved payment methods of a customer: without an API key, because a session of the portal admits. */
@ApiExcludeController()
@PublicRoute()
@UseGuards(PageRateLimitGuard, PortalSessionGuard)
@UseFilters(PageProblemFilter)
@Controller('portal/payment_methods')
export class PortalMethodsController {
  constructor(
    private readonly account: PortalAccount,
    private readonly methods: PaymentMethodsService,
    private readonly setups: MethodSetups,
    private readonly connections: CollectorConnections,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get()
  async showPortalMethods(
    @CurrentPortal() session: PortalSession,
    @Query() query: PortalPageDto,
    @Res() response: Response,
  ): Promise<void> {
    await this.show(session, query, response, false);
  }

  /** Where the provider sends the customer after saving a method. */
  @Get('added')
  async showAddedPortalMethod(
    @CurrentPortal() session: PortalSession,
    @Query() query: PortalPageDto,
    @Res() response: Response,
  ): Promise<void> {
    await this.methods.refresh(session.organizationId, session.customerId);
    await this.show(session, query, response, true);
  }

  @Post('setup')
  @NotAudited(BY_CUSTOMER)
  async setUpPortalMethod(
    @CurrentPortal() { organizationId, customerId }: PortalSession,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const [provider = null] = await this.connections.collecting(organizationId);
    const address = `${baseUrlOf(request, this.config)}/portal/payment_methods`;
    const pages = { successUrl: `${address}/added`, cancelUrl: address };
    const caller = { organizationId };
    const { url } = await this.setups.setup(caller, customerId, { provider, ...pages, currency: null });
    response.redirect(303, url);
  }

  @Post(':id/default')
  @NotAudited(BY_CUSTOMER)
  async makePortalMethodDefault(
    @CurrentPortal() { organizationId, customerId }: PortalSession,
    @Param('id', UuidPipe) id: string,
    @Res() response: Response,
  ): Promise<void> {
    await this.methods.makeDefault({ organizationId }, customerId, id);
    this.back(response);
  }

  @Post(':id/delete')
  @NotAudited(BY_CUSTOMER)
  async deletePortalMethod(
    @CurrentPortal() { organizationId, customerId }: PortalSession,
    @Param('id', UuidPipe) id: string,
    @Res() response: Response,
  ): Promise<void> {
    await this.methods.delete({ organizationId }, customerId, id);
    this.back(response);
  }

  private async show(
    session: PortalSession,
    query: PortalPageDto,
    response: Response,
    isAdded: boolean,
  ): Promise<void> {
    const { organizationId, customerId } = session;
    const frame = await this.account.frame(session);
    const list = await this.methods.list({ organizationId }, customerId, query);
    const canAdd = (await this.connections.collecting(organizationId)).length > 0;
    const about = { list, canAdd, isAdded };
    sendHtmlPage(response, 200, methodsPage(frame, portalPath(this.config), about));
  }

  private back(response: Response): void {
    response.redirect(303, `${portalPath(this.config)}/payment_methods`);
  }
}
