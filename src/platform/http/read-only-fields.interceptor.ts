import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request } from 'express';
import { catchError, type Observable } from 'rxjs';
import { ValidationFailedError, type FieldError } from '../errors/app-error';
import { asClass, responseClassOf, type Class } from './response-class';

/** Key of the metadata that the decorators of @nestjs/swagger leave; the package does not export it. */
const PROPERTY = 'swagger/apiModelProperties';

/** What Swagger's decorators know of a property. */
interface PropertyMetadata {
  type?: unknown;
}

/**
 * Tells a field that the resource has, and that may not be written, from one that does not exist: sending back what GET
 * returned must not lead to "is not a known field" (docs/decisions.md#errors).
 */
@Injectable()
export class ReadOnlyFieldsInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    return next.handle().pipe(
      catchError((error: unknown) => {
        if (!(error instanceof ValidationFailedError)) throw error;
        const resource = responseClassOf(context.getHandler());
        if (resource === null) throw error;
        const { method } = context.switchToHttp().getRequest<Request>();
        const verb = method === 'POST' ? 'set' : 'changed';
        throw error.map((it) => reworded(it, resource, verb));
      }),
    );
  }
}

function reworded(error: FieldError, resource: Class, verb: string): FieldError {
  if (error.code !== 'unknown_field' || !hasField(resource, error.field.split('.'))) return error;
  return { ...error, code: 'read_only', message: `"${error.field}" cannot be ${verb}.` };
}

function hasField(resource: Class, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined) return true;
  if (/^\d+$/.test(name)) return hasField(resource, rest);
  const property = Reflect.getMetadata(PROPERTY, resource.prototype as object, name) as
    PropertyMetadata | undefined;
  if (property === undefined) return false;
  const inner = asClass(property.type);
  return rest.length === 0 || (inner !== null && hasField(inner, rest));
}
