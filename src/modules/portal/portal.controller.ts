import { Controller, Get, Inject, Param, Query, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CONFIG, type Config } from '../../platform/config/config';
import { baseUrlOf } from '../../platform/http/base-url';
import { PublicRoute } from '../../platform/http/public-route';
import { UuidPipe } from '../../platform/http/validation';
import { sendHtmlPage } from '../../platform/pages/page';
import { PageProblemFilter } from '../../platform/pages/page-problem.filter';
import { PageRateLimitGuard } from '../../platform/pages/page-rate-limit.guard';
import { PayLinks } from '../collections';
import { DocumentsService } from '../documents';
import { PortalAccount } from './portal-account';
import type { PortalSession } from './portal-accesses';
import { portalPath } from './portal-cookie';
import { PortalPageDto } from './portal.dto';
import { invoicesPage } from './pages/invoices.html';
import { subscriptionsPage } from './pages/subscriptions.html';
import { CurrentPortal, PortalSessionGuard } from './portal-session.guard';

/** The pages of a customer's invoices and subscriptions: without an API key, because a session of the portal admits. */
@ApiExcludeController()
@PublicRoute()
@UseGuards(PageRateLimitGuard, PortalSessionGuard)
@UseFilters(PageProblemFilter)
@Controller('portal')
export class PortalController {
  constructor(
    private readonly account: PortalAccount,
    private readonly documents: DocumentsService,
    private readonly payLinks: PayLinks,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get()
  async showPortalInvoices(
    @CurrentPortal() session: PortalSession,
    @Query() query: PortalPageDto,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const frame = await this.account.frame(session);
    const list = await this.account.invoices(session, query);
    const baseUrl = baseUrlOf(request, this.config);
    const payUrlOf = (id: string): string =>
      this.payLinks.urlOf(session.organizationId, { type: 'invoice', id }, baseUrl);
    sendHtmlPage(response, 200, invoicesPage(frame, portalPath(this.config), list, payUrlOf));
  }

  @Get('invoices/:id/document.pdf')
  async downloadPortalInvoice(
    @CurrentPortal() session: PortalSession,
    @Param('id', UuidPipe) id: string,
    @Res() response: Response,
  ): Promise<void> {
    await this.account.assertFinalInvoice(session, id);
    const { filename, content } = await this.documents.pdf(session.organizationId, { type: 'invoice', id });
    response.set({
      'Content-Disposition': `attachment; filename="${filename}"`,
      'X-Robots-Tag': 'noindex, nofollow',
    });
    response.type('application/pdf').send(content);
  }

  @Get('subscriptions')
  async showPortalSubscriptions(
    @CurrentPortal() session: PortalSession,
    @Query() query: PortalPageDto,
    @Res() response: Response,
  ): Promise<void> {
    const frame = await this.account.frame(session);
    const list = await this.account.subscriptions(session, query);
    sendHtmlPage(response, 200, subscriptionsPage(frame, portalPath(this.config), list));
  }
}
