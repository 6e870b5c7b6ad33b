import {
  createParamDecorator,
  Inject,
  Injectable,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import type { Request } from 'express';
import { CONFIG, type Config } from '../../platform/config/config';
import { OrganizationSuspendedError, RequestError } from '../../platform/errors/app-error';
import { isFromOwnPage } from '../../platform/http/dashboard-requests';
import { contextOf } from '../../platform/http/request-context';
import { PortalAccesses, type PortalSession } from './portal-accesses';
import { portalTokenOf } from './portal-cookie';

const READING_METHODS = new Set(['GET', 'HEAD']);
const sessions = new WeakMap<Request, PortalSession>();

/** Admits requests with the cookie of a session to its customer's portal; writes only from pages of the portal. */
@Injectable()
export class PortalSessionGuard implements CanActivate {
  constructor(
    private readonly accesses: PortalAccesses,
    @Inject(CONFIG) private readonly config: Pick<Config, 'publicUrl'>,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    const writes = !READING_METHODS.has(request.method);
    if (writes) assertOwnPage(request, this.config);
    const session = await this.accesses.session(portalTokenOf(request));
    if (writes && session.isSuspended) throw new OrganizationSuspendedError();
    contextOf(request).organizationId = session.organizationId;
    sessions.set(request, session);
    return true;
  }
}

/** Controller parameter: the session that the guard has admitted. */
export const CurrentPortal = createParamDecorator((_: unknown, context: ExecutionContext): PortalSession => {
  const session = sessions.get(context.switchToHttp().getRequest<Request>());
  if (session === undefined) throw new Error('The route lacks PortalSessionGuard');
  return session;
});

/** @throws RequestError for a write that no page of this service has sent */
export function assertOwnPage(request: Request, { publicUrl }: Pick<Config, 'publicUrl'>): void {
  const origin = publicUrl === null ? null : new URL(publicUrl).origin;
  if (isFromOwnPage(request.headers, origin)) return;
  throw new RequestError('malformed_request', 'Only the pages of the portal may send this request.');
}
