import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Transactions } from '../../platform/database/transactions';
import { queueDepth } from '../../platform/observability/metrics';

const STAGES = ['queued', 'leased', 'waiting'];

/** Counts the queued, leased and waiting deliveries each time the metrics are scraped. */
@Injectable()
export class QueueMetrics implements OnModuleInit {
  constructor(private readonly transactions: Transactions) {}

  onModuleInit(): void {
    Object.assign(queueDepth, { collect: () => this.collect() });
  }

  private async collect(): Promise<void> {
    const rows = await this.transactions.reader
      .query<{ stage: string; depth: string }[]>(
        `SELECT CASE WHEN leased_until IS NULL THEN stage ELSE 'leased' END AS stage, count(*) AS depth
           FROM webhook_queue WHERE open GROUP BY 1`,
      )
      .catch(() => null); // the database is unavailable: the gauge keeps its last value
    if (rows === null) return;
    const depths = new Map(rows.map((it) => [it.stage, Number(it.depth)]));
    for (const stage of STAGES) queueDepth.set({ stage }, depths.get(stage) ?? 0);
  }
}
