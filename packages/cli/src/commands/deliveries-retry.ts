import type { BillingClient, ListWebhookDeliveriesQuery } from '@billing-service/sdk';
import type { Command } from 'commander';
import { clientOf, type Context } from '../context.js';
import { EXIT, exitCodeOf, failureOf, type ExitCode, type Failure } from '../failure.js';
import type { Run } from '../program.js';
import { instantOf } from '../time.js';
import { examples } from './examples.js';

const PAGE = 1000;
const IN_FLIGHT = 4;

interface RetryOptions {
  since: string;
  endpoint?: string;
  kind?: string;
}

export function addDeliveriesRetry(parent: Command, run: Run): void {
  parent
    .command('retry')
    .description('queue all failed deliveries since a time for another attempt')
    .requiredOption(
      '--since <time>',
      'creation of the oldest delivery: 30s, 90m, 2h, 7d or 2026-01-31T12:00:00Z',
    )
    .option('--endpoint <id>', 'only deliveries to this endpoint')
    .option('--kind <kind>', 'only events of this kind, such as invoice.finalized')
    .addHelpText(
      'after',
      examples(
        'billing deliveries retry --since 2h',
        'billing deliveries retry --since 2026-01-31T12:00:00Z --kind invoice.finalized',
      ) + '\n\nExit code 1 if a delivery could not be queued; the others are.',
    )
    .action((options: RetryOptions) => run((context) => retryDeliveries(context, options)));
}

async function retryDeliveries(context: Context, options: RetryOptions): Promise<ExitCode> {
  const { output } = context;
  const since = instantOf(options.since, new Date()).toISOString();
  const client = clientOf(context);
  const ids = await failedDeliveries(context, client, since, options);
  const errors = await retryAll(context, client, ids);
  output.endProgress();
  const retried = ids.length - errors.length;
  output.result(
    { since, found: ids.length, retried, failed: errors.length, errors },
    `Queued ${retried} of ${ids.length} failed deliveries since ${since}.`,
  );
  return errors.length === 0 ? EXIT.done : EXIT.failed;
}

/** Collects the IDs before the first retry, because a retried delivery leaves the list and would shift its pages. */
async function failedDeliveries(
  { output, signal }: Context,
  client: BillingClient,
  since: string,
  { endpoint, kind }: RetryOptions,
): Promise<string[]> {
  const query: ListWebhookDeliveriesQuery = {
    status: 'failed',
    created_after: since,
    order_by: 'created_at:asc',
    limit: PAGE,
    ...(endpoint === undefined ? {} : { webhook_endpoint_id: endpoint }),
    ...(kind === undefined
      ? {}
      : { webhook_type: kind as NonNullable<ListWebhookDeliveriesQuery['webhook_type']> }),
  };
  const ids = new Set<string>();
  const first = await client.webhookDeliveries.list(query, { signal });
  for (let page: typeof first | null = first; page !== null; page = await page.nextPage()) {
    for (const { id } of page.items) ids.add(id);
    output.progress(ids.size, page.totalCount, `${ids.size} failed deliveries found`);
  }
  return [...ids];
}

/** Retries deliveries, a few at a time and the oldest first. Returns the errors. */
async function retryAll(
  { output, signal }: Context,
  client: BillingClient,
  ids: readonly string[],
): Promise<(Failure & { delivery_id: string })[]> {
  const errors: (Failure & { delivery_id: string })[] = [];
  const queue = ids.values();
  let done = 0;
  const work = async (): Promise<void> => {
    for (const id of queue) {
      try {
        await client.webhookDeliveries.retry(id, { signal });
      } catch (error) {
        signal.throwIfAborted();
        if (exitCodeOf(error) === EXIT.usage) throw error; // the key was revoked: no other retry would succeed
        const failure = { delivery_id: id, ...failureOf(error) };
        errors.push(failure);
        if (!output.isJson) output.note(`Delivery ${id}: ${failure.message}`);
      }
      output.progress(++done, ids.length, `${done} of ${ids.length} deliveries`);
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, work));
  return errors;
}
