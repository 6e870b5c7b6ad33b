import { createServer, type Server } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Express, Request } from 'express';
import { refuseOtherMethods } from './other-methods';

/** How often a closing server checks for connections that have become idle. */
const IDLE_CHECK_MS = 50;

/**
 * Express with 405 responses for methods that a known path does not support, on a server that leaves checking the Host
 * header to refuseAmbiguous().
 */
export class HttpAdapter extends ExpressAdapter {
  /** @param authenticate rejects without a valid API key; not called before the application is created */
  constructor(private readonly authenticate: (request: Request) => Promise<void>) {
    super();
  }

  override initHttpServer(): void {
    this.httpServer = createServer({ requireHostHeader: false }, this.getInstance<Express>());
  }

  /**
   * Resolves when the last response is sent. Node closes only connections that are idle when the server closes; a
   * connection with a pending response would stay open for its keep-alive timeout, which is longer than a stop may
   * take.
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

  /** Nest calls this after the last route. */
  override setNotFoundHandler(...handler: Parameters<ExpressAdapter['setNotFoundHandler']>): void {
    this.use(refuseOtherMethods(this.getInstance<Express>().router, this.authenticate));
    super.setNotFoundHandler(...handler);
  }
}
