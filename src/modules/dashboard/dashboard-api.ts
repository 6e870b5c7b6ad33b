import type { Request, RequestHandler } from 'express';
import { UnauthorizedError } from '../../platform/errors/app-error';
import { contextOf } from '../../platform/http/request-context';
import { tokenOf } from './session-cookie';
import { isOfDashboard } from './session.rules';
import type { SessionsService } from './sessions.service';

const PREFIX = '/dashboard/api';
const PUBLISHED = `${PREFIX}/v1/`;

/**
 * Serves the published API below /dashboard/api to browsers with a session: the handlers of /v1 see a request under its
 * published path, and the guard authenticates it by its session. Nowhere else is a cookie read, and here no API key is
 * (docs/security.md#dashboard-sessions).
 */
export function dashboardApi(sessions: () => SessionsService): RequestHandler {
  return (request, _response, next) => {
    if (request.path.startsWith(PUBLISHED)) {
      delete request.headers.authorization;
      contextOf(request).authenticate = () => authenticate(request, sessions());
      request.url = request.originalUrl = request.originalUrl.slice(PREFIX.length);
    }
    next();
  };
}

/** @throws UnauthorizedError without a session that this request may use */
async function authenticate(request: Request, sessions: SessionsService): Promise<void> {
  const isOwn = isOfDashboard(request.method, request.headers);
  const session = isOwn ? await sessions.find(tokenOf(request)) : null;
  if (session === null) {
    throw new UnauthorizedError(
      'The session has ended, or the request is not from the dashboard. Sign in again.',
    );
  }
  const { organizationId, apiKeyId } = session;
  Object.assign(contextOf(request), { organizationId, apiKeyId });
}
