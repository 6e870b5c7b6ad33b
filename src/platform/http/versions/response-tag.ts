import type { Response } from 'express';
import { contextOf } from '../request-context';
import { entityTagOf } from './entity-tag';

const TAGGED_METHODS = ['GET', 'HEAD', 'PUT'];
const OK = 200;

/** Sets the ETag of a response to GET or PUT that shows one object. Lists and responses without an API key have none. */
export function setEntityTag(response: Response, body: object, json: string): void {
  const { req: request } = response;
  if (response.statusCode !== OK || Array.isArray(body) || !TAGGED_METHODS.includes(request.method)) return;
  if (contextOf(request).organizationId === undefined) return;
  response.setHeader('ETag', entityTagOf(body, json));
}
