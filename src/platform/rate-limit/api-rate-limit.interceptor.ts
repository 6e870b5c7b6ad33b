import {
  Inject,
  Injectable,
  SetMetadata,
  type CallHandler,
  type CustomDecorator,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import type { Observable } from 'rxjs';
import { CONFIG, type Config } from '../config/config';
import { contextOf } from '../http/request-context';
import { assertAllowed, type RateLimiter } from './rate-limiter';
import { RateLimits } from './rate-limits';

const OWN_RATE_LIMIT = 'own-rate-limit';

/** Marks a route that has a limit of its own, so that the general one does not count it. */
export const OwnRateLimit = (): CustomDecorator => SetMetadata(OWN_RATE_LIMIT, true);

/** Applies API_RATE_LIMIT to all authenticated requests but those of routes with a limit of their own. */
@Injectable()
export class ApiRateLimitInterceptor implements NestInterceptor {
  private readonly limiter: RateLimiter;

  constructor(
    private readonly reflector: Reflector,
    limits: RateLimits,
    @Inject(CONFIG) { http }: Config,
  ) {
    this.limiter = limits.limiter({ name: 'api', limit: http.rateLimit, headers: 'RateLimit' });
  }

  async intercept(context: ExecutionContext, next: CallHandler<unknown>): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const { organizationId } = contextOf(http.getRequest<Request>());
    const hasOwn = this.reflector.get<boolean | undefined>(OWN_RATE_LIMIT, context.getHandler()) ?? false;
    if (organizationId === undefined || hasOwn) return next.handle();
    const allowance = await this.limiter.count(organizationId);
    http.getResponse<Response>().set(allowance.headers);
    assertAllowed(allowance);
    return next.handle();
  }
}
