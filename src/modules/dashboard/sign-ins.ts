import { Inject, Injectable } from '@nestjs/common';
import { ApiKeysService, SessionsService, type SignedIn } from '../api-keys';
import { OrganizationsService, assertMayRegister, toOrganizationResponse } from '../organizations';
import { CONFIG, isRegistrationOpen, type Config } from '../../platform/config/config';
import type { AuditedOperation } from '../../platform/database/audited-operation';
import { RateLimits } from '../../platform/rate-limit/rate-limits';
import { assertAllowed, type RateLimiter } from '../../platform/rate-limit/rate-limiter';
import { toOrganizationInput, type RegisterDto, type SessionDto } from './session.dto';

/** Attempts per minute of one address, whatever becomes of them. */
export const ATTEMPTS_PER_MINUTE = 30;

/** Signs people in to the dashboard, with a key or with a new organization. */
@Injectable()
export class SignIns {
  private readonly attempts: RateLimiter;

  constructor(
    limits: RateLimits,
    private readonly sessions: SessionsService,
    private readonly organizations: OrganizationsService,
    private readonly apiKeys: ApiKeysService,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.attempts = limits.limiter({ name: 'sign_ins', limit: ATTEMPTS_PER_MINUTE, headers: 'RateLimit' });
  }

  /** Counts an attempt, and hands over the headers of its response. @throws RateLimitedError beyond the limit. */
  async count(ipAddress: string | null, send: (headers: Record<string, string>) => void): Promise<void> {
    const allowance = await this.attempts.count(ipAddress ?? '');
    send(allowance.headers);
    assertAllowed(allowance);
  }

  /** @throws UnauthorizedError unless the key is usable. */
  signIn(rawKey: string, operation: AuditedOperation | undefined): Promise<SignedIn> {
    return this.sessions.signIn(rawKey.trim(), operation);
  }

  /**
   * Creates an organization as `POST /v1/organizations` does, and signs in with its first key.
   *
   * @throws UnauthorizedError where the admin token is required, and this is another one.
   */
  async register(
    body: RegisterDto,
    operation: AuditedOperation | undefined,
  ): Promise<SignedIn & { rawKey: string }> {
    const isAdmin = assertMayRegister(body.admin_token, this.config);
    const by: AuditedOperation | undefined = operation && {
      ...operation,
      actor: { type: isAdmin ? 'admin' : 'anonymous' },
      bodyFields: operation.bodyFields.filter((it) => it !== 'admin_token'),
    };
    const { rawKey } = (await this.organizations.create(toOrganizationInput(body), by)).apiKey;
    return { ...(await this.signIn(rawKey, undefined)), rawKey };
  }

  /** Returns what the pages may know of a session. @throws UnauthorizedError for a token without a usable session. */
  async describe(token: string): Promise<SessionDto> {
    const { organizationId, id, endsAt, idleEndsAt } = await this.sessions.get(token);
    const caller = { organizationId };
    const organization = await this.organizations.get(caller);
    const { name, keyPrefix, scopes, expiresAt } = await this.apiKeys.get(caller, id);
    const end = expiresAt !== null && expiresAt < endsAt ? expiresAt : endsAt;
    return {
      organization: toOrganizationResponse(organization),
      api_key: { id, name, key_prefix: keyPrefix, scopes },
      expires_at: end.toISOString(),
      idle_expires_at: (idleEndsAt < end ? idleEndsAt : end).toISOString(),
      test_clock: this.config.testClock,
      features: { docs: this.config.docs, open_registration: isRegistrationOpen(this.config) },
    };
  }
}
