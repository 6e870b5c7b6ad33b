import { applyDecorators, createParamDecorator, UseGuards, type ExecutionContext } from '@nestjs/common';
import { ApiSecurity, ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { auditedOperation } from '../../../platform/audit/audited';
import type { Caller } from '../../../platform/database/caller';
import { PublicRoute } from '../../../platform/http/public-route';
import { contextOf } from '../../../platform/http/request-context';
import { ADMIN_SECURITY } from '../../../platform/openapi/operations';
import { AdminTokenGuard } from '../admin-token.guard';

/** The operator, acting on an organization. */
export interface OperatorCaller extends Caller {
  readonly requestId: string;
}

/** What is known of a request of the operator before its organization. */
export type Operator = Omit<OperatorCaller, 'organizationId'>;

/** Marks a controller of the operator, whose routes need ADMIN_TOKEN instead of an API key (docs/security.md#operator). */
export const AdminRoutes = (): ClassDecorator =>
  applyDecorators(ApiTags('Admin'), ApiSecurity(ADMIN_SECURITY), PublicRoute(), UseGuards(AdminTokenGuard));

/** Controller parameter: the operator, for the caller of a use case. */
export const CurrentOperator = createParamDecorator((_: unknown, context: ExecutionContext): Operator => {
  const request = context.switchToHttp().getRequest<Request>();
  const operation = auditedOperation(context);
  const { requestId } = contextOf(request);
  return operation === undefined ? { requestId } : { requestId, operation };
});
