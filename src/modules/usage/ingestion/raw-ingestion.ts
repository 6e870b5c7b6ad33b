import type { IncomingMessage, ServerResponse } from 'node:http';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../../platform/config/config';
import { Deadline } from '../../../platform/database/deadline';
import { isDatabaseUnavailable } from '../../../platform/database/pg-errors';
import { RateLimitedError, UnauthorizedError } from '../../../platform/errors/app-error';
import { PROBLEM_JSON, toProblem } from '../../../platform/errors/problem';
import { problemHeaders, reportProblem } from '../../../platform/errors/problem.filter';
import { recordRequest } from '../../../platform/http/access-log';
import { bearerToken } from '../../../platform/http/bearer-token';
import { writeJson } from '../../../platform/http/exact-json';
import { parseJson } from '../../../platform/http/json-body';
import type { RawRoute } from '../../../platform/http/raw-route';
import { readBody } from '../../../platform/http/read-body';
import { chooseRequestId } from '../../../platform/http/request-context';
import { fixedSecurityHeaders } from '../../../platform/http/security-headers';
import { ApiKeysService, type RecalledKey } from '../../api-keys';
import { RateLimit } from '../rate-limit/rate-limit';
import { EventIntake } from './event-intake';

const PATH = /^\/v1\/events(\/batch)?\/?$/i;
const PARTLY_REJECTED = 207;
const JSON_TYPE = 'application/json; charset=utf-8';

interface Call {
  requestId: string;
  organizationId?: string;
  /** The API key, if it is still to be checked by the transaction that stores the events. */
  recalled: RecalledKey | null;
  /** Deadline of the database work. It starts when the body has been read. */
  deadline?: Deadline;
  /** Headers of the response, except the fixed ones. */
  headers: Record<string, string>;
}

interface Answer {
  status: number;
  type: string;
  body: string;
}

/**
 * Serves the two ingestion routes without the framework, which takes more time than storing an event. Requests with an
 * Idempotency-Key or a compressed body go through UsageEventsController.
 *
 * An API key that this process knows is checked in the transaction that stores the events, not before it.
 */
@Injectable()
export class RawIngestion implements RawRoute {
  private readonly fixedHeaders = fixedSecurityHeaders();

  constructor(
    private readonly apiKeys: ApiKeysService,
    private readonly rateLimit: RateLimit,
    private readonly intake: EventIntake,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  matches({ method, url = '', headers }: IncomingMessage): boolean {
    if (method !== 'POST' || !PATH.test(url)) return false;
    return headers['idempotency-key'] === undefined && headers['content-encoding'] === undefined;
  }

  handle(request: IncomingMessage, response: ServerResponse): void {
    const call: Call = {
      requestId: chooseRequestId(request.headers['x-request-id']),
      recalled: null,
      headers: {},
    };
    const path = request.url ?? '';
    const isBatch = PATH.exec(path)?.[1] !== undefined;
    const route = isBatch ? '/v1/events/batch' : '/v1/events';
    const startedAt = process.hrtime.bigint();
    response.once('close', () => {
      recordRequest(response, { ...call, method: 'POST', path, route, startedAt });
    });
    void this.answer(request, call, isBatch).then((answer) => this.send(response, call, answer));
  }

  private async answer(request: IncomingMessage, call: Call, isBatch: boolean): Promise<Answer> {
    try {
      // Always read the whole body: otherwise the connection cannot be reused.
      const [bytes, organizationId] = await Promise.all([
        readBody(request).finally(() => (call.deadline = new Deadline(this.config.database.timeoutMs))),
        this.identify(request, call),
      ]);
      call.organizationId = organizationId;
      const options = { keyHash: call.recalled?.keyHash ?? null, deadline: call.deadline };
      const { isBlocked, headers } = await this.rateLimit.count(organizationId);
      call.headers = headers;
      if (isBlocked)
        throw new RateLimitedError(
          'Rate limit exceeded. Retry after the number of seconds in the Retry-After header.',
        );
      const parsed = bytes.length === 0 ? undefined : parseJson(bytes, request.headers['content-type']);
      const { status, body } = isBatch
        ? await this.intake.batch(organizationId, parsed, options)
        : await this.intake.one(organizationId, parsed, options);
      // If no event was valid, no transaction has checked the key.
      if (call.recalled !== null && status === PARTLY_REJECTED) await this.authenticate(bearerToken(request));
      else if (call.recalled !== null) this.apiKeys.noteUse(call.recalled);
      return { status, type: JSON_TYPE, body: writeJson(body) };
    } catch (thrown) {
      const error = await this.afterCheck(request, call, thrown);
      const problem = toProblem(error, call.requestId);
      if (problem.status >= 500) reportProblem(error, problem, { method: 'POST', path: request.url ?? '' });
      call.headers = { ...call.headers, ...problemHeaders(problem.status) };
      return { status: problem.status, type: PROBLEM_JSON, body: JSON.stringify(problem) };
    }
  }

  /** Returns the calling organization. A known key is checked in the transaction that stores the events. */
  private async identify(request: IncomingMessage, call: Call): Promise<string> {
    const token = bearerToken(request);
    const recalled = token === null ? null : this.apiKeys.recall(token);
    if (recalled === null) return this.authenticate(token);
    call.recalled = recalled;
    return recalled.organizationId;
  }

  /**
   * Returns the error to report: only authenticated callers see validation errors. An unavailable database is reported at
   * once, because the check of the key would wait for it again.
   */
  private async afterCheck(request: IncomingMessage, call: Call, thrown: unknown): Promise<unknown> {
    if (call.recalled === null || isDatabaseUnavailable(thrown)) return thrown;
    try {
      await this.authenticate(bearerToken(request));
      return thrown;
    } catch (error) {
      return error;
    }
  }

  private async authenticate(token: string | null): Promise<string> {
    const organizationId = token === null ? null : await this.apiKeys.authenticate(token);
    if (organizationId === null) throw new UnauthorizedError();
    return organizationId;
  }

  /** Sends nothing to a client that has disconnected. */
  private send(response: ServerResponse, { requestId, headers }: Call, { status, type, body }: Answer): void {
    if (response.destroyed) return;
    response.writeHead(status, {
      ...this.fixedHeaders,
      'X-Request-Id': requestId,
      ...headers,
      'Content-Type': type,
      'Content-Length': Buffer.byteLength(body),
    });
    response.end(body);
  }
}
