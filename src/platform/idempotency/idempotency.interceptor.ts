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
import { confirmEarlierCommits } from '../database/confirm-earlier-commits';
import { Transactions, type Transaction } from '../database/transactions';
import { isRetryableConflict } from '../database/pg-errors';
import { CLOCK, type Clock } from '../domain/clock';
import { HeldError, RequestError, ValidationFailedError } from '../errors/app-error';
import { ReplayedProblemError, toProblem, type Problem } from '../errors/problem';
import type { RequestWithBody } from '../http/json-body';
import { contextOf } from '../http/request-context';
import { REVEALS_SECRET } from '../http/reveals-secret';
import { IdempotencyRepository, type StoredResponse } from './idempotency.repository';
import { REPEATABLE } from './repeatable';
import { ResponseStorage } from './response-storage';

const HEADER = 'Idempotency-Key';
const VALID_KEY = /^[\x21-\x7e](?:[\x20-\x7e]{0,253}[\x21-\x7e])?$/;

/** The result of the handler, or of the stored response. */
type Outcome = { body: unknown } | { error: unknown };

/**
 * Handles Idempotency-Key on POST (docs/decisions.md#idempotency-keys). The handler runs in the transaction that stores
 * its response, so a crash leaves both or neither.
 */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: IdempotencyRepository,
    private readonly storage: ResponseStorage,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const request = context.switchToHttp().getRequest<RequestWithBody>();
    const key = request.headers['idempotency-key'];
    const { organizationId, apiKey } = contextOf(request);
    if (request.method !== 'POST' || key === undefined || organizationId === undefined) return next.handle();
    if (typeof key !== 'string' || !VALID_KEY.test(key)) {
      throw ValidationFailedError.of(
        HEADER,
        'invalid_format',
        `${HEADER} must be 1 to 255 printable ASCII characters.`,
      );
    }
    const response = context.switchToHttp().getResponse<Response>();
    const isSecret = Reflect.getMetadata(REVEALS_SECRET, context.getHandler()) === true;
    const fingerprint = fingerprintOf(request, isSecret ? apiKey?.id : undefined);
    const call = { organizationId, key, fingerprint, request, response, next };
    const isRepeatable = Reflect.getMetadata(REPEATABLE, context.getHandler()) === true;
    return defer(async () => {
      const outcome = isRepeatable
        ? await this.unenclosed(call)
        : await this.transactions.runFor(organizationId, (tx) => this.once(tx, call));
      if ('error' in outcome) throw outcome.error;
      return outcome.body;
    });
  }

  private async once(tx: Transaction, call: Call): Promise<Outcome> {
    const stored = await this.find(tx, call);
    if (stored !== null) return stored;
    const handled = await this.handle(tx, call);
    await this.store(tx, call, handled);
    return handled.outcome;
  }

  /** Without a transaction around the handler: a crash in between repeats a handler that may be repeated. */
  private async unenclosed(call: Call): Promise<Outcome> {
    const { organizationId } = call;
    const stored = await this.transactions.runFor(organizationId, (tx) => this.find(tx, call));
    if (stored !== null) return stored;
    const handled = await outcomeOf(call, () =>
      lastValueFrom(call.next.handle(), { defaultValue: undefined }),
    );
    await this.transactions.runFor(organizationId, (tx) => this.store(tx, call, handled));
    return handled.outcome;
  }

  /** Locks the key for the transaction; returns its stored response, if there is one. */
  private async find(
    tx: Transaction,
    { organizationId, key, fingerprint, response }: Call,
  ): Promise<Outcome | null> {
    if (!(await this.repository.tryLock(tx, organizationId, key))) {
      throw new RequestError('idempotency_in_progress', `A request with this ${HEADER} is still running.`);
    }
    const stored = await this.repository.find(tx, organizationId, key, this.clock.now());
    if (stored !== null) {
      await confirmEarlierCommits(tx);
      return replay(stored, fingerprint, response);
    }
    await this.storage.assertRoom(tx, organizationId);
    return null;
  }

  private async store(
    tx: Transaction,
    { organizationId, key, fingerprint }: Call,
    { status, body }: Handled,
  ): Promise<void> {
    this.storage.add(organizationId, Buffer.byteLength(body));
    await this.repository.store(tx, organizationId, key, { fingerprint, status, body }, this.clock.now());
  }

  /** Runs the handler in a savepoint: a 4xx rolls back its work and is stored; a 5xx rolls back everything. */
  private async handle(tx: Transaction, call: Call): Promise<Handled> {
    const context = contextOf(call.request);
    context.tx = tx; // the use case nests in it; see Caller
    try {
      return await outcomeOf(call, () =>
        tx.transaction(() => lastValueFrom(call.next.handle(), { defaultValue: undefined })),
      );
    } finally {
      delete context.tx;
    }
  }
}

/** What a handler came to, with the response to store. */
interface Handled {
  outcome: Outcome;
  status: number;
  body: string;
}

async function outcomeOf({ request, response }: Call, handle: () => Promise<unknown>): Promise<Handled> {
  try {
    const result = await handle();
    return { outcome: { body: result }, status: response.statusCode, body: JSON.stringify(result ?? null) };
  } catch (error) {
    const problem = toProblem(error, contextOf(request).requestId);
    // A lost race is retried, as without a key; so is what is held at the moment.
    if (problem.status >= 500 || isRetryableConflict(error) || error instanceof HeldError) throw error;
    return { outcome: { error }, status: problem.status, body: JSON.stringify(problem) };
  }
}

interface Call {
  organizationId: string;
  key: string;
  fingerprint: string;
  request: RequestWithBody;
  response: Response;
  next: CallHandler<unknown>;
}

/** @param apiKeyId of the request, if the response is for its API key alone. */
function fingerprintOf(request: RequestWithBody, apiKeyId = ''): string {
  const path = request.path.replace(/\/+$/, '').toLowerCase();
  return createHash('sha256')
    .update(`${request.method} ${path}\n${apiKeyId}`)
    .update(request.rawBody ?? '')
    .digest('hex');
}

function replay(stored: StoredResponse, fingerprint: string, response: Response): Outcome {
  if (stored.fingerprint !== fingerprint) {
    const message = `This ${HEADER} was used with a different path or body, or by another API key for a response with a secret.`;
    throw new RequestError('idempotency_mismatch', message, [
      { field: HEADER, code: 'idempotency_mismatch', message },
    ]);
  }
  response.setHeader('Idempotency-Replayed', 'true');
  if (stored.status >= 400) return { error: new ReplayedProblemError(JSON.parse(stored.body) as Problem) };
  response.status(stored.status);
  return { body: JSON.parse(stored.body) as unknown };
}
