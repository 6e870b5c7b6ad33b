import type { BillingClient } from '@billing-service/sdk';
import type { Context } from '../context.js';
import { batchesOf, type Batch } from './batches.js';
import { columnsOf, EventReader } from './events.js';
import type { Journal } from './journal.js';
import type { RawRecord } from './records.js';
import { BatchSender, type Outcome } from './sender.js';
import type { Source } from './source.js';

export interface UsageImportOptions {
  source: Source;
  journal: Journal;
  idPrefix: string;
  /** Maximum number of batches on their way. */
  concurrency: number;
}

interface SentBatch {
  batch: Batch;
  outcome: Promise<Outcome>;
}

/** Sends the records of a file in batches, and confirms them in the order of the file. */
export class UsageImport {
  private readonly startedAt = performance.now();
  private readonly linesBefore: number;
  /** Stops the batches on their way when one of them fails. */
  private readonly abort = new AbortController();
  private readonly sender: BatchSender;

  constructor(
    client: BillingClient,
    private readonly context: Context,
    private readonly options: UsageImportOptions,
  ) {
    this.linesBefore = options.journal.progress.lines;
    this.sender = new BatchSender(client, context, this.abort.signal);
  }

  async run(): Promise<void> {
    const { source, journal, idPrefix, concurrency } = this.options;
    const stop = (): void => this.abort.abort(this.context.signal.reason);
    this.context.signal.addEventListener('abort', stop);
    const onTheWay: SentBatch[] = [];
    try {
      const records = source.records(journal.progress);
      const columns = await this.columns(records);
      for await (const batch of batchesOf(records, new EventReader(columns, idPrefix))) {
        onTheWay.push(this.send(batch));
        if (onTheWay.length >= concurrency) await this.confirm(onTheWay.shift());
      }
      while (onTheWay.length > 0) await this.confirm(onTheWay.shift());
    } finally {
      this.abort.abort();
      this.context.signal.removeEventListener('abort', stop);
      await Promise.allSettled(onTheWay.map((it) => it.outcome));
    }
  }

  /** Reads the header of a CSV file, unless an earlier run has. */
  private async columns(records: AsyncGenerator<RawRecord>): Promise<string[] | null> {
    const { source, journal } = this.options;
    if (source.format === 'ndjson' || journal.progress.columns !== null) return journal.progress.columns;
    const first = await records.next();
    const header = first.done === true ? undefined : first.value;
    const columns = columnsOf(header);
    journal.begin(columns, header?.end ?? 0, header?.nextLine ?? 1);
    return columns;
  }

  private send(batch: Batch): SentBatch {
    const outcome = this.sender.send(batch.lines);
    // The batch is awaited later; until then, its failure must not count as unhandled.
    outcome.catch(() => undefined);
    return { batch, outcome };
  }

  private async confirm(sent: SentBatch | undefined): Promise<void> {
    if (sent === undefined) return;
    const { batch } = sent;
    const { accepted, duplicates, rejected } = await sent.outcome;
    const all = [...batch.rejected, ...rejected].sort((a, b) => a.line - b.line);
    const { journal } = this.options;
    journal.confirm({ accepted, duplicates, rejected: all }, batch.records, batch.end, batch.nextLine);
    this.show();
  }

  private show(): void {
    const { source, journal } = this.options;
    const { lines, offset, rejected } = journal.progress;
    const perSecond = ((lines - this.linesBefore) / (performance.now() - this.startedAt)) * 1000;
    const label = `${lines} lines, ${rejected} rejected, ${Math.round(perSecond)} lines/s`;
    this.context.output.progress(offset, source.size, label);
  }
}
