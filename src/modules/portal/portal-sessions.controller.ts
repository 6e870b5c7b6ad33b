import { Controller, Get, Inject, Param, Post, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { NotAudited } from '../../platform/audit/audited';
import { CONFIG, type Config } from '../../platform/config/config';
import { PublicRoute } from '../../platform/http/public-route';
import { textsOf } from '../../platform/locales/locales';
import { html } from '../../platform/pages/html';
import { sendHtmlPage } from '../../platform/pages/page';
import { localeOf, PageProblemFilter } from '../../platform/pages/page-problem.filter';
import { PageRateLimitGuard } from '../../platform/pages/page-rate-limit.guard';
import { PortalAccesses } from './portal-accesses';
import { clearPortalCookie, portalPath, portalTokenOf, setPortalCookie } from './portal-cookie';
import { assertOwnPage } from './portal-session.guard';

/** Exchanges a link for a session, and ends the session: public, because both make and end what authenticates the pages. */
@ApiExcludeController()
@PublicRoute()
@UseGuards(PageRateLimitGuard)
@UseFilters(PageProblemFilter)
@Controller('portal')
export class PortalSessionsController {
  constructor(
    private readonly accesses: PortalAccesses,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get('links/:token')
  async openPortal(
    @Param('token') token: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const session = await this.accesses.open(token);
    setPortalCookie(request, response, session.token, this.config);
    response.set('Referrer-Policy', 'no-referrer');
    response.redirect(303, portalPath(this.config));
  }

  @Post('sign_out')
  @NotAudited('only ends the session of the cookie')
  async signOutOfPortal(@Req() request: Request, @Res() response: Response): Promise<void> {
    assertOwnPage(request, this.config);
    await this.accesses.signOut(portalTokenOf(request));
    clearPortalCookie(response, this.config);
    const lang = localeOf(request);
    const title = textsOf(lang)('page.signed_out.title');
    sendHtmlPage(response, 200, { lang, title, main: html`<h1>${title}</h1>` });
  }
}
