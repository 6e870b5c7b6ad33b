import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { Transactions } from '../../../platform/database/transactions';
import { registry } from '../../../platform/observability/metrics';
import { CollectionFiguresRepository, OPEN_AGES } from './collection-figures.repository';

const openCollections = new Gauge({
  name: 'billing_collections_open',
  help: 'Collections of all organizations that can still take money, by age',
  labelNames: ['age'] as const,
  registers: [registry],
});

const unknownMoney = new Gauge({
  name: 'billing_money_unknown',
  help: 'Money in the minor unit of its currency of which it is not known whether, or for what, it was taken, by source',
  labelNames: ['source', 'currency'] as const,
  registers: [registry],
});

/** Reads the figures from the database on every scrape, so that all instances report the same, also after a restart. */
@Injectable()
export class CollectionMetrics implements OnModuleInit {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: CollectionFiguresRepository,
  ) {}

  onModuleInit(): void {
    Object.assign(openCollections, { collect: () => this.collectOpen() });
    Object.assign(unknownMoney, { collect: () => this.collectUnknown() });
  }

  private async collectOpen(): Promise<void> {
    const counts = await this.repository.openByAge(this.transactions.reader).catch(() => null);
    if (counts === null) return; // the database is away: the last known values stay
    for (const age of OPEN_AGES) openCollections.set({ age }, counts.get(age) ?? 0);
  }

  private async collectUnknown(): Promise<void> {
    const unknown = await this.repository.unknownMoney(this.transactions.reader).catch(() => null);
    if (unknown === null) return;
    unknownMoney.reset();
    for (const { source, currency, cents } of unknown) unknownMoney.set({ source, currency }, cents);
  }
}
