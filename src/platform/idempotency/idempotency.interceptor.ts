import { createHash } from 'node:crypto';
import {
  Inject,
  Injectable,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
} from '@nestjs/common';
import type { Response } from 'express';
import { defer, lastValueFrom, type Observable } from 'rxjs';
import { Transactions, type Transaction } from '../database/transactions';
import { isRetryableConflict } from '../database/pg-errors';
import { CLOCK, type Clock } from '../domain/clock';
import { RequestError, ValidationFailedError } from '../errors/app-error';
import { KeptProblemError, toProblem, type Problem } from '../errors/problem';
import { parseExactJson, writeJson } from '../http/exact-json';
import type { RequestWithBody } from '../http/json-body';
import { contextOf } from '../http/request-context';
import { IdempotencyRepository, type KeptAnswer } from './idempotency.repository';

const HEADER = 'Idempotency-Key';
const SANE = /^[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?$/;

/** The result of the handler: a body to send or an error to throw. */
type Outcome = { body: unknown } | { error: unknown };

/**
 * Handles Idempotency-Key on POST (docs/api.md). The handler runs in the transaction that stores its response, so a
 * crash loses both or neither.
 */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: IdempotencyRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const request = context.switchToHttp().getRequest<RequestWithBody>();
    const key = request.headers['idempotency-key'];
    const { organizationId } = contextOf(request);
    if (request.method !== 'POST' || key === undefined || organizationId === undefined) return next.handle();
    if (typeof key !== 'string' || !SANE.test(key)) {
      throw ValidationFailedError.of(
        HEADER,
        'invalid_format',
        `${HEADER} must be 1 to 255 printable ASCII characters.`,
      );
    }
    const response = context.switchToHttp().getResponse<Response>();
    return defer(async () => {
      const outcome = await this.transactions.runFor(organizationId, (tx) =>
        this.once(tx, { organizationId, key, request, response, next }),
      );
      if ('error' in outcome) throw outcome.error;
      return outcome.body;
    });
  }

  private async once(tx: Transaction, call: Call): Promise<Outcome> {
    const { organizationId, key, request, response } = call;
    if (!(await this.repository.tryLock(tx, organizationId, key))) {
      throw new RequestError('idempotency_in_progress', `A request with this ${HEADER} is still running.`);
    }
    const fingerprint = fingerprintOf(request);
    const kept = await this.repository.find(tx, organizationId, key, this.clock.now());
    if (kept !== null) return replay(kept, fingerprint, response);
    const { outcome, status, body } = await this.handle(tx, call);
    await this.repository.keep(tx, organizationId, key, { fingerprint, status, body }, this.clock.now());
    return outcome;
  }

  /**
   * Runs the handler in a savepoint. A 4xx rolls back the handler's work and is stored; a 5xx rolls back the whole
   * transaction.
   */
  private async handle(
    tx: Transaction,
    call: Call,
  ): Promise<{ outcome: Outcome; status: number; body: string }> {
    try {
      const result = await tx.transaction(() =>
        lastValueFrom(call.next.handle(), { defaultValue: undefined }),
      );
      return {
        outcome: { body: result },
        status: call.response.statusCode,
        body: writeJson(result ?? null),
      };
    } catch (error) {
      const problem = toProblem(error, contextOf(call.request).requestId);
      // Rethrows a retryable conflict, so that the transaction is retried, as it would be without a key.
      if (problem.status >= 500 || isRetryableConflict(error)) throw error;
      return { outcome: { error }, status: problem.status, body: JSON.stringify(problem) };
    }
  }
}

interface Call {
  organizationId: string;
  key: string;
  request: RequestWithBody;
  response: Response;
  next: CallHandler<unknown>;
}

function fingerprintOf(request: RequestWithBody): string {
  const path = request.path.replace(/\/+$/, '').toLowerCase();
  return createHash('sha256')
    .update(`${request.method} ${path}\n`)
    .update(request.rawBody ?? '')
    .digest('hex');
}

function replay(kept: KeptAnswer, fingerprint: string, response: Response): Outcome {
  if (kept.fingerprint !== fingerprint) {
    const message = `This ${HEADER} was already used with a different path or body.`;
    throw new RequestError('idempotency_mismatch', message, [
      { field: HEADER, code: 'idempotency_mismatch', message },
    ]);
  }
  response.setHeader('Idempotency-Replayed', 'true');
  if (kept.status >= 400) return { error: new KeptProblemError(JSON.parse(kept.body) as Problem) };
  response.status(kept.status);
  return { body: parseExactJson(kept.body) };
}
