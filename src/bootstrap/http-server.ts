import { createServer, type Server } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Express, RequestHandler } from 'express';
import type { Config } from '../platform/config/config';
import { respondToOtherMethods } from '../platform/http/other-methods';

/** Deadline for receiving a whole request, in milliseconds. */
const REQUEST_TIMEOUT_MS = 30_000;
/** How often Node enforces both deadlines; every 30 s by default, which would double them. */
const DEADLINE_CHECK_MS = 2_000;
/** How often a closing server looks for connections whose last response is sent. */
const IDLE_CHECK_MS = 50;

/** Express on a server with deadlines for slow clients and a bound on connections. */
export class HttpAdapter extends ExpressAdapter {
  constructor(private readonly settings: Config['http']) {
    super();
  }

  /** Responds to other methods of a known path with the ones that it has; any other path is not found. */
  override setNotFoundHandler(handler: RequestHandler): void {
    this.use(respondToOtherMethods(this.getInstance<Express>().router), handler);
  }

  /**
   * Resolves when the last response is sent. Node closes the connections that are idle now; one whose response follows
   * would stay until its keep-alive timeout, which is longer than a stop may take.
   */
  override async close(): Promise<void> {
    const server = this.httpServer as Server;
    const check = setInterval(() => server.closeIdleConnections(), IDLE_CHECK_MS);
    try {
      await super.close();
    } finally {
      clearInterval(check);
    }
  }

  override initHttpServer(): void {
    const { keepAliveTimeoutMs, headersTimeoutMs, maxConnections } = this.settings;
    const server: Server = createServer(
      {
        keepAliveTimeout: keepAliveTimeoutMs,
        headersTimeout: headersTimeoutMs,
        requestTimeout: Math.max(REQUEST_TIMEOUT_MS, headersTimeoutMs),
        connectionsCheckingInterval: DEADLINE_CHECK_MS,
        requireHostHeader: false, // refuseAmbiguous() requires it, with a problem as the response
      },
      this.getInstance(),
    );
    server.maxConnections = maxConnections;
    this.httpServer = server;
  }
}
