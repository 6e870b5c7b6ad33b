import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { UnauthorizedError } from '../errors/app-error';
import { contextOf } from './request-context';

/** Returns the ID of the organization, which the API key alone determines. */
export function organizationOf(request: Request): string {
  const { organizationId } = contextOf(request);
  if (organizationId === undefined) throw new UnauthorizedError();
  return organizationId;
}

/** Controller parameter: the organization ID of the caller's API key. */
export const CurrentOrganization = createParamDecorator((_: unknown, context: ExecutionContext) =>
  organizationOf(context.switchToHttp().getRequest<Request>()),
);
