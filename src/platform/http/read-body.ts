import type { IncomingMessage } from 'node:http';
import { RequestError } from '../errors/app-error';
import { MAX_BODY_BYTES } from './json-body';

/** Reads a whole body. @throws RequestError beyond 1 MiB, once the rest has been read and dropped, or when it breaks off. */
export function readBody(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= MAX_BODY_BYTES) chunks.push(chunk);
      else chunks.length = 0;
    });
    request.once('end', () => {
      const [only, ...others] = chunks;
      if (size > MAX_BODY_BYTES) reject(tooLarge());
      else resolve(only !== undefined && others.length === 0 ? only : Buffer.concat(chunks));
    });
    request.once('error', reject);
    request.once('close', () => {
      if (!request.complete) reject(new RequestError('malformed_json', 'The request could not be read.'));
    });
  });
}

function tooLarge(): RequestError {
  return new RequestError('payload_too_large', 'The body is larger than 1 MiB.');
}
