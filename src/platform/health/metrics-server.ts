import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, type Config } from '../config/config';
import { logger } from '../observability/logger';
import { registry } from '../observability/metrics';

/**
 * Serves the metrics on a port of their own when METRICS_PORT is set, so that the public port does not
 * (docs/security.md#exposed-routes).
 */
@Injectable()
export class MetricsServer implements OnApplicationBootstrap, OnApplicationShutdown {
  private server: Server | null = null;

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  async onApplicationBootstrap(): Promise<void> {
    const { metricsPort: port, http } = this.config;
    if (port === null) return;
    const server = createServer((request, response) => {
      respond(request, response).catch((error: unknown) => response.destroy(error as Error));
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(port, http.host, resolve);
    });
    this.server = server;
    logger.info({ port }, 'metrics are served on a port of their own');
  }

  async onApplicationShutdown(): Promise<void> {
    const { server } = this;
    if (server === null) return;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics') {
    response.writeHead(404).end();
    return;
  }
  response.writeHead(200, { 'Content-Type': registry.contentType }).end(await registry.metrics());
}
