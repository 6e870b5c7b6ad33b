import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { UnauthorizedError } from '../../platform/errors/app-error';
import { bearerToken } from '../../platform/http/bearer-token';
import { contextOf } from '../../platform/http/request-context';
import { ApiKeysService } from './api-keys.service';

/** Authenticates requests by their API key, which alone determines the organization. */
@Injectable()
export class RequestAuthentication {
  constructor(private readonly apiKeys: ApiKeysService) {}

  /**
   * Sets the organization and the API key of the request's context. A request of the dashboard has a session
   * instead of a key.
   *
   * @throws UnauthorizedError without a usable key.
   */
  async authenticate(request: Request): Promise<void> {
    const context = contextOf(request);
    if (context.authenticate !== undefined) {
      await context.authenticate();
      return;
    }
    const token = bearerToken(request);
    const key = token === null ? null : await this.apiKeys.identify(token);
    if (key === null) throw new UnauthorizedError();
    context.organizationId = key.organizationId;
    context.apiKeyId = key.id;
  }
}
