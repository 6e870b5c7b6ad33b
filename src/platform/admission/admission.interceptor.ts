import {
  Injectable,
  SetMetadata,
  type CallHandler,
  type CustomDecorator,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request, Response } from 'express';
import { catchError, finalize, type Observable } from 'rxjs';
import { isUnavailableToAll } from '../database/pg-errors';
import { contextOf } from '../http/request-context';
import { Admission } from './admission';

const OUTSIDE_ADMISSION = 'outside-admission';
const ROWS_PER_UNIT = 100;
const MOST_ROWS = 1000;

/** Serves a route at once, whatever else the organization does. Each use needs a reason. */
export const OutsideAdmission = (): CustomDecorator => SetMetadata(OUTSIDE_ADMISSION, true);

/**
 * Lets authenticated requests wait for their turn (docs/decisions.md#fairness-of-the-api). Comes before the interceptor of
 * Idempotency-Key, so that no request waits within a transaction.
 */
@Injectable()
export class AdmissionInterceptor implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly admission: Admission,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler<unknown>): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const { organizationId } = contextOf(request);
    if (organizationId === undefined || this.isOutside(context)) return next.handle();
    const disconnection = disconnectionOf(http.getResponse<Response>());
    const release = await this.admission.enter(organizationId, unitsOf(request), disconnection);
    return next.handle().pipe(
      catchError((error: unknown) => {
        // Those that wait would fail as well, one after another, and late.
        if (isUnavailableToAll(error)) this.admission.refuseWaiting(organizationId, error as Error);
        throw error;
      }),
      finalize(release),
    );
  }

  private isOutside(context: ExecutionContext): boolean {
    const targets = [context.getHandler(), context.getClass()];
    return this.reflector.getAllAndOverride<boolean | undefined>(OUTSIDE_ADMISSION, targets) ?? false;
  }
}

function disconnectionOf(response: Response): AbortSignal {
  const disconnection = new AbortController();
  const abort = (): void => {
    disconnection.abort();
  };
  if (response.closed) abort();
  else response.once('close', abort);
  return disconnection.signal;
}

/** A list costs a unit per 100 rows that it may return, anything else one. An invalid limit is refused later. */
function unitsOf({ query }: Request): number {
  const { limit } = query;
  const rows = typeof limit === 'string' && /^\d{1,4}$/.test(limit) ? Number(limit) : ROWS_PER_UNIT;
  return Math.ceil(Math.min(MOST_ROWS, Math.max(1, rows)) / ROWS_PER_UNIT);
}
