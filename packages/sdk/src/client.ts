import { Resources } from './generated/resources.js';
import { Transport, type ClientOptions } from './transport.js';

/** A client of the billing service, with one property per resource of the API. */
export class BillingClient extends Resources {
  constructor(options: ClientOptions) {
    super(new Transport(options));
  }
}
