import { createServer } from 'node:http';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Express, Request } from 'express';
import { refuseOtherMethods } from './other-methods';

/** Express, with 405 for methods that a known path does not have, on a server that leaves the Host header to refuseAmbiguous(). */
export class HttpAdapter extends ExpressAdapter {
  /** @param authenticate rejects without a valid API key; not called before the application is created */
  constructor(private readonly authenticate: (request: Request) => Promise<void>) {
    super();
  }

  override initHttpServer(): void {
    this.httpServer = createServer({ requireHostHeader: false }, this.getInstance<Express>());
  }

  /** Nest calls this after the last route. */
  override setNotFoundHandler(...handler: Parameters<ExpressAdapter['setNotFoundHandler']>): void {
    this.use(refuseOtherMethods(this.getInstance<Express>().router, this.authenticate));
    super.setNotFoundHandler(...handler);
  }
}
