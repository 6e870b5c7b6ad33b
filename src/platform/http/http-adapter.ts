import { ExpressAdapter } from '@nestjs/platform-express';
import type { Express, Request } from 'express';
import { refuseOtherMethods } from './other-methods';

/** Express, with 405 for methods that a known path does not have. */
export class HttpAdapter extends ExpressAdapter {
  /** @param authenticate rejects without a valid API key; not called before the application is created */
  constructor(private readonly authenticate: (request: Request) => Promise<void>) {
    super();
  }

  /** Nest calls this after the last route. */
  override setNotFoundHandler(...handler: Parameters<ExpressAdapter['setNotFoundHandler']>): void {
    this.use(refuseOtherMethods(this.getInstance<Express>().router, this.authenticate));
    super.setNotFoundHandler(...handler);
  }
}
