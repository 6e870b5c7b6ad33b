import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Request, Response } from 'express';

const compress = promisify(gzip);

/**
 * A public file in memory, sent compressed to clients that accept gzip, with an ETag for 304. The ETag is weak, because it is
 * that of both encodings.
 */
export class CompressedFile {
  private readonly etag: string;
  private compressed: Promise<Buffer> | null = null;

  constructor(
    /** Media type, e.g. `text/html`. */
    private readonly type: string,
    private readonly content: Buffer,
  ) {
    this.etag = `W/"${createHash('sha256').update(content).digest('base64url')}"`;
  }

  /** Sends the file, or 304 if the client has it. By default clients revalidate, because an upgrade replaces it. */
  async send(request: Request, response: Response, cacheControl = 'no-cache'): Promise<void> {
    response.set({ ETag: this.etag, 'Cache-Control': cacheControl, Vary: 'Accept-Encoding' });
    response.type(this.type);
    if (request.acceptsEncodings('gzip') === false || request.fresh) {
      response.send(this.content);
      return;
    }
    const body = await (this.compressed ??= compress(this.content, { level: 9 }));
    response.set('Content-Encoding', 'gzip').send(body);
  }
}
