import { createHash, timingSafeEqual } from 'node:crypto';
import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request } from 'express';
import { CONFIG, type Config } from '../../platform/config/config';
import { UnauthorizedError } from '../../platform/errors/app-error';
import { bearerToken } from '../../platform/http/bearer-token';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Requires ADMIN_TOKEN to create an organization, if the operator has set it. Otherwise anyone can create one. */
@Injectable()
export class AdminTokenGuard implements CanActivate {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  canActivate(context: ExecutionContext): boolean {
    const { adminToken } = this.config;
    if (adminToken === null) return true;
    const given = bearerToken(context.switchToHttp().getRequest<Request>()) ?? '';
    // Digests have equal lengths, so the comparison takes the same time for any token.
    if (!timingSafeEqual(digest(given), digest(adminToken))) {
      throw new UnauthorizedError(
        'The admin token is required: send it as "Authorization: Bearer <ADMIN_TOKEN>".',
      );
    }
    return true;
  }
}
