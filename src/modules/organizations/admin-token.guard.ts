import { createHash, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { CONFIG, isRegistrationOpen, type Config } from '../../platform/config/config';
import { UnauthorizedError } from '../../platform/errors/app-error';
import { bearerToken } from '../../platform/http/bearer-token';
import { contextOf } from '../../platform/http/request-context';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Comparing digests takes the same time whatever the token's length. Without ADMIN_TOKEN no token is right. */
function isAdminToken(given: string, { adminToken }: Pick<Config, 'adminToken'>): boolean {
  return timingSafeEqual(digest(given), digest(adminToken ?? '')) && adminToken !== null;
}

/**
 * Returns whether the operator makes a registration, for the audit log.
 *
 * @throws UnauthorizedError where a registration needs the admin token, and this is another one.
 */
export function assertMayRegister(
  given: string,
  config: Pick<Config, 'adminToken' | 'openRegistration'>,
): boolean {
  const isAdmin = isAdminToken(given, config);
  if (isAdmin || isRegistrationOpen(config)) return isAdmin;
  throw new UnauthorizedError(
    'The admin token is required: ask the operator of this service for it.',
    'admin_token',
  );
}

function isAdmin(context: ExecutionContext, config: Config): boolean {
  const request = context.switchToHttp().getRequest<Request>();
  const isRight = isAdminToken(bearerToken(request) ?? '', config);
  contextOf(request).isAdmin = isRight;
  return isRight;
}

function assertAdmin(context: ExecutionContext, config: Config): void {
  if (isAdmin(context, config)) return;
  throw new UnauthorizedError(
    'The admin token is required: send it as "Authorization: Bearer <ADMIN_TOKEN>".',
    'admin_token',
  );
}

/** Requires ADMIN_TOKEN to create organizations unless registration is open (docs/security.md#admin-token). */
@Injectable()
export class RegistrationGuard implements CanActivate {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  canActivate(context: ExecutionContext): boolean {
    if (!isRegistrationOpen(this.config)) assertAdmin(context, this.config);
    else isAdmin(context, this.config); // for the audit log
    return true;
  }
}

/** Requires ADMIN_TOKEN for the operations of the operator. */
@Injectable()
export class AdminTokenGuard implements CanActivate {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  canActivate(context: ExecutionContext): boolean {
    assertAdmin(context, this.config);
    return true;
  }
}
