import { createServer, type Server } from 'node:http';
import { Server as TcpServer, type Socket } from 'node:net';
import { StreamableFile } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Express, Request, Response } from 'express';
import { writeJson } from './exact-json';
import { isObject } from './field-rules';
import { setEntityTag } from './versions/response-tag';
import { refuseOtherMethods } from './other-methods';

/** How late a timeout of headers or a request may be. Node checks them every 30 s by default. */
const TIMEOUT_CHECK_MS = 1000;
/** How often a closing server checks for connections without a request. */
const IDLE_CHECK_MS = 50;

/**
 * Adds 405 responses for methods that a known path does not support. Lets the server accept requests without Host,
 * which refuseAmbiguous() refuses.
 */
export class HttpAdapter extends ExpressAdapter {
  private readonly connections = new Set<Socket>();

  /** @param authenticate rejects without a valid API key; called only after the application has been created */
  constructor(private readonly authenticate: (request: Request) => Promise<void>) {
    super();
  }

  override initHttpServer(): void {
    const options = { requireHostHeader: false, connectionsCheckingInterval: TIMEOUT_CHECK_MS };
    const server = createServer(options, this.getInstance<Express>());
    server.on('connection', (socket) => {
      this.connections.add(socket);
      socket.once('close', () => this.connections.delete(socket));
    });
    this.httpServer = server;
  }

  /**
   * Resolves when the last response has been sent. Closes connections without a request, which would otherwise stay open
   * until their keep-alive timeout, and that exceeds the deadline for stopping. Requests that have not arrived completely
   * keep their timeouts: http.Server.close() would no longer check them, and wait for such a request forever.
   */
  override async close(): Promise<void> {
    const server = this.getHttpServer() as Server;
    const check = setInterval(() => {
      // After the event loop has read what clients have sent, which a busy process has not yet done at this point.
      setImmediate(() => this.closeUnused(server));
    }, IDLE_CHECK_MS);
    try {
      await new Promise((resolve) => TcpServer.prototype.close.call(server, resolve));
    } finally {
      clearInterval(check);
      server.close(); // ends the checks of the timeouts
    }
  }

  /** Node does not count a connection as idle before its first request. */
  private closeUnused(server: Server): void {
    server.closeIdleConnections();
    for (const socket of this.connections) if (socket.bytesRead === 0) socket.destroy();
  }

  /** Writes JSON with all digits of every ExactNumber, unlike `response.json`, and sets the ETag of one object. */
  override reply(response: Response, body: unknown, statusCode?: number): unknown {
    const isJson = (isObject(body) && !(body instanceof StreamableFile)) || Array.isArray(body);
    if (!isJson) return super.reply(response, body, statusCode) as unknown;
    if (statusCode !== undefined) response.status(statusCode);
    const json = writeJson(body);
    setEntityTag(response, body, json);
    return response.type('json').send(json);
  }

  /** Adds the 405 responses here, because Nest calls this after adding the last route. */
  override setNotFoundHandler(...handler: Parameters<ExpressAdapter['setNotFoundHandler']>): void {
    this.use(refuseOtherMethods(this.getInstance<Express>().router, this.authenticate));
    super.setNotFoundHandler(...handler);
  }
}
