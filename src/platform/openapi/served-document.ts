import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { Request, Response } from 'express';

/** The document in the two encodings in which it is served. */
interface Encoded {
  plain: Buffer;
  gzipped: Buffer;
  etag: string;
}

/**
 * Returns a handler that serves the document as JSON, gzipped if the client accepts it, and with an ETag: a client that
 * has the current document gets 304. Builds and compresses the document once, on the first request.
 */
export function serveDocument(build: () => OpenAPIObject): (request: Request, response: Response) => void {
  let encoded: Encoded | undefined;
  return (request, response) => {
    encoded ??= encode(build());
    response.set({
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-cache', // may be stored, but must be revalidated
      Vary: 'Accept-Encoding',
    });
    const isGzipped = request.acceptsEncodings('gzip', 'identity') === 'gzip';
    // Encodings need different strong ETags; a weak one says that both have the same content.
    response.set('ETag', `W/"${encoded.etag}"`);
    if (isGzipped) response.set('Content-Encoding', 'gzip');
    response.send(isGzipped ? encoded.gzipped : encoded.plain);
  };
}

function encode(document: OpenAPIObject): Encoded {
  const plain = Buffer.from(JSON.stringify(document));
  const etag = createHash('sha256').update(plain).digest('base64url');
  return { plain, gzipped: gzipSync(plain, { level: 9 }), etag };
}
