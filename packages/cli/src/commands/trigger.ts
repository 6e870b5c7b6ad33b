import type { TestWebhookEndpoint } from '@billing-service/sdk';
import type { Command } from 'commander';
import { clientOf, type Context } from '../context.js';
import { EXIT, UsageError, type ExitCode } from '../failure.js';
import { InboxEndpoint } from '../listen/inbox-endpoint.js';
import type { Run } from '../program.js';
import { examples } from './examples.js';

export function addTrigger(parent: Command, run: Run): void {
  parent
    .command('trigger')
    .description('send a sample event, about a made-up object, to one webhook endpoint')
    .argument('<kind>', 'kind of the event, such as invoice.finalized')
    .option('--endpoint <id>', 'ID of the endpoint (default: the inbox of "billing listen")')
    .addHelpText(
      'after',
      examples(
        'billing trigger invoice.finalized',
        'billing trigger payment.failed --endpoint 0199a3c4-5b7e-7d11-8c55-0e3b5a7f9d21',
      ),
    )
    .action((kind: string, options: { endpoint?: string }) =>
      run((context) => trigger(context, kind, options.endpoint)),
    );
}

async function trigger(context: Context, kind: string, endpoint: string | undefined): Promise<ExitCode> {
  const { output, signal } = context;
  const client = clientOf(context);
  const id = endpoint ?? (await new InboxEndpoint(client, signal).find())?.id;
  if (id === undefined) {
    throw new UsageError('There is no inbox yet: run "billing listen" first, or pass --endpoint.');
  }
  // The service knows its kinds better than the types of this version do, and lists them in its error.
  const body = { webhook_type: kind as NonNullable<TestWebhookEndpoint['webhook_type']> };
  const delivery = await client.webhookEndpoints.test(id, body, { signal });
  output.result(delivery, `Sent ${delivery.webhook_type} to ${id} as delivery ${delivery.id}.`);
  return EXIT.done;
}
