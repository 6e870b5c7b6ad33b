import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import type { Charge, PlanVersion } from '../plans';

/** What ingestion knows of a subscription. */
export interface MeteredSubscription {
  subscriptionId: string;
  externalId: string;
  customerId: string;
  /** Usage counts from here; null until it starts. */
  startedAt: Date | null;
  /** Usage counts up to here; null while it runs. */
  endedAt: Date | null;
}

/** A half-open window `[from, to)` whose usage is billed together under one version of a plan. */
export interface UsagePeriod {
  id: string;
  subscriptionId: string;
  planVersionId: string;
  from: Date;
  to: Date;
}

/** The usage of one charge, and what it costs. */
export interface ChargedUsage {
  charge: Charge;
  /** Aggregated and rounded as the metric says, a decimal string. */
  units: string;
  eventsCount: number;
  /** Unrounded, in major units, a decimal string. */
  amount: string;
  amountCents: bigint;
}

/** The usage of a period, charge by charge, from running aggregates. */
export interface PeriodUsage {
  period: UsagePeriod;
  customerId: string;
  planVersion: PlanVersion;
  charges: ChargedUsage[];
  /** The sum of the charges. */
  amountCents: bigint;
}

/**
 * Usage as billing sees it: which windows there are, and what was used in them (billing-rules.md, Usage events;
 * design/performance.md, Running aggregates). Costs what is new, never the history.
 */
@Injectable()
export class UsageMeter {
  /** Makes a subscription known to ingestion, in the transaction that creates it. */
  register(_tx: Transaction, _organizationId: string, _subscription: MeteredSubscription): Promise<void> {
    throw new Error('not built yet');
  }

  /** Sets when a subscription started or ended. */
  setLife(
    _tx: Transaction,
    _organizationId: string,
    _subscriptionId: string,
    _life: Pick<MeteredSubscription, 'startedAt' | 'endedAt'>,
  ): Promise<void> {
    throw new Error('not built yet');
  }

  /** Begins a window; takes in what arrived for it ahead of time and what recurring metrics carry over. */
  openPeriod(_tx: Transaction, _organizationId: string, _period: UsagePeriod): Promise<void> {
    throw new Error('not built yet');
  }

  /** Ends a window early, at a plan change or termination. */
  endPeriod(_tx: Transaction, _organizationId: string, _periodId: string, _to: Date): Promise<void> {
    throw new Error('not built yet');
  }

  /** Its invoice is final: what arrives for it from now on is late. Waits for ingestion under way. */
  closePeriod(_tx: Transaction, _organizationId: string, _periodId: string): Promise<void> {
    throw new Error('not built yet');
  }

  /** @throws AmountOutOfRangeError beyond 2^53-1 cents. */
  usageOf(_tx: Transaction, _organizationId: string, _periodId: string): Promise<PeriodUsage> {
    throw new Error('not built yet');
  }
}
