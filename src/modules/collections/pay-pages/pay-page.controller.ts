import { Controller, Get, Inject, Param, Post, Req, Res, UseFilters, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { NotAudited } from '../../../platform/audit/audited';
import { CONFIG, type Config } from '../../../platform/config/config';
import { AppError, InvalidStateError, ServiceUnavailableError } from '../../../platform/errors/app-error';
import { AnyQuery } from '../../../platform/http/query-parameters.interceptor';
import { baseUrlOf } from '../../../platform/http/base-url';
import { PublicRoute } from '../../../platform/http/public-route';
import { PageProblemFilter } from '../../../platform/pages/page-problem.filter';
import { PageRateLimitGuard } from '../../../platform/pages/page-rate-limit.guard';
import { sendHtmlPage } from '../../../platform/pages/page';
import { CollectionInFlightError } from '../../invoices';
import { payPage, type PayNotice } from './pay-page.html';
import { PayPages } from './pay-pages';

const RETRY_AFTER_SECONDS = '10';

/** The pages on which customers of organizations pay: public, because their token is the permission. */
@ApiExcludeController()
@PublicRoute()
@UseGuards(PageRateLimitGuard)
@UseFilters(PageProblemFilter)
@Controller('pay/:token')
@AnyQuery() // the choice of the provider, also where an answer to it is reloaded
export class PayPageController {
  constructor(
    private readonly pages: PayPages,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get()
  async showPayPage(@Param('token') token: string, @Res() response: Response): Promise<void> {
    sendHtmlPage(response, 200, payPage(await this.pages.show(token)));
  }

  @Post()
  @NotAudited('the payer is nobody whom the organization gave access; the collection records it')
  async pay(
    @Param('token') token: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    try {
      const { provider } = request.query;
      const chosen = typeof provider === 'string' ? provider : undefined;
      response.redirect(303, await this.pages.pay(token, chosen, baseUrlOf(request, this.config)));
    } catch (error) {
      const notice = noticeOf(error);
      if (notice === null) throw error;
      const shown = await this.pages.show(token);
      const isOver = error instanceof InvalidStateError || shown.state.kind === 'processing';
      if (notice === 'unavailable') response.set('Retry-After', RETRY_AFTER_SECONDS);
      sendHtmlPage(response, isOver ? 200 : STATUSES[notice], payPage(shown, isOver ? null : notice));
    }
  }

  @Get('return')
  async returnToPayPage(@Param('token') token: string, @Res() response: Response): Promise<void> {
    await this.pages.refresh(token);
    // Relative, because a proxy may serve the service below a path.
    response.redirect(303, `../${token}`);
  }
}

const STATUSES: Readonly<Record<PayNotice, number>> = { unavailable: 503, in_flight: 409, impossible: 409 };

/** Returns what the page says about an error; null for errors that are not about paying. */
function noticeOf(error: unknown): PayNotice | null {
  if (error instanceof CollectionInFlightError) return 'in_flight';
  if (error instanceof ServiceUnavailableError) return 'unavailable';
  if (!(error instanceof AppError) || error.code === 'not_found' || error.status >= 500) return null;
  return 'impossible';
}
