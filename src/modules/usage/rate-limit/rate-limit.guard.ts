import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import { RateLimitedError } from '../../../platform/errors/app-error';
import { organizationOf } from '../../../platform/http/current-organization';
import { RateLimit } from './rate-limit';

@Injectable()
export class RateLimitGuard implements CanActivate {
  constructor(private readonly rateLimit: RateLimit) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const { isBlocked, headers } = await this.rateLimit.count(organizationOf(http.getRequest<Request>()));
    http.getResponse<Response>().set(headers);
    if (isBlocked)
      throw new RateLimitedError(
        'Rate limit exceeded. Retry after the number of seconds in the Retry-After header.',
      );
    return true;
  }
}
