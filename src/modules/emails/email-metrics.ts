import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Counter, Gauge } from 'prom-client';
import { Transactions } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { registry } from '../../platform/observability/metrics';
import { EmailsRepository } from './emails.repository';

/** How attempts to send e-mails ended. */
export const emailAttempts = new Counter({
  name: 'billing_emails_total',
  help: 'Attempts of this process to send an e-mail, by kind and outcome (sent, retried, bounced, failed, canceled)',
  labelNames: ['kind', 'outcome'] as const,
  registers: [registry],
});

const oldestWaiting = new Gauge({
  name: 'billing_emails_oldest_waiting_seconds',
  help: 'How long the oldest e-mail has waited to be sent, retries included, of all processes; 0 when none waits',
  registers: [registry],
});

/** Measures what waits whenever the metrics are scraped: what is retried is not due, so that the queue does not show it. */
@Injectable()
export class EmailMetrics implements OnModuleInit {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: EmailsRepository,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    Object.assign(oldestWaiting, { collect: () => this.collect() });
  }

  private async collect(): Promise<void> {
    // The database is away: the gauge keeps its last value.
    const at = await this.repository.oldestWaiting(this.transactions.reader).catch(() => undefined);
    if (at === undefined) return;
    oldestWaiting.set(at === null ? 0 : Math.max(0, (this.clock.now().getTime() - at.getTime()) / 1000));
  }
}
