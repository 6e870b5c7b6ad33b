import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum';
import type { Request } from 'express';
import { catchError, type Observable } from 'rxjs';
import { ValidationFailedError } from '../errors/app-error';
import { creationClasses, hasParameter } from './handler-parameters';
import { hasField, responseClassOf } from './response-class';

/**
 * Distinguishes read-only fields of the resource from unknown fields: sending back the response of a GET, or the body
 * of the POST that created the record, must not cause the error "is not a field". A route without `@Body()` reads its
 * body itself, and reports such fields itself.
 */
@Injectable()
export class ReadOnlyFieldsInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const resource = responseClassOf(context.getHandler());
    if (resource === null || !hasParameter(context, RouteParamtypes.BODY)) return next.handle();
    const { method } = context.switchToHttp().getRequest<Request>();
    const verb = method === 'POST' ? 'set' : 'changed';
    return next.handle().pipe(
      catchError((error: unknown) => {
        if (!(error instanceof ValidationFailedError)) throw error;
        const created = method === 'PUT' ? creationClasses(context.getClass()) : [];
        const classes = [resource, ...created];
        throw error.map((it) => {
          const isReadOnly =
            it.code === 'unknown_field' && classes.some((one) => hasField(one, it.field.split('.')));
          return isReadOnly
            ? { field: it.field, code: 'read_only', message: `"${it.field}" cannot be ${verb}.` }
            : it;
        });
      }),
    );
  }
}
