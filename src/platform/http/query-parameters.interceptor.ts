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
import { ValidationFailedError } from '../errors/app-error';
import { hasParameter } from './handler-parameters';
import { undecodableParameters } from './query-encoding';
import { refuseUnknownParameters } from './validation';

const ANY_QUERY = 'any-query';

/** Accepts any query parameter: for routes whose callers, such as payment providers, choose their own parameters. */
export const AnyQuery = (): CustomDecorator => SetMetadata(ANY_QUERY, true);

/**
 * Refuses query parameters that are not percent-encoded UTF-8, and all of them on routes that declare none. On a route with a `@Query()` class, the validation pipe refuses
 * parameters that the class does not declare.
 */
@Injectable()
export class QueryParametersInterceptor implements NestInterceptor {
  constructor(private readonly reflector: Reflector) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    if (this.acceptsAny(context)) return next.handle();
    const { query, originalUrl } = context.switchToHttp().getRequest<Request>();
    refuseUndecodable(undecodableParameters(originalUrl));
    const names = Object.keys(query);
    if (!hasParameter(context, RouteParamtypes.QUERY)) refuseUnknownParameters(names);
    return next.handle();
  }

  private acceptsAny(context: ExecutionContext): boolean {
    const targets = [context.getHandler(), context.getClass()];
    return this.reflector.getAllAndOverride<boolean | undefined>(ANY_QUERY, targets) === true;
  }
}

function refuseUndecodable(names: readonly string[]): void {
  if (names.length === 0) return;
  const rule = 'must be percent-encoded UTF-8; a literal "%" is written as "%25"';
  throw new ValidationFailedError(
    names.map((field) => ({ field, code: 'invalid_format', message: `${field} ${rule}.` })),
  );
}
