import { createRequire } from 'node:module';
import { Command, InvalidArgumentError, Option } from 'commander';
import {
  cancelCollection,
  collectInvoice,
  linkInvoice,
  listCollections,
  type CollectionsOptions,
  type LinkOptions,
} from './commands/collections.js';
import { events, type EventsOptions } from './commands/events.js';
import { login } from './commands/login.js';
import { refundPayment, reviewPayments, type RefundOptions } from './commands/payments.js';
import { retryDeliveries, type RetryOptions } from './commands/retry-deliveries.js';
import { trigger } from './commands/trigger.js';
import { DEFAULT_URL } from './credentials.js';
import { listen, type ListenOptions } from './listen/listen.js';
import { Output } from './output.js';
import { usageImport, type ImportOptions } from './usage-import/usage-import.js';

const { version } = createRequire(import.meta.url)('../package.json') as { version: string };

const LOGIN_HELP = `
The key comes from "billing login", or from BILLING_API_KEY with BILLING_URL.
Exit codes: 0 done, 1 failed, 2 wrong use or no login.`;

/** Returns the commands and their options. */
export function program(): Command {
  const billing = new Command('billing')
    .description('The command line of the billing service')
    .version(version)
    .exitOverride()
    .configureOutput(process.argv.includes('--json') ? { outputError: () => undefined } : {})
    .configureHelp({ showGlobalOptions: true })
    .addHelpText('after', LOGIN_HELP);
  addLogin(billing);
  addWebhookCommands(billing);
  addListen(billing);
  addDeliveries(billing);
  addUsage(billing);
  addCollecting(billing);
  addPayments(billing);
  return billing;
}

/** Adds a command to a parent, with `--json`, which every command has. */
function command(parent: Command, signature: string, description: string): Command {
  return parent.command(signature).description(description).option('--json', 'print JSON, a line each');
}

interface Json {
  json?: true;
}

const outputOf = ({ json }: Json): Output => new Output(json === true);

function addLogin(billing: Command): void {
  command(billing, 'login', 'store an API key, typed or piped in, in a file that only you can read')
    .option('--url <url>', 'address of the service', process.env['BILLING_URL'] ?? DEFAULT_URL)
    .action((options: { url: string; json?: true }) => login(outputOf(options), options));
}

function addWebhookCommands(billing: Command): void {
  command(billing, 'events', 'list the latest webhook events with their deliveries, newest first')
    .option('--kind <kind>', 'only events of this kind, such as invoice.finalized')
    .option('--endpoint <id>', 'only deliveries to this endpoint')
    .addOption(
      new Option('--status <status>', 'only deliveries in this status').choices([
        'pending',
        'succeeded',
        'failed',
      ]),
    )
    .option('--limit <number>', 'how many', positive, 20)
    .action((options: EventsOptions & { json?: true }) => events(outputOf(options), options));
  command(billing, 'trigger <kind>', 'send a marked sample of a kind of event to one endpoint')
    .requiredOption('--endpoint <id>', 'the endpoint')
    .action((kind: string, options: { endpoint: string; json?: true }) =>
      trigger(outputOf(options), kind, options),
    );
}

function addDeliveries(billing: Command): void {
  const deliveries = billing.command('deliveries').description('deliveries of webhooks');
  command(deliveries, 'retry', 'retry the failed deliveries of a span to one endpoint')
    .requiredOption('--endpoint <id>', 'the endpoint')
    .requiredOption('--since <time>', 'such as 2026-01-31T12:00:00Z, or 2h for two hours ago')
    .option('--until <time>', 'end of the span; now if left out')
    .action((options: RetryOptions & { json?: true }) => retryDeliveries(outputOf(options), options));
}

function addListen(billing: Command): void {
  command(
    billing,
    'listen',
    'forward webhooks to a receiver on your machine; started again, it goes on where it stopped',
  )
    .requiredOption('--forward <url>', 'address of the receiver')
    .option('--endpoint <id>', 'the inbox; one of its own by default')
    .action((options: ListenOptions & { json?: true }) => listen(outputOf(options), options));
}

function addUsage(billing: Command): void {
  const usage = billing.command('usage').description('usage events');
  command(
    usage,
    'import <file>',
    'import usage events from a CSV or NDJSON file; run again, it goes on where it was',
  )
    .addOption(
      new Option('--format <format>', 'format of the file; by its name if left out').choices([
        'csv',
        'ndjson',
      ]),
    )
    .option('--restart', 'start from the first line; events that were imported count once')
    .action((file: string, options: ImportOptions & { json?: true }) =>
      usageImport(outputOf(options), file, options),
    );
}

const COLLECTION_STATUSES = 'created open processing succeeded failed canceled unknown'.split(' ');

function addCollecting(billing: Command): void {
  const collections = billing.command('collections').description('links and charges that collect money');
  command(collections, 'list', 'list the latest collections, newest first')
    .addOption(new Option('--status <status>', 'only those in this status').choices(COLLECTION_STATUSES))
    .option('--invoice <id>', 'only those of this invoice')
    .option('--customer <id>', 'only those of this customer')
    .option('--provider <name>', 'only those of this provider')
    .option('--limit <number>', 'how many', positive, 20)
    .action((options: CollectionsOptions & Json) => listCollections(outputOf(options), options));
  command(collections, 'cancel <id>', 'end a link or charge, so that it takes no money any more').action(
    (id: string, options: Json) => cancelCollection(outputOf(options), id),
  );
  const invoices = billing.command('invoices').description('invoices and their money');
  command(invoices, 'collect <id>', 'charge the default payment method of the customer').action(
    (id: string, options: Json) => collectInvoice(outputOf(options), id),
  );
  command(invoices, 'link <id>', 'print the address on which the customer pays')
    .requiredOption('--return-to <url>', 'where the customer goes afterwards')
    .option('--provider <name>', 'whose page it is; the only connected one if left out')
    .action((id: string, options: LinkOptions & Json) => linkInvoice(outputOf(options), id, options));
}

function addPayments(billing: Command): void {
  const payments = billing.command('payments').description('money that has arrived');
  command(payments, 'review', 'list the payments about which a person has to decide')
    .option('--limit <number>', 'how many', positive, 20)
    .action((options: { limit: number } & Json) => reviewPayments(outputOf(options), options));
  command(payments, 'refund <id>', 'refund a payment through its provider')
    .option(
      '--amount <number>',
      'how much, in the minor unit such as cents; all that is left if left out',
      positive,
    )
    .option('--credit-note <id>', 'the credit note that it is for')
    .action((id: string, options: RefundOptions & Json) => refundPayment(outputOf(options), id, options));
}

function positive(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('It must be a whole number of 1 or more.');
  return Number(text);
}
