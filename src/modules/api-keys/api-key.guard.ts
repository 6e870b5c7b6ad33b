import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { credentialOf } from '../../platform/http/credential';
import { PUBLIC_ROUTE } from '../../platform/http/public-route';
import { contextOf } from '../../platform/http/request-context';
import { REQUIRED_SCOPE } from '../../platform/http/required-scope';
import { isReadScope } from '../../platform/http/scopes';
import { ApiKeyAuthentication, callerKeyOf } from './api-key-authentication';

const READING_METHODS = new Set(['GET', 'HEAD']);

/**
 * Authenticates every route except those marked @PublicRoute, and checks the scope of @RequiredScope. Only the API key
 * selects the organization. A suspended organization may only read.
 */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly authentication: ApiKeyAuthentication,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const handler = context.getHandler();
    if (this.reflector.getAllAndOverride<boolean>(PUBLIC_ROUTE, [handler, context.getClass()])) return true;
    const scope = this.reflector.get<string | undefined>(REQUIRED_SCOPE, handler);
    if (scope === undefined)
      throw new Error(`${context.getClass().name}.${handler.name} lacks @RequiredScope()`);
    const request = context.switchToHttp().getRequest<Request>();
    const writes = !READING_METHODS.has(request.method) && !isReadScope(scope);
    const key = await this.authentication.admit(credentialOf(request), { scope, writes });
    const { organizationId, scopes } = key;
    Object.assign(contextOf(request), { organizationId, scopes, apiKey: callerKeyOf(key) });
    return true;
  }
}
