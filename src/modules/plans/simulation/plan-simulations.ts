import { Injectable } from '@nestjs/common';
import { Transactions, type Caller, type Transaction } from '../../../platform/database/transactions';
import { ChargeModels } from '../charge-models';
import { PlansService } from '../plans.service';
import { simulate, type PartOfPeriod, type SimulatedUsage, type Simulation } from './plan-simulation.rules';

/** Prices supposed usage by the current version of a plan; stores nothing (docs/billing-rules.md#simulation). */
@Injectable()
export class PlanSimulations {
  constructor(
    private readonly transactions: Transactions,
    private readonly plans: PlansService,
    private readonly models: ChargeModels,
  ) {}

  /** @throws NotFoundError for an unknown plan; ValidationFailedError naming the usage that is wrong. */
  simulate(caller: Caller, planId: string, usage: readonly SimulatedUsage[]): Promise<Simulation> {
    return this.transactions.readFor(caller, (tx) =>
      this.simulateIn(tx, caller.organizationId, planId, usage),
    );
  }

  /** As `simulate`, in an open transaction. @param part of the billing period; all of it by default. */
  async simulateIn(
    tx: Transaction,
    organizationId: string,
    planId: string,
    usage: readonly SimulatedUsage[],
    part?: PartOfPeriod,
  ): Promise<Simulation> {
    const { current } = await this.plans.getIn(tx, organizationId, planId);
    return simulate(this.models, current, usage, part);
  }
}
