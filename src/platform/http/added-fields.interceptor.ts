import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request } from 'express';
import { from, lastValueFrom, mergeMap, type Observable } from 'rxjs';
import { auditedOperation } from '../audit/audited';
import type { Caller } from '../database/caller';
import type { Precondition } from '../database/precondition';
import { Transactions } from '../database/transactions';
import { InsufficientScopeError } from '../errors/app-error';
import { fieldsPointOf, ResourceFields, type FieldsPoint, type GivenFields } from '../extensions';
import { callerOf } from './current-caller';
import { isObject } from './field-rules';
import { contextOf } from './request-context';
import { responseClassOf } from './response-class';
import { includesScope } from './scopes';

type Fields = Readonly<Record<string, unknown>>;

/** A request for a resource to which modules add fields. */
interface Call {
  readonly point: FieldsPoint;
  readonly caller: Caller;
  readonly request: Request;
  readonly next: CallHandler<unknown>;
}

/**
 * Adds the fields of other modules to responses, by the class that the handler documents, and hands those modules what a
 * request sets of them, in the transaction of the use case (docs/extending.md#fields-of-other-modules).
 */
@Injectable()
export class AddedFieldsInterceptor implements NestInterceptor {
  constructor(
    private readonly fields: ResourceFields,
    private readonly transactions: Transactions,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const response = responseClassOf(context.getHandler());
    const point = response === null ? undefined : fieldsPointOf(response);
    const request = context.switchToHttp().getRequest<Request>();
    const { organizationId, precondition } = contextOf(request);
    if (point === undefined || organizationId === undefined || this.fields.namesOf(point).length === 0) {
      return next.handle();
    }
    const call: Call = { point, caller: callerOf(request), request, next };
    const given = this.givenIn(call);
    if (given.length === 0 && precondition === undefined) {
      return next.handle().pipe(mergeMap((body) => this.withFields(call, body)));
    }
    return from(this.write(call, given, auditedOperation(context)?.objectId ?? null));
  }

  /** @throws InsufficientScopeError if the key may not set one of them. */
  private givenIn({ point, request }: Call): GivenFields[] {
    const body: unknown = request.method === 'GET' ? null : request.body;
    if (!isObject(body)) return [];
    const { scopes = [] } = contextOf(request);
    const given = this.fields.givenIn(point, body);
    for (const { writeScope } of given.map((it) => it.extension)) {
      if (!includesScope(scopes, writeScope)) throw new InsufficientScopeError(writeScope);
    }
    return given;
  }

  /** Runs the use case and sets the fields in one transaction. @param id null for a resource that the request creates */
  private write(call: Call, given: readonly GivenFields[], id: string | null): Promise<unknown> {
    const { point, caller, request, next } = call;
    const { organizationId } = caller;
    const context = contextOf(request);
    const { tx: outer, precondition } = context;
    return this.transactions.runFor({ ...caller }, async (tx) => {
      const before = id === null ? {} : await this.fields.locked(point, tx, organizationId, id);
      const changed = id === null ? [] : changedBy(given, before);
      this.transactions.noteChanged(tx, ...changed); // they are no columns of the resource's row
      if (precondition !== undefined && id !== null) {
        context.precondition = withFieldsOf(precondition, before);
      }
      context.tx = tx; // the use case nests in it; see Caller
      try {
        const pending = { point, organizationId, id, given, changed };
        const useCase = (): Promise<unknown> => lastValueFrom(next.handle(), { defaultValue: undefined });
        const result = await this.fields.during(tx, pending, useCase, idOf);
        return await this.withFields({ ...call, caller: { organizationId, tx } }, result);
      } finally {
        if (outer === undefined) delete context.tx;
        else context.tx = outer;
      }
    });
  }

  /** Adds the fields to an object or to the rows of a list; leaves files alone. */
  private async withFields({ point, caller }: Call, body: unknown): Promise<unknown> {
    const rows = Array.isArray(body) ? (body as unknown[]) : [body];
    const ids = rows.map(idOf).filter((it) => it !== null);
    if (ids.length === 0) return body;
    const { organizationId } = caller;
    const values = await this.transactions.readFor(caller, (tx) =>
      this.fields.valuesOf(point, tx, organizationId, ids),
    );
    const added = rows.map((it) => ({ ...(it as object), ...values.get(idOf(it) ?? '') }));
    return Array.isArray(body) ? added : added[0];
  }
}

/** Returns the names of the fields that a request changes. */
function changedBy(given: readonly GivenFields[], before: Fields): string[] {
  const after = given.flatMap(({ fields }) => Object.entries(fields));
  return after.filter(([name, value]) => before[name] !== value).map(([name]) => name);
}

/** Makes a use case compare the representation that GET returns, which it knows without the added fields. */
function withFieldsOf(precondition: Precondition, fields: Fields): Precondition {
  return {
    check: (current) => {
      precondition.check(current === null ? null : { ...current, ...fields });
    },
  };
}

function idOf(row: unknown): string | null {
  return typeof row === 'object' && row !== null && 'id' in row && typeof row.id === 'string' ? row.id : null;
}
