import { Body, Controller, Delete, Get, HttpCode, Inject, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { CONFIG, type Config } from '../../platform/config/config';
import { UnauthorizedError } from '../../platform/errors/app-error';
import { PublicRoute } from '../../platform/http/public-route';
import { clearToken, setToken, tokenOf } from './session-cookie';
import { OpenSessionDto, toSessionResponse, type SessionResponse } from './session.dto';
import { isOfDashboard } from './session.rules';
import { SessionsService } from './sessions.service';

/** Sign-in and sign-out of the dashboard. Not part of the published API. */
@ApiExcludeController()
@PublicRoute()
@Controller('dashboard/api/session')
export class SessionController {
  constructor(
    private readonly sessions: SessionsService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get()
  async getSession(@Req() request: Request): Promise<SessionResponse> {
    const session = isOfDashboard(request.method, request.headers)
      ? await this.sessions.find(tokenOf(request))
      : null;
    return toSessionResponse(session, this.config);
  }

  @Post()
  async openSession(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
    @Body() body: OpenSessionDto,
  ): Promise<SessionResponse> {
    assertOfDashboard(request);
    const token = await this.sessions.open(body.api_key.trim());
    setToken(request, response, token);
    return toSessionResponse(await this.sessions.find(token), this.config);
  }

  @Delete()
  @HttpCode(204)
  async closeSession(@Req() request: Request, @Res({ passthrough: true }) response: Response): Promise<void> {
    assertOfDashboard(request);
    await this.sessions.close(tokenOf(request));
    clearToken(request, response);
  }
}

/** @throws UnauthorizedError for a request that a page of another origin may have caused */
function assertOfDashboard({ method, headers }: Request): void {
  if (!isOfDashboard(method, headers)) {
    throw new UnauthorizedError(
      'Only pages of the dashboard can sign in or out. Scripts send their API key instead.',
    );
  }
}
