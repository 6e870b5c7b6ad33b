import {
  applyDecorators,
  Injectable,
  SetMetadata,
  UseInterceptors,
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
  type Type,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiExtraModels } from '@nestjs/swagger';
import type { Request } from 'express';
import { concatMap, type Observable } from 'rxjs';
import { Transactions } from '../database/transactions';
import { ApiIncluded } from '../openapi/included-records';
import { organizationOf } from './current-organization';
import { EnumField } from './fields';
import type { Reference } from './references';

/** A record that a list adds to each of its records on request (docs/api.md#included-records). */
export interface Inclusion {
  /** The record, with its table and the field that contains its ID. */
  reference: Reference;
  /** The columns that are included, under their own names; `id` is one of them. */
  columns: readonly ['id', ...string[]];
  /** Documents the field that is added: the `resource` of the reference. */
  type: Type<object>;
}

type Row = Record<string, unknown>;

/** The query parameter. */
const INCLUDE = 'include';
const INCLUSION = 'inclusion';

/**
 * Lets requests of a list include a record in each record of the page. The list has JSON records with its ID, and the
 * class of its parameters has an `IncludeField`.
 */
export function Includes(inclusion: Inclusion): MethodDecorator {
  return applyDecorators(
    SetMetadata(INCLUSION, inclusion),
    UseInterceptors(IncludedRecordsInterceptor),
    ApiExtraModels(inclusion.type),
    ApiIncluded(inclusion.type),
  );
}

/** Declares the parameter in the class of the list's parameters. */
export const IncludeField = ({ resource, id }: Reference): PropertyDecorator =>
  EnumField({
    optional: true,
    description: `Adds the ${resource} that \`${id}\` names to each record, as \`${resource}\``,
    values: [resource],
    example: resource,
  });

/** Loads the included records of a page with one statement, whatever the number of records. */
@Injectable()
class IncludedRecordsInterceptor implements NestInterceptor {
  constructor(
    private readonly reflector: Reflector,
    private readonly transactions: Transactions,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const inclusion = this.reflector.get<Inclusion>(INCLUSION, context.getHandler());
    const request = context.switchToHttp().getRequest<Request>();
    // The class of the list's parameters refuses other values.
    if (request.query[INCLUDE] !== inclusion.reference.resource) return next.handle();
    const organizationId = organizationOf(request);
    // A CSV file is no list of records: its columns are those of its table.
    return next
      .handle()
      .pipe(
        concatMap((body: unknown) =>
          Array.isArray(body)
            ? this.including(organizationId, body as Row[], inclusion)
            : Promise.resolve(body),
        ),
      );
  }

  private async including(
    organizationId: string,
    records: readonly Row[],
    inclusion: Inclusion,
  ): Promise<Row[]> {
    const { resource, id } = inclusion.reference;
    const ids = new Set(records.map((it) => it[id]).filter((it) => typeof it === 'string'));
    const rows = ids.size === 0 ? [] : await this.find(organizationId, [...ids], inclusion);
    const byId = new Map(rows.map((it) => [it.id, it]));
    return records.map((it) => ({ ...it, [resource]: byId.get(it[id]) ?? null }));
  }

  /** Finds deleted records as well: documents keep their customer. */
  private find(
    organizationId: string,
    ids: readonly string[],
    { reference: { table }, columns }: Inclusion,
  ): Promise<Row[]> {
    const select = `SELECT ${columns.join(', ')} FROM ${table} WHERE organization_id = $1 AND id = ANY($2::uuid[])`;
    return this.transactions.readFor(organizationId, (tx) => tx.query<Row[]>(select, [organizationId, ids]));
  }
}
