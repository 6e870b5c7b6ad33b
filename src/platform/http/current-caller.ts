import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { auditedOperation } from '../audit/audited';
import type { Caller } from '../database/caller';
import { UnauthorizedError } from '../errors/app-error';
import { contextOf } from './request-context';
import { withoutUndefined } from './without-undefined';

/** Returns the request's API key and its organization, with the transaction of its Idempotency-Key if it has one. */
export function callerOf(request: Request): Caller {
  const { organizationId, apiKey, tx, precondition } = contextOf(request);
  if (organizationId === undefined || apiKey === undefined) throw new UnauthorizedError();
  return { organizationId, apiKey, ...withoutUndefined({ tx, precondition }) };
}

/** Controller parameter: the caller to pass to a use case. */
export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller => {
  const caller = callerOf(context.switchToHttp().getRequest<Request>());
  const operation = auditedOperation(context);
  return operation === undefined ? caller : { ...caller, operation };
});

/** Controller parameter of a route without an API key: what the audit log records, for the caller of its use case. */
export const CurrentOperation = createParamDecorator((_: unknown, context: ExecutionContext) =>
  auditedOperation(context),
);

/** Controller parameter: the scopes of the API key, for fields that need another one than the route. */
export const CurrentScopes = createParamDecorator(
  (_: unknown, context: ExecutionContext): readonly string[] =>
    contextOf(context.switchToHttp().getRequest<Request>()).scopes ?? [],
);
