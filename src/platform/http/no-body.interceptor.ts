import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum';
import type { Request } from 'express';
import type { Observable } from 'rxjs';
import { ValidationFailedError, type FieldError } from '../errors/app-error';
import { isObject } from './field-rules';
import { parameterClasses } from './handler-parameters';
import { hasField } from './response-class';

const WITHOUT_BODY = ['GET', 'HEAD', 'DELETE'];

/**
 * Refuses a body of a GET, HEAD or DELETE, which no handler reads: ignoring it would drop options that the caller
 * believes to have sent. An empty object is accepted, because some clients add one to every request.
 */
@Injectable()
export class NoBodyInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<Request>();
    const { method } = request;
    const body: unknown = request.body;
    if (!WITHOUT_BODY.includes(method) || body === undefined) return next.handle();
    const queries = parameterClasses(context, RouteParamtypes.QUERY);
    const errors = bodyErrors(method, body, (name) => queries.some((it) => hasField(it, [name])));
    if (errors.length > 0) throw new ValidationFailedError(errors);
    return next.handle();
  }
}

function bodyErrors(method: string, body: unknown, isParameter: (name: string) => boolean): FieldError[] {
  if (!isObject(body)) {
    return [
      { field: 'body', code: 'invalid_type', message: `${method} takes no body; send it without one.` },
    ];
  }
  return Object.keys(body).map((name) => {
    const remedy = isParameter(name) ? `send "${name}" as a query parameter` : `remove "${name}"`;
    return { field: name, code: 'unknown_field', message: `${method} takes no body; ${remedy}.` };
  });
}
