import type { IncomingMessage } from 'node:http';
import { cutShort, declaresTooMuch, MAX_BODY_BYTES, tooLarge } from './body-limit';

/**
 * Reads a body.
 *
 * @throws RequestError as soon as the body exceeds 1 MiB, or if the client disconnects. The rest of a large body is
 * read and discarded, so that the connection can be reused.
 */
export function readBody(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    if (declaresTooMuch(request)) reject(tooLarge());
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size <= MAX_BODY_BYTES) {
        chunks.push(chunk);
        return;
      }
      chunks.length = 0;
      reject(tooLarge());
    });
    request.once('end', () => {
      const [only, ...others] = chunks;
      resolve(only !== undefined && others.length === 0 ? only : Buffer.concat(chunks));
    });
    request.once('error', () => reject(cutShort())); // only a lost connection to the client
    request.once('close', () => {
      if (!request.complete) reject(cutShort());
    });
  });
}
