import { SetMetadata, type CustomDecorator, type ExecutionContext } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { Request } from 'express';
import type { Actor, AuditedOperation } from '../database/audited-operation';
import { contextOf } from '../http/request-context';

/** Metadata key of the routes that write. */
export const AUDITED = 'audited';

const objectTypes = ['subscription', 'invoice', 'payment'];

/** The object types of all entries. The list grows while modules are loaded, so do not copy it at import. */
export const AUDITED_OBJECT_TYPES: readonly string[] = objectTypes;

/** Where the id of the object of an entry is. */
export interface AuditedOptions<Result> {
  /**
   * `organization`: the caller's organization; `result`: the use case creates the object; `:name`: a path parameter.
   * By default the path parameter `id`, or the result if the path has none.
   */
  readonly id?: 'organization' | 'result' | `:${string}`;
  /** Returns the id from what the transaction of the use case returns; by default its `id`. */
  readonly idOf?: (result: Result) => string | null;
}

interface AuditedRoute extends AuditedOptions<unknown> {
  readonly objectType: string;
}

interface UnauditedRoute {
  /** Why the route leaves no entry. */
  readonly reason: string;
}

/** What the decorators say about a route. */
export type AuditMetadata = AuditedRoute | UnauditedRoute;

/**
 * Says what kind of object the routes that write are about: of one route, or of all in a controller. `Transactions`
 * writes the entry (docs/security.md#audit-log).
 */
export function Audited<Result>(objectType: string, options: AuditedOptions<Result> = {}): CustomDecorator {
  if (!objectTypes.includes(objectType)) objectTypes.push(objectType);
  return SetMetadata(AUDITED, { ...options, objectType });
}

/** Marks a route that is not a GET and leaves no entry, because it changes nothing or is logged elsewhere. */
export const NotAudited = (reason: string): CustomDecorator => SetMetadata(AUDITED, { reason });

const reflector = new Reflector();

/** Returns the operation of a request for the audit log; undefined if the route leaves no entry. */
export function auditedOperation(context: ExecutionContext): AuditedOperation | undefined {
  const request = context.switchToHttp().getRequest<Request>();
  if (request.method === 'GET') return undefined;
  const places = [context.getHandler(), context.getClass()];
  const route = reflector.getAllAndOverride<AuditMetadata | undefined>(AUDITED, places);
  if (route === undefined || 'reason' in route) return undefined;
  const { requestId, ipAddress, organizationId } = contextOf(request);
  return {
    actor: actorOf(request),
    operation: context.getHandler().name,
    objectType: route.objectType,
    objectId: idInRequest(route, request, organizationId),
    idOf: (result) => idInResult(route, result),
    bodyFields: fieldsOf(request.body),
    ipAddress,
    requestId,
    recorded: false,
  };
}

function actorOf(request: Request): Actor {
  const { apiKey, isAdmin } = contextOf(request);
  if (apiKey !== undefined) return { type: 'api_key', ...apiKey };
  return { type: isAdmin === true ? 'admin' : 'anonymous' };
}

function idInRequest(
  { id }: AuditedRoute,
  request: Request,
  organizationId: string | undefined,
): string | null {
  if (id === 'organization') return organizationId ?? null;
  if (id === 'result') return null;
  const value = request.params[id === undefined ? 'id' : id.slice(1)];
  return typeof value === 'string' ? value : null;
}

function idInResult({ idOf }: AuditedRoute, result: unknown): string | null {
  if (idOf !== undefined) return idOf(result);
  if (typeof result !== 'object' || result === null || !('id' in result)) return null;
  return typeof result.id === 'string' ? result.id : null;
}

function fieldsOf(body: unknown): string[] {
  return typeof body === 'object' && body !== null && !Array.isArray(body) ? Object.keys(body) : [];
}
