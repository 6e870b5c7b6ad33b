import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { UnauthorizedError } from '../../platform/errors/app-error';
import { contextOf } from '../../platform/http/request-context';

/** Controller parameter: the ID of the API key that makes the request. */
export const CurrentApiKey = createParamDecorator((_: unknown, context: ExecutionContext) => {
  const { apiKeyId } = contextOf(context.switchToHttp().getRequest<Request>());
  if (apiKeyId === undefined) throw new UnauthorizedError();
  return apiKeyId;
});
