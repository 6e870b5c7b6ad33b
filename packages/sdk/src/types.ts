import type { Client, ClientPathsWithMethod, MaybeOptionalInit, MethodResponse } from 'openapi-fetch';
import type { components, paths } from './openapi.js';

/** The bodies of requests and responses, by their names in the API description. */
export type Schemas = components['schemas'];

/** The body of any delivery; `webhook_type` says which. */
export type WebhookEvent = Schemas['WebhookEvent'];
export type EventKind = WebhookEvent['webhook_type'];
/** The event of one kind. */
export type EventOf<Kind extends EventKind> = Extract<WebhookEvent, { webhook_type: Kind }>;

export type Method = 'get' | 'post' | 'put' | 'delete';
export type PathOf<M extends Method> = ClientPathsWithMethod<Client<paths>, M>;

/** What a request takes besides its path: `params`, `body`, `headers`, `signal`. */
export type InitOf<Path extends keyof paths, M extends Method> = MaybeOptionalInit<paths[Path], M>;
/** The init of a request is optional unless it has a required part. */
export type InitArgs<Path extends keyof paths, M extends Method, Init> =
  undefined extends InitOf<Path, M> ? [init?: Init] : [init: Init];

/** The body of the 2xx response; undefined where there is none. */
export type ResultOf<Path extends PathOf<M>, M extends Method, Init = object> = OrUndefined<
  MethodResponse<Client<paths>, M, Path, Init>
>;
type OrUndefined<Body> = [Body] extends [never] ? undefined : Body;

/** Sends a request; throws a `ProblemError` if the API refuses it. */
export type Send<M extends Method> = <Path extends PathOf<M>, Init extends InitOf<Path, M>>(
  path: Path,
  ...init: InitArgs<Path, M, Init>
) => Promise<ResultOf<Path, M, Init>>;

/** Paths of lists that are read page by page. */
export type ListPath = {
  [Path in PathOf<'get'>]: paths[Path] extends { get: { parameters: { query?: { after?: string } } } }
    ? [ArrayOf<Path>] extends [never]
      ? never
      : Path
    : never;
}[PathOf<'get'>];
/** The JSON of a list, which may also be had as CSV. */
type ArrayOf<Path extends PathOf<'get'>> = Extract<ResultOf<Path, 'get'>, readonly unknown[]>;
/** An item of a list. */
export type ItemOf<Path extends ListPath> = ArrayOf<Path>[number];
