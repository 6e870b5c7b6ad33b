import {
  ProblemError,
  webhooks,
  WebhookVerificationError,
  type BillingClient,
  type Schemas,
} from '@billing-service/sdk';
import { client, credentials } from '../credentials.js';
import { UsageError } from '../failure.js';
import { columns, type Output } from '../output.js';
import { forward } from './forward.js';
import { Inbox } from './inbox.js';
import { Positions, type Position } from './position.js';

export interface ListenOptions {
  forward: string;
  endpoint?: string;
}

/** A request of an inbox was stored when it was made, however long ago. */
const ANY_AGE = { toleranceSeconds: Infinity };

/** Forwards the webhooks of an inbox to a receiver until Ctrl-C. Started again, it goes on where it stopped. */
export async function listen(output: Output, options: ListenOptions): Promise<void> {
  if (!URL.canParse(options.forward)) throw new UsageError(`--forward must be a URL: ${options.forward}`);
  const positions = new Positions(credentials().url);
  const billing = client();
  const stop = interruption();
  let position = await startOf(billing, positions, options.endpoint);
  const path = { id: position.endpoint };
  const { secret } = await billing.get('/v1/webhook_endpoints/{id}/secret', { params: { path } });
  const inbox = new Inbox(billing, position.endpoint, (reason) => output.note(`${reason} Reconnecting ...`));
  const listener = new Listener(output, options.forward, secret, stop);
  output.note(`Listening to the inbox ${position.endpoint}, forwarding to ${options.forward}. Ctrl-C ends.`);
  try {
    for await (const event of inbox.events(() => position.sequence, stop)) {
      if (event.type === 'request') await listener.handle(event.request);
      const sequence = event.type === 'request' ? event.request.sequence : event.sequence;
      position = { ...position, sequence };
      positions.save(position);
    }
  } catch (error) {
    if (!stop.aborted) throw error;
  }
}

/** Returns where to begin: in the inbox that is asked for, in that of the last time, or in a new one. */
async function startOf(billing: BillingClient, positions: Positions, asked?: string): Promise<Position> {
  const last = positions.current;
  const known = last !== null && (asked === undefined || asked === last.endpoint) ? last : null;
  const start = known ?? (asked === undefined ? null : { endpoint: asked, sequence: null });
  if (start !== null && (await isThere(billing, start.endpoint, asked !== undefined))) return start;
  const { id } = await billing.post('/v1/webhook_endpoints', { body: { url: 'inbox' } });
  return { endpoint: id, sequence: 0 };
}

/** An inbox of the last time may be deleted, or be of another organization; one that is asked for must be there. */
async function isThere(billing: BillingClient, id: string, isRequired: boolean): Promise<boolean> {
  try {
    const { url } = await billing.get('/v1/webhook_endpoints/{id}', { params: { path: { id } } });
    return url === 'inbox' || isRequired; // the API says what is wrong with an endpoint that is none
  } catch (error) {
    if (!isRequired && ProblemError.is(error, 'not_found')) return false;
    throw error;
  }
}

/** Verifies and forwards requests, and prints a line for each. */
class Listener {
  constructor(
    private readonly output: Output,
    private readonly url: string,
    private readonly secret: string,
    private readonly signal: AbortSignal,
  ) {}

  async handle(request: Schemas['InboxRequest']): Promise<void> {
    const { body, headers, webhook_id, webhook_type, created_at } = request;
    if (!this.isGenuine(request)) {
      this.output.note(`${webhook_id} is not forwarded: its signature does not hold.`);
      return;
    }
    const startedAt = performance.now();
    const status = await forward(this.url, { body, headers }, this.signal, (reason) =>
      this.output.note(`${this.url} does not respond (${reason}). Trying again ...`),
    );
    const ms = Math.round(performance.now() - startedAt);
    this.output.result(
      { webhook_id, webhook_type, created_at, status, duration_ms: ms },
      columns([created_at, 24], [webhook_type, 28], [String(status), 3], [`${ms} ms`, 8], [webhook_id, 36]),
    );
  }

  private isGenuine({ body, headers }: Schemas['InboxRequest']): boolean {
    try {
      webhooks.verify(body, headers, this.secret, ANY_AGE);
      return true;
    } catch (error) {
      if (error instanceof WebhookVerificationError) return false;
      throw error;
    }
  }
}

/** Returns a signal that Ctrl-C and SIGTERM abort. */
function interruption(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => controller.abort());
  return controller.signal;
}
