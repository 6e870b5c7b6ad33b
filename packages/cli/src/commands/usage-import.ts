import type { Command } from 'commander';
import { clientOf, type Context } from '../context.js';
import { EXIT, UsageError, type ExitCode } from '../failure.js';
import { Journal } from '../import/journal.js';
import { Source } from '../import/source.js';
import { UsageImport } from '../import/usage-import.js';
import type { Run } from '../program.js';
import { examples } from './examples.js';

const MAX_CONCURRENCY = 16;

interface ImportOptions {
  format?: string;
  rejected?: string;
  concurrency: string;
  idPrefix?: string;
}

export function addUsageImport(parent: Command, run: Run): void {
  parent
    .command('import')
    .description('send the usage events of a file, in batches; run it again to continue after a crash')
    .argument('<file>', 'CSV with a header row, or NDJSON; - reads stdin, and cannot be continued')
    .option('--format <format>', 'csv or ndjson (default: by the extension .csv, .ndjson or .jsonl)')
    .option('--rejected <file>', 'file for rejected lines (default: FILE.rejected, or stdin.rejected)')
    .option('--concurrency <number>', `batches on their way at the same time, 1 to ${MAX_CONCURRENCY}`, '4')
    .option(
      '--id-prefix <text>',
      'begins the transaction_id of lines without one (default: derived from the content of the file)',
    )
    .addHelpText(
      'after',
      examples(
        'billing usage import usage.csv',
        'billing usage import events.ndjson --json',
        'zcat usage.csv.gz | billing usage import - --format csv --id-prefix 2026-01',
      ) +
        '\n\nColumns of CSV: transaction_id, code, timestamp, external_subscription_id, external_customer_id. All others' +
        '\nare properties. A line of NDJSON is an event of the API. A line without transaction_id gets one from the' +
        '\ncontent of the file and its line number, so that importing a file twice counts it once.' +
        '\n\nExit code 1 if lines were rejected; the others are stored.',
    )
    .action((file: string, options: ImportOptions) => run((context) => importUsage(context, file, options)));
}

async function importUsage(context: Context, file: string, options: ImportOptions): Promise<ExitCode> {
  const { output, signal } = context;
  const concurrency = concurrencyOf(options.concurrency);
  const source = Source.of(file, options.format);
  const client = clientOf(context);
  const organization = await client.organizations.getCurrent({ signal });
  const sha256 = await source.sha256();
  const idPrefix = options.idPrefix ?? `import_${sha256.slice(0, 32)}`;
  const key = { sha256, organization_id: organization.id, id_prefix: idPrefix };
  const name = source.path ?? 'stdin';
  const statePath = source.path === null ? null : `${source.path}.import-state`;
  const journal = Journal.open(statePath, options.rejected ?? `${name}.rejected`, key);
  const resumedAt = journal.progress.lines;
  if (resumedAt > 0) output.note(`Continuing after ${resumedAt} lines.`);
  try {
    await new UsageImport(client, context, { source, journal, idPrefix, concurrency }).run();
  } catch (error) {
    if (statePath !== null && !(error instanceof UsageError)) {
      output.note(`Stopped after ${journal.progress.lines} lines. Run the same command again to continue.`);
    }
    throw error;
  } finally {
    output.endProgress();
    journal.close();
  }
  journal.finish();
  return report(context, name, journal, resumedAt);
}

function report({ output }: Context, file: string, journal: Journal, resumedAt: number): ExitCode {
  const { lines, accepted, duplicates, rejected } = journal.progress;
  const rejectedFile = rejected === 0 ? null : journal.rejectedPath;
  const where = rejectedFile === null ? '' : `, see ${rejectedFile}`;
  output.result(
    { file, lines, accepted, duplicates, rejected, rejected_file: rejectedFile, resumed_at: resumedAt },
    `Imported ${file}: ${lines} lines, ${accepted} accepted, ${duplicates} duplicates, ${rejected} rejected${where}.`,
  );
  return rejected === 0 ? EXIT.done : EXIT.failed;
}

function concurrencyOf(text: string): number {
  const number = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  if (number >= 1 && number <= MAX_CONCURRENCY) return number;
  throw new UsageError(`--concurrency must be a whole number from 1 to ${MAX_CONCURRENCY}.`);
}
