import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

/** A raw request, for input that a client library would refuse or repair. */
export interface RawRequest {
  method: string;
  /** Path and query, sent without further encoding. */
  path: string;
  key?: string;
  contentType?: string | null;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

export interface RawResponse {
  status: number;
  headers: Headers;
  text: string;
}

/** Sends the request to a test app. A body without a content type is sent as JSON. */
export async function sendRaw(baseUrl: string, request: RawRequest): Promise<RawResponse> {
  const { method, path, key, contentType = 'application/json', headers = {}, body } = request;
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    redirect: 'manual',
    headers: {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined || contentType === null ? {} : { 'content-type': contentType }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : new Uint8Array(body) }),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Sends bytes that need not be HTTP; returns everything received until the server closes. */
export async function sendBytes(baseUrl: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect(Number(port), hostname);
  socket.write(bytes);
  return await text(socket);
}
