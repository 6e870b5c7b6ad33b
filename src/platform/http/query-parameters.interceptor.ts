import {
  Injectable,
  SetMetadata,
  type CallHandler,
  type CustomDecorator,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import type { Observable } from 'rxjs';
import { hasParameter } from './handler-parameters';
import { refuseUnknownParameters } from './validation';

const ANY_QUERY = 'any-query';

/** Accepts any query parameter: for routes whose callers, such as payment providers, choose their own parameters. */
export const AnyQuery = (): CustomDecorator => SetMetadata(ANY_QUERY, true);

/**
 * Refuses query parameters on routes that declare none. On a route with a `@Query()` class, the validation pipe refuses
 * parameters that the class does not declare.
 */
@Injectable()
export class QueryParametersInterceptor implements NestInterceptor {
  constructor(private readonly reflector: Reflector) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { query } = context.switchToHttp().getRequest<Request>();
    const names = Object.keys(query);
    if (names.length > 0 && !this.readsQuery(context)) refuseUnknownParameters(names);
    return next.handle();
  }

  private readsQuery(context: ExecutionContext): boolean {
    const targets = [context.getHandler(), context.getClass()];
    const acceptsAny = this.reflector.getAllAndOverride<boolean | undefined>(ANY_QUERY, targets) === true;
    return acceptsAny || hasParameter(context, RouteParamtypes.QUERY);
  }
}
