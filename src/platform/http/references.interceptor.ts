import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum';
import type { Request } from 'express';
import { catchError, from, switchMap, type Observable } from 'rxjs';
import { Transactions } from '../database/transactions';
import { ValidationFailedError } from '../errors/app-error';
import { organizationOf } from './current-organization';
import { isObject } from './field-rules';
import { parameterClasses } from './handler-parameters';
import { keysIn, lookupOf, namingKeys, unknownKey, withIds, type KeyReference } from './reference-lookup';
import { replacePart } from './replace-part';
import { referencesOf, type Reference } from './references';

/** Where a request can refer to records. */
const PARTS = [
  { name: 'query', kind: RouteParamtypes.QUERY },
  { name: 'body', kind: RouteParamtypes.BODY },
] as const;

/** The query or body of a request, with the keys that it contains. */
interface KeyedPart {
  name: 'query' | 'body';
  values: Record<string, unknown>;
  keys: KeyReference[];
}

/**
 * Replaces the caller's own keys in body and query with the IDs of the records before validation, so that handlers see
 * only IDs. Looks up all keys of a request with one statement.
 */
@Injectable()
export class ReferencesInterceptor implements NestInterceptor {
  constructor(private readonly transactions: Transactions) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<Request>();
    const parts = keyedParts(context, request);
    if (parts.length === 0) return next.handle();
    const keys = parts.flatMap((it) => it.keys);
    return from(this.resolve(request, parts)).pipe(
      switchMap(() => next.handle()),
      catchError((error: unknown) => {
        throw error instanceof ValidationFailedError ? namingKeys(error, keys) : error;
      }),
    );
  }

  /** @throws ValidationFailedError that names each key without a record */
  private async resolve(request: Request, parts: readonly KeyedPart[]): Promise<void> {
    const keys = parts.flatMap((it) => it.keys);
    const ids = await this.idsOf(organizationOf(request), keys);
    const unknown = keys.filter((_, index) => ids[index] === null);
    if (unknown.length > 0) {
      throw new ValidationFailedError(unknown.map(({ reference }) => unknownKey(reference)));
    }
    for (const part of parts) {
      const partIds = part.keys.map((it) => ids[keys.indexOf(it)] ?? '');
      replacePart(request, part.name, withIds(part.values, part.keys, partIds));
    }
  }

  private idsOf(organizationId: string, keys: readonly KeyReference[]): Promise<(string | null)[]> {
    const { text, values } = lookupOf(organizationId, keys);
    return this.transactions.readFor(organizationId, async (tx) => {
      const [row = {}] = await tx.query<Record<string, string | null>[]>(text, values);
      return keys.map((_, index) => row[`id_${index}`] ?? null);
    });
  }
}

function keyedParts(context: ExecutionContext, request: Request): KeyedPart[] {
  return PARTS.flatMap(({ name, kind }) => {
    const references = referencesIn(context, kind);
    const values: unknown = references.length === 0 ? undefined : request[name];
    if (!isObject(values)) return [];
    const keys = keysIn(values, references);
    return keys.length === 0 ? [] : [{ name, values, keys }];
  });
}

const referencesIn = (context: ExecutionContext, kind: RouteParamtypes): readonly Reference[] =>
  parameterClasses(context, kind).flatMap((it) => referencesOf(it.prototype as object));
