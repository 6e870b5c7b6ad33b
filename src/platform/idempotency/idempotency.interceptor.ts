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
import { CLOCK, type Clock } from '../domain/clock';
import { RequestError, ValidationFailedError } from '../errors/app-error';
import { parseExactJson, writeJson } from '../http/exact-json';
import type { RequestWithBody } from '../http/json-body';
import { contextOf } from '../http/request-context';
import { IdempotencyRepository, type KeptAnswer } from './idempotency.repository';

const HEADER = 'Idempotency-Key';
const SANE = /^[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?$/;

/**
 * Handles Idempotency-Key on POST (docs/api.md#idempotency). The handler runs in the transaction that stores its
 * response, so a crash loses both or neither. Only a 2xx is stored: an error rolls back the transaction.
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
    // `headers` would join repeated keys to another key.
    const [key, ...others] = request.headersDistinct['idempotency-key'] ?? [];
    const { organizationId } = contextOf(request);
    if (request.method !== 'POST' || key === undefined || organizationId === undefined) return next.handle();
    if (others.length > 0) throw invalidKey('must be given only once');
    if (!SANE.test(key)) throw invalidKey('must be 1 to 255 printable ASCII characters');
    const response = context.switchToHttp().getResponse<Response>();
    return defer(() =>
      this.transactions.runFor(organizationId, (tx) =>
        this.once(tx, { organizationId, key, request, response, next }),
      ),
    );
  }

  /** Returns the body to send: the stored one, or that of the handler. */
  private async once(tx: Transaction, call: Call): Promise<unknown> {
    const { organizationId, key, request, response } = call;
    if (!(await this.repository.tryLock(tx, organizationId, key))) {
      throw new RequestError('idempotency_in_progress', `A request with this ${HEADER} is still running.`);
    }
    const fingerprint = fingerprintOf(request);
    const kept = await this.repository.find(tx, organizationId, key, this.clock.now());
    if (kept !== null) return replay(kept, fingerprint, response);
    const result = await lastValueFrom(call.next.handle(), { defaultValue: undefined });
    const answer = { fingerprint, status: response.statusCode, body: writeJson(result ?? null) };
    await this.repository.keep(tx, organizationId, key, answer, this.clock.now());
    return result;
  }
}

function invalidKey(rule: string): ValidationFailedError {
  return ValidationFailedError.of(HEADER, 'invalid_format', `${HEADER} ${rule}.`);
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

function replay(kept: KeptAnswer, fingerprint: string, response: Response): unknown {
  if (kept.fingerprint !== fingerprint) {
    const message = `This ${HEADER} was already used with a different path or body.`;
    throw new RequestError('idempotency_mismatch', message, [
      { field: HEADER, code: 'idempotency_mismatch', message },
    ]);
  }
  response.setHeader('Idempotency-Replayed', 'true');
  response.status(kept.status);
  return parseExactJson(kept.body);
}
