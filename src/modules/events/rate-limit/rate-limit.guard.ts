import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import { callerOf } from '../../../platform/http/current-caller';
import { assertAllowed } from '../../../platform/rate-limit/rate-limiter';
import { RateLimit, assertWithinQuota } from './rate-limit';

/** Applies the rate limit to a route. */
@Injectable()
export class RateLimitGuard implements CanActivate {
  constructor(private readonly rateLimit: RateLimit) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const { organizationId } = callerOf(request);
    const allowance = await this.rateLimit.count(organizationId);
    http.getResponse<Response>().set(allowance.headers);
    assertAllowed(allowance);
    const quota = await this.rateLimit.countEvents(organizationId, request.body);
    http.getResponse<Response>().set(quota);
    assertWithinQuota(quota);
    return true;
  }
}
