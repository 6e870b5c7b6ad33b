import { createServer, type Server } from 'node:http';
import { StreamableFile } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Express, Request, Response } from 'express';
import { writeJson } from './exact-json';
import { isObject } from './field-rules';
import { refuseOtherMethods } from './other-methods';

/** How often a closing server checks for connections that have become idle. */
const IDLE_CHECK_MS = 50;

/**
 * Adds 405 responses for methods that a known path does not support. Lets the server accept requests without Host,
 * which refuseAmbiguous() refuses.
 */
export class HttpAdapter extends ExpressAdapter {
  /** @param authenticate rejects without a valid API key; called only after the application has been created */
  constructor(private readonly authenticate: (request: Request) => Promise<void>) {
    super();
  }

  override initHttpServer(): void {
    this.httpServer = createServer({ requireHostHeader: false }, this.getInstance<Express>());
  }

  /**
   * Resolves when the last response has been sent. Node closes only connections that are idle when close() is called. A
   * connection with a pending response would stay open until its keep-alive timeout, which exceeds the deadline for
   * stopping.
   */
  override async close(): Promise<void> {
    const server = this.getHttpServer() as Server;
    const check = setInterval(() => {
      server.closeIdleConnections();
    }, IDLE_CHECK_MS);
    try {
      await super.close();
    } finally {
      clearInterval(check);
    }
  }

  /** Writes JSON with all digits of every ExactNumber, unlike `response.json`. */
  override reply(response: Response, body: unknown, statusCode?: number): unknown {
    const isJson = (isObject(body) && !(body instanceof StreamableFile)) || Array.isArray(body);
    if (!isJson) return super.reply(response, body, statusCode) as unknown;
    if (statusCode !== undefined) response.status(statusCode);
    return response.type('json').send(writeJson(body));
  }

  /** Adds the 405 responses here, because Nest calls this after adding the last route. */
  override setNotFoundHandler(...handler: Parameters<ExpressAdapter['setNotFoundHandler']>): void {
    this.use(refuseOtherMethods(this.getInstance<Express>().router, this.authenticate));
    super.setNotFoundHandler(...handler);
  }
}
