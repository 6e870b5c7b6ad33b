import { webhooks, WebhookVerificationError, type BillingClient } from '@billing-service/sdk';
import type { Command } from 'commander';
import { clientOf, type Context } from '../context.js';
import { EXIT, UsageError, type ExitCode } from '../failure.js';
import { Forwarder } from '../listen/forwarder.js';
import { InboxEndpoint } from '../listen/inbox-endpoint.js';
import { InboxStream } from '../listen/inbox-stream.js';
import { messageOf, type InboxMessage } from '../listen/message.js';
import { Position } from '../listen/position.js';
import type { Run } from '../program.js';
import { examples } from './examples.js';

interface ListenOptions {
  forward: string;
  endpoint?: string;
}

export function addListen(parent: Command, run: Run): void {
  parent
    .command('listen')
    .description('forward the webhooks of an inbox to a receiver on this machine')
    .requiredOption('--forward <url>', 'URL of the receiver, which gets each webhook as a POST')
    .option('--endpoint <id>', 'ID of an endpoint with the url "inbox" (default: one that is created once)')
    .addHelpText(
      'after',
      examples(
        'billing listen --forward http://localhost:8080/webhooks',
        'billing listen --forward http://localhost:8080/webhooks --json',
      ) +
        '\n\nWebhooks are forwarded in order, with the original headers and the signed bytes. If the receiver is down,' +
        '\nthey wait. The next "billing listen" continues after the last one, also after a crash: a receiver can get a' +
        '\nwebhook twice, and must ignore a webhook-id that it has processed. Ctrl-C stops.',
    )
    .action((options: ListenOptions) => run((context) => listen(context, options)));
}

async function listen(context: Context, { forward, endpoint }: ListenOptions): Promise<ExitCode> {
  const { output, settings, signal } = context;
  checkUrl(forward);
  const client = clientOf(context);
  const endpointId = endpoint ?? (await new InboxEndpoint(client, signal).findOrCreate());
  const { secret } = await client.webhookEndpoints.getSecret(endpointId, { signal });
  output.note(`Forwarding endpoint ${endpointId} to ${forward}. Its secret is ${secret}`);
  const position = new Position(settings.folder, endpointId);
  const stream = new InboxStream({ ...settings.credentials(), endpointId, signal, output });
  const relay = new Relay(context, client, endpointId, secret, forward);
  try {
    for await (const { id, data } of stream.events(() => position.lastEventId)) {
      if (data !== null) await relay.handle(messageOf(data));
      if (id !== null) position.moveTo(id);
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return EXIT.done;
}

/** Verifies and forwards messages. */
class Relay {
  private readonly forwarder: Forwarder;

  constructor(
    private readonly context: Context,
    private readonly client: BillingClient,
    private readonly endpointId: string,
    private secret: string,
    url: string,
  ) {
    this.forwarder = new Forwarder({ url, signal: context.signal, output: context.output });
  }

  async handle(message: InboxMessage): Promise<void> {
    const kind = message.headers['x-svc-event'] ?? 'unknown';
    const event = { webhook_type: kind, delivery_id: message.id, received_at: message.received_at };
    const problem = await this.problemOf(message);
    if (problem !== null) {
      const text = `${kind}  ${message.id}  not forwarded: ${problem}`;
      this.context.output.result({ ...event, status: null, error: problem }, text);
      return;
    }
    const status = await this.forwarder.send(message.headers, message.body);
    this.context.output.result({ ...event, status }, `${kind}  ${message.id}  ${status}`);
  }

  /** Returns why the signature is not valid; null if it is. The secret may have been rotated since the last message. */
  private async problemOf(message: InboxMessage): Promise<string | null> {
    const before = problemWith(message, this.secret);
    if (before === null) return null;
    const { signal } = this.context;
    this.secret = (await this.client.webhookEndpoints.getSecret(this.endpointId, { signal })).secret;
    return problemWith(message, this.secret);
  }
}

/** An inbox keeps messages for longer than a signature is accepted: judge the age at the time of arrival. */
function problemWith({ body, headers, received_at }: InboxMessage, secret: string): string | null {
  try {
    webhooks.verify(body, headers, secret, { now: new Date(received_at) });
    return null;
  } catch (error) {
    if (error instanceof WebhookVerificationError) return error.message;
    throw error;
  }
}

function checkUrl(text: string): void {
  const isWeb = URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol);
  if (!isWeb) throw new UsageError(`--forward "${text}" is not a URL that begins with http:// or https://.`);
}
