import type { IncomingMessage } from 'node:http';
import { Injectable } from '@nestjs/common';
import { isDatabaseUnavailable } from '../../../platform/database/pg-errors';
import { bearerToken } from '../../../platform/http/bearer-token';
import { apiKeyCredential } from '../../../platform/http/credential';
import { parseJson } from '../../../platform/http/json-body';
import type { RawRequest, RawResponse, RawRoute } from '../../../platform/http/raw-routes';
import { assertAllowed } from '../../../platform/rate-limit/rate-limiter';
import { ApiKeyAuthentication, type RecalledKey } from '../../api-keys';
import { RateLimit, assertWithinQuota } from '../rate-limit/rate-limit';
import { EventIntake } from './event-intake';

const PATH = /^\/v1\/events(\/batch)?\/?$/i;
const ONE = '/v1/events';
const BATCH = '/v1/events/batch';
const PARTLY_REJECTED = 207;

/**
 * The two ingestion routes without the framework, which takes more time than storing an event does. Requests with an
 * Idempotency-Key go through EventsController, in the transaction that stores their response.
 *
 * An API key that this process knows is not checked first, but in the transaction that stores the events.
 */
@Injectable()
export class RawIngestion implements RawRoute {
  readonly scope = 'events:write';

  constructor(
    private readonly apiKeys: ApiKeyAuthentication,
    private readonly rateLimit: RateLimit,
    private readonly intake: EventIntake,
  ) {}

  match({ method, url = '', headers }: IncomingMessage): string | null {
    if (method !== 'POST') return null;
    const path = PATH.exec(url);
    if (path === null) return null;
    if (headers['idempotency-key'] !== undefined || headers['content-encoding'] !== undefined) return null;
    return path[1] === undefined ? ONE : BATCH;
  }

  async serve(request: RawRequest, pattern: string): Promise<RawResponse> {
    const token = bearerToken(request.http);
    const recalled = token === null ? null : this.apiKeys.recall(token, this.scope);
    if (recalled === null) {
      const key = await this.admit(token);
      request.apiKey = key;
      return this.store(request, pattern, key.organizationId, null);
    }
    return this.serveRecalled(request, pattern, token, recalled);
  }

  /** Only authenticated callers see errors and outcomes, so whatever did not come as far as the check is checked now. */
  private async serveRecalled(
    request: RawRequest,
    pattern: string,
    token: string | null,
    recalled: RecalledKey,
  ): Promise<RawResponse> {
    request.apiKey = recalled;
    let response: RawResponse;
    try {
      response = await this.store(request, pattern, recalled.organizationId, recalled.keyHash);
    } catch (error) {
      // Without the database, the check would wait as long again, for the same 503.
      if (!isDatabaseUnavailable(error)) await this.admit(token);
      throw error;
    }
    if (response.status === PARTLY_REJECTED) await this.admit(token);
    else this.apiKeys.noteUse(recalled);
    return response;
  }

  private admit(token: string | null) {
    return this.apiKeys.admit(apiKeyCredential(token), { scope: this.scope, writes: true });
  }

  private async store(
    request: RawRequest,
    pattern: string,
    organizationId: string,
    keyHash: string | null,
  ): Promise<RawResponse> {
    request.organizationId = organizationId;
    const bytes = await request.body;
    const allowance = await this.rateLimit.count(organizationId);
    request.headers = allowance.headers;
    assertAllowed(allowance);
    const body = bytes.length === 0 ? undefined : parseJson(bytes, request.http.headers['content-type']);
    const quota = await this.rateLimit.countEvents(organizationId, body);
    request.headers = { ...request.headers, ...quota };
    assertWithinQuota(quota);
    const caller = { organizationId };
    return pattern === BATCH
      ? this.intake.batch(caller, body, keyHash)
      : this.intake.one(caller, body, keyHash);
  }
}
