import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request } from 'express';
import { from, switchMap, type Observable } from 'rxjs';
import type { Caller } from '../database/caller';
import { Transactions } from '../database/transactions';
import { ValidationFailedError } from '../errors/app-error';
import { callerOf } from './current-caller';
import { isObject, isStorableText } from './field-rules';
import { referencesOf, type Reference, type UsedReference } from './references';

type Body = Record<string, unknown>;

/**
 * Replaces the caller's own keys in a body by the ids of the records, before the body is validated: handlers see ids only.
 * A key beside an id, and one that is not even text, is left to validation.
 */
@Injectable()
export class ReferencesInterceptor implements NestInterceptor {
  constructor(private readonly transactions: Transactions) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<Request>();
    const body: unknown = request.body;
    if (!isObject(body)) return next.handle();
    const used = referencesIn(context).filter((it) => namesByKey(body as Body, it));
    if (used.length === 0) return next.handle();
    return from(this.resolve(callerOf(request), body as Body, used)).pipe(
      switchMap((resolved) => {
        request.body = resolved;
        return next.handle();
      }),
    );
  }

  /** @throws ValidationFailedError that names each key without a record. */
  private async resolve(caller: Caller, body: Body, references: readonly Reference[]): Promise<Body> {
    const { organizationId } = caller;
    const resolved = { ...body };
    const unknown: Reference[] = [];
    await this.transactions.readFor(caller, async (tx) => {
      for (const reference of references) {
        const values = [organizationId, body[reference.key]];
        const [row] = await tx.query<{ id: string }[]>(reference.lookup.text, values);
        if (row === undefined) unknown.push(reference);
        else resolved[reference.id] = row.id;
        Reflect.deleteProperty(resolved, reference.key);
      }
    });
    if (unknown.length > 0) throw new ValidationFailedError(unknown.map(unknownKey));
    return resolved;
  }
}

function unknownKey({ key, resource }: Reference): { field: string; code: string; message: string } {
  const code = `unknown_${resource.replaceAll(' ', '_')}`;
  return { field: key, code, message: `${key} does not exist in this organization.` };
}

function namesByKey(body: Body, { id, key, optional }: UsedReference): boolean {
  const value = body[key];
  const hasId = body[id] !== undefined && !(optional && body[id] === null);
  return !hasId && typeof value === 'string' && value.trim() !== '' && isStorableText(value);
}

/** Returns the references of the classes that the handler takes. */
function referencesIn(context: ExecutionContext): readonly UsedReference[] {
  const { name } = context.getHandler();
  const types: unknown = Reflect.getMetadata(
    'design:paramtypes',
    context.getClass().prototype as object,
    name,
  );
  return (Array.isArray(types) ? (types as unknown[]) : []).flatMap((it) =>
    typeof it === 'function' ? referencesOf(it.prototype as object) : [],
  );
}
