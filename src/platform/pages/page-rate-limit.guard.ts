import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import { contextOf } from '../http/request-context';
import { RateLimits } from '../rate-limit/rate-limits';
import { assertAllowed, type RateLimiter } from '../rate-limit/rate-limiter';

/** Requests per minute of one address, to all pages together: many people may share an address. */
const PAGES_PER_MINUTE = 1200;

/** Limits the requests of an address to pages, which need no API key. */
@Injectable()
export class PageRateLimitGuard implements CanActivate {
  private readonly requests: RateLimiter;

  constructor(limits: RateLimits) {
    this.requests = limits.limiter({ name: 'pages', limit: PAGES_PER_MINUTE, headers: 'RateLimit' });
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const { ipAddress } = contextOf(http.getRequest<Request>());
    const allowance = await this.requests.count(ipAddress ?? '');
    http.getResponse<Response>().set(allowance.headers);
    assertAllowed(allowance);
    return true;
  }
}
