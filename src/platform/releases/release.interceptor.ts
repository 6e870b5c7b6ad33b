import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request } from 'express';
import { catchError, from, switchMap, throwError, type Observable } from 'rxjs';
import { HeldError } from '../errors/app-error';
import { Extensions } from '../extensions';
import { contextOf } from '../http/request-context';
import { RELEASERS } from './releaser';

/**
 * Repeats a request once after what it needs was released (docs/decisions.md#held-objects). Outside the transaction of an
 * Idempotency-Key: the refused request has rolled back, so that nothing is locked while the holder is asked to let go.
 */
@Injectable()
export class ReleaseInterceptor implements NestInterceptor {
  constructor(private readonly extensions: Extensions) {}

  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const { organizationId } = contextOf(context.switchToHttp().getRequest<Request>());
    if (organizationId === undefined) return next.handle();
    return next.handle().pipe(
      catchError((error: unknown) => {
        if (!(error instanceof HeldError)) return throwError(() => error);
        return from(this.release(organizationId, error)).pipe(
          switchMap((released) => (released ? next.handle() : throwError(() => error))),
        );
      }),
    );
  }

  private async release(organizationId: string, held: HeldError): Promise<boolean> {
    for (const releaser of this.extensions.of(RELEASERS)) {
      if (await releaser.release(organizationId, held)) return true;
    }
    return false;
  }
}
