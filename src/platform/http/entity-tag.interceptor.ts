import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { map, type Observable } from 'rxjs';
import { IfMatch, entityTagOf } from './entity-tag';
import { contextOf } from './request-context';
import { REVEALS_SECRET } from './reveals-secret';
import { UNTAGGED } from './untagged';

const JSON_TYPE = 'application/json; charset=utf-8';
const TAGGED_METHODS = new Set(['GET', 'HEAD', 'PUT']);

/**
 * Gives single objects an ETag, and passes the If-Match of a PUT to its use case (docs/decisions.md#preconditions).
 * Responds with the text that it hashed, so that no object is serialized twice.
 */
@Injectable()
export class EntityTagInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const request = context.switchToHttp().getRequest<Request>();
    if (!TAGGED_METHODS.has(request.method) || !isTagged(context, request)) return next.handle();
    const precondition = preconditionOf(request);
    const response = context.switchToHttp().getResponse<Response>();
    return next.handle().pipe(
      map((body) => {
        if (precondition?.wasChecked === false) throw new Error('The use case ignores If-Match');
        return isObject(body) && !response.headersSent ? tagged(response, body) : body;
      }),
    );
  }
}

/** Objects of an organization have tags, unless their route says otherwise or reveals a secret. */
function isTagged(context: ExecutionContext, request: Request): boolean {
  const handler = context.getHandler();
  const isExcepted = [UNTAGGED, REVEALS_SECRET].some((it) => Reflect.getMetadata(it, handler) === true);
  return contextOf(request).organizationId !== undefined && !isExcepted;
}

function preconditionOf(request: Request): IfMatch | null {
  const header = request.headers['if-match'];
  if (request.method !== 'PUT' || header === undefined) return null;
  const precondition = IfMatch.parse(header);
  contextOf(request).precondition = precondition;
  return precondition;
}

function tagged(response: Response, body: object): string {
  const json = JSON.stringify(body);
  response.setHeader('ETag', entityTagOf(json));
  response.setHeader('Content-Type', JSON_TYPE);
  return json;
}

/** Lists, files and streams have no tag. */
const isObject = (body: unknown): body is object =>
  typeof body === 'object' && body !== null && Object.getPrototypeOf(body) === Object.prototype;
