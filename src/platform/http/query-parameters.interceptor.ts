import {
  Injectable,
  SetMetadata,
  type CallHandler,
  type CustomDecorator,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import type { Observable } from 'rxjs';
import { refuseUnknownFields } from './validation';

const ANY_QUERY = 'anyQuery';

/** Accepts any query parameter: for routes that are called by systems whose parameters nobody here chooses. */
export const AnyQuery = (): CustomDecorator => SetMetadata(ANY_QUERY, true);

/**
 * Refuses query parameters on routes that declare none (docs/decisions.md#errors). Routes with a `@Query()` class are checked
 * by the validation pipe.
 */
@Injectable()
export class QueryParametersInterceptor implements NestInterceptor {
  constructor(private readonly reflector: Reflector) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const { query } = context.switchToHttp().getRequest<Request>();
    const names = Object.keys(query);
    if (names.length > 0 && !this.reads(context))
      refuseUnknownFields(names, 'is not a known query parameter');
    return next.handle();
  }

  private reads(context: ExecutionContext): boolean {
    const [controller, handler] = [context.getClass(), context.getHandler()];
    if (this.reflector.getAllAndOverride<boolean | undefined>(ANY_QUERY, [handler, controller]) === true) {
      return true;
    }
    const parameters = Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, handler.name) as
      object | undefined;
    return Object.keys(parameters ?? {}).some((it) => it.startsWith(`${RouteParamtypes.QUERY}:`));
  }
}
