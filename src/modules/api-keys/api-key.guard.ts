import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import { UnauthorizedError } from '../../platform/errors/app-error';
import { PUBLIC_ROUTE } from '../../platform/http/public-route';
import { contextOf } from '../../platform/http/request-context';
import { bearerToken } from '../../platform/http/bearer-token';
import { ApiKeysService } from './api-keys.service';

/** Authenticates every route except those marked @PublicRoute. Only the API key selects the organization. */
@Injectable()
export class ApiKeyGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly apiKeys: ApiKeysService,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    if (this.reflector.getAllAndOverride<boolean>(PUBLIC_ROUTE, [context.getHandler(), context.getClass()])) {
      return true;
    }
    const request = context.switchToHttp().getRequest<Request>();
    const token = bearerToken(request);
    const organizationId = token === null ? null : await this.apiKeys.authenticate(token);
    if (organizationId === null) throw new UnauthorizedError();
    contextOf(request).organizationId = organizationId;
    return true;
  }
}
