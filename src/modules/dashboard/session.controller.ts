import { Body, Controller, Delete, Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { SessionsService, type SignedIn } from '../api-keys';
import { Audited } from '../../platform/audit/audited';
import type { AuditedOperation } from '../../platform/database/audited-operation';
import { RequestError } from '../../platform/errors/app-error';
import { CurrentOperation } from '../../platform/http/current-caller';
import { PublicRoute } from '../../platform/http/public-route';
import { contextOf } from '../../platform/http/request-context';
import { RevealsSecret } from '../../platform/http/reveals-secret';
import { assertCookieKept, clearSessionCookie, setSessionCookie } from '../../platform/http/session-cookie';
import { RegisterDto, SignInDto, idOfCreated, type RegisteredDto, type SessionDto } from './session.dto';
import { SignIns } from './sign-ins';

/**
 * Exchanges an API key for a session of the dashboard (docs/security.md#sessions-of-the-dashboard). The routes are public
 * as they make and end what authenticates the others; only the pages of the dashboard may call them.
 */
@ApiExcludeController()
@Audited('session')
@Controller('dashboard/api')
export class SessionController {
  constructor(
    private readonly signIns: SignIns,
    private readonly sessions: SessionsService,
  ) {}

  @Post('session')
  @PublicRoute()
  @Audited('session', { id: 'result' })
  async signIn(
    @CurrentOperation() operation: AuditedOperation | undefined,
    @Body() body: SignInDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SessionDto> {
    await this.admit(request, response);
    return this.begin(request, response, await this.signIns.signIn(body.api_key, operation));
  }

  @Get('session')
  @PublicRoute()
  async getSession(
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<SessionDto | undefined> {
    const token = tokenOf(request);
    if (token !== '') return this.signIns.describe(token);
    // A visitor has no session yet, which is no error: browsers would log one.
    response.status(204);
    return undefined;
  }

  @Delete('session')
  @PublicRoute()
  @Audited('session', { id: 'result' })
  @HttpCode(204)
  async signOut(
    @CurrentOperation() operation: AuditedOperation | undefined,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<void> {
    await this.sessions.signOut(tokenOf(request), operation);
    clearSessionCookie(response);
  }

  @Post('organizations')
  @PublicRoute()
  @RevealsSecret()
  @Audited('organization', { idOf: idOfCreated })
  async createOrganization(
    @CurrentOperation() operation: AuditedOperation | undefined,
    @Body() body: RegisterDto,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<RegisteredDto> {
    await this.admit(request, response);
    const { rawKey, ...signedIn } = await this.signIns.register(body, operation);
    return { ...(await this.begin(request, response, signedIn)), raw_key: rawKey };
  }

  /** @throws RateLimitedError; InvalidStateError if the browser would not keep the cookie. */
  private async admit(request: Request, response: Response): Promise<void> {
    tokenOf(request);
    await this.signIns.count(contextOf(request).ipAddress, (headers) => response.set(headers));
    assertCookieKept(request);
  }

  /** Gives the browser the new session, and ends the one that it had. */
  private async begin(
    request: Request,
    response: Response,
    { caller, token }: SignedIn,
  ): Promise<SessionDto> {
    Object.assign(contextOf(request), caller);
    await this.sessions.signOut(tokenOf(request), undefined);
    setSessionCookie(request, response, token);
    return this.signIns.describe(token);
  }
}

/** Only requests that have passed the checks of `dashboardRequests` have a token, be it an empty one. */
function tokenOf(request: Request): string {
  const { sessionToken } = contextOf(request);
  if (sessionToken === undefined) throw new RequestError('not_found', 'There is no resource at this path.');
  return sessionToken;
}
