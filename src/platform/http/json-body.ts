import {
  raw,
  type ErrorRequestHandler,
  type NextFunction,
  type Request,
  type RequestHandler,
  type Response,
} from 'express';
import { RequestError, ValidationFailedError } from '../errors/app-error';
import { cutShort, limitBody, MAX_BODY_BYTES } from './body-limit';
import { parseExactJson } from './exact-json';
import { MAX_JSON_DEPTH, MAX_JSON_KEYS, inspectJson } from './json-inspection';

/** Paths whose handlers verify a signature over the raw bytes before parsing them. */
const RAW_PATHS = /^\/v1\/payments\/webhook\//i;

const CHARSET = /;\s*charset\s*=\s*"?([^\s;"]+)/gi;
/** US-ASCII is a subset of UTF-8. Decoding any other charset as UTF-8 would store other text than the client sent. */
const READ_AS_UTF8 = /^(?:utf-?8|us-ascii)$/i;

const utf8 = new TextDecoder('utf-8', { fatal: true });

export interface RequestWithBody extends Request {
  /** The bytes as received; absent if the body is empty. */
  rawBody?: Buffer;
}

/**
 * Reads and parses bodies. Refuses invalid UTF-8, duplicate keys, reserved keys, thousands of keys and deep nesting,
 * which Express's JSON parser would silently repair or accept.
 */
export function jsonBody(): (RequestHandler | ErrorRequestHandler)[] {
  const readBytes = raw({ type: () => true, limit: MAX_BODY_BYTES });
  return [limitBody, readBytes, explainUnread, parseBody];
}

function explainUnread(error: unknown, request: Request, _response: Response, next: NextFunction): void {
  next(unreadError(error as { type?: unknown; status?: unknown }, request));
}

/**
 * Returns the error to report for one of the body parser, which gives a disconnected client the code of a lost connection
 * to the database, and does not say that a body cannot be decompressed.
 */
function unreadError(error: { type?: unknown; status?: unknown }, { headers }: Request): unknown {
  if (error.type === 'request.aborted') return cutShort();
  const encoding = headers['content-encoding'];
  if (error.status !== 400 || encoding === undefined) return error;
  return new RequestError(
    'malformed_json',
    `The body is incomplete or not valid ${encoding}, which its Content-Encoding announces.`,
  );
}

function parseBody(request: RequestWithBody, _response: Response, next: NextFunction): void {
  const bytes: unknown = request.body;
  if (!Buffer.isBuffer(bytes) || bytes.length === 0) {
    request.body = undefined;
    next();
    return;
  }
  request.rawBody = bytes;
  if (!RAW_PATHS.test(request.path)) request.body = parseJson(bytes, request.headers['content-type']);
  next();
}

/**
 * Parses a body with the checks of `jsonBody`. A number that a double would alter becomes an ExactNumber, which only
 * fields for numbers of any length accept.
 *
 * @throws RequestError or ValidationFailedError, depending on the defect
 */
export function parseJson(bytes: Buffer, contentType: string | undefined): unknown {
  if (!/^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(contentType ?? '')) {
    throw new RequestError(
      'unsupported_media_type',
      'The body must be JSON: send "Content-Type: application/json".',
    );
  }
  refuseCharset(contentType ?? '');
  const text = decode(bytes);
  refuseFinding(inspectJson(text));
  try {
    return parseExactJson(text);
  } catch {
    throw new RequestError('malformed_json', 'The body is not valid JSON.');
  }
}

function refuseCharset(contentType: string): void {
  for (const [, charset = ''] of contentType.matchAll(CHARSET)) {
    if (READ_AS_UTF8.test(charset)) continue;
    throw new RequestError(
      'unsupported_media_type',
      `The charset "${charset}" is not supported: encode the body in UTF-8 and send "Content-Type: application/json".`,
    );
  }
}

function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new RequestError('malformed_json', 'The body is not valid UTF-8.');
  }
}

function refuseFinding(finding: ReturnType<typeof inspectJson>): void {
  if (finding === null) return;
  switch (finding.kind) {
    case 'too_deep':
      throw new RequestError('malformed_json', `The body is nested deeper than ${MAX_JSON_DEPTH} levels.`);
    case 'duplicate_key':
      throw new RequestError('malformed_json', `The key "${finding.key}" occurs twice in one object.`);
    case 'too_many_keys':
      throw ValidationFailedError.of(
        finding.key,
        'too_long',
        `${finding.key} is one key too many; an object may have at most ${MAX_JSON_KEYS} keys.`,
      );
    case 'reserved_key':
      throw ValidationFailedError.of(
        finding.key,
        'unknown_field',
        `${finding.key} is a reserved key and cannot be used.`,
      );
  }
}
