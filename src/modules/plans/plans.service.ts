import { Inject, Injectable } from '@nestjs/common';
import { Transactions, type Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { newId } from '../../platform/domain/id';
import { NotFoundError } from '../../platform/errors/app-error';
import { Extensions, assertDeletable, extensionPoint, type DeletionGuard } from '../../platform/extensions';
import type { Page, PageQuery } from '../../platform/http/paging';
import { NO_PRECONDITION, type Precondition } from '../../platform/http/versions';
import { AppliedTaxes, sortedCodes } from '../taxes';
import type { Plan, PlanChanges, PlanInput, PlanVersion } from './plan';
import { simulate, type PartOfPeriod, type SimulatedUsage, type Simulation } from './plan-simulation.rules';
import { PlanVersions } from './plan-versions';
import type { PlanEntity } from './plan.entity';
import { isSameDescription, isSamePrice, planTermsOf } from './plan.rules';
import { PlansRepository } from './plans.repository';

/** Guards against the deletion of a plan. */
export const PLAN_DELETION_GUARDS = extensionPoint<DeletionGuard>('plan deletion guards');

/** Manages plans and their versions (docs/billing-rules.md). */
@Injectable()
export class PlansService {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: PlansRepository,
    private readonly versions: PlanVersions,
    private readonly taxes: AppliedTaxes,
    private readonly extensions: Extensions,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * @throws ConflictError if the code is taken; ValidationFailedError for invalid charges or unknown taxes.
   */
  create(organizationId: string, input: PlanInput): Promise<Plan> {
    this.versions.assertSound(input.charges);
    return this.transactions.runFor(organizationId, async (tx) => {
      const charges = await this.versions.resolveCharges(tx, organizationId, input.charges);
      const now = this.clock.now();
      const id = newId();
      const { code, name, description, taxCodes } = input;
      const dates = { createdAt: now, updatedAt: now, deletedAt: null };
      const described = { code, name, description, currentVersionId: newId() };
      const row = { organizationId, id, ...described, ...dates, rowVersion: 1 };
      await this.repository.insert(tx, row);
      const version = { id: row.currentVersionId, planId: id, version: 1, createdAt: now };
      const terms = { ...version, ...planTermsOf(input) };
      const current = await this.versions.insert(tx, organizationId, terms, charges);
      await this.taxes.replace(tx, organizationId, 'plan', id, taxCodes);
      return { ...row, current, taxCodes: sortedCodes(taxCodes) };
    });
  }

  list(organizationId: string, filters: { code: string | undefined }, query: PageQuery): Promise<Page<Plan>> {
    return this.transactions.readFor(organizationId, async (tx) => {
      const page = await this.repository.list(tx, organizationId, filters, query);
      return { ...page, items: await this.complete(tx, organizationId, page.items) };
    });
  }

  get(organizationId: string, id: string): Promise<Plan> {
    return this.transactions.readFor(organizationId, async (tx) =>
      this.completeOne(tx, await this.repository.find(tx, organizationId, id)),
    );
  }

  /**
   * Applies changes; a no-op if nothing changes. A changed price creates a new version, which applies to new
   * subscriptions only.
   */
  update(
    organizationId: string,
    id: string,
    changes: PlanChanges,
    precondition: Precondition<Plan> = NO_PRECONDITION,
  ): Promise<Plan> {
    this.versions.assertSound(changes.charges ?? []);
    return this.transactions.runFor(organizationId, async (tx) => {
      const before = await this.lock(tx, organizationId, id);
      precondition.assertMet(before);
      const { name = before.name, description = before.description, taxCodes = before.taxCodes } = changes;
      const described: Plan = { ...before, name, description, taxCodes: sortedCodes(taxCodes) };
      const current = await this.changePrice(tx, before, changes);
      if (current === before.current && isSameDescription(before, described)) return before;
      const updatedAt = this.clock.now();
      const after: Plan = { ...described, current, currentVersionId: current.id, updatedAt };
      const { rowVersion } = await this.repository.update(tx, rowOf(after));
      await this.taxes.replace(tx, organizationId, 'plan', id, taxCodes);
      return { ...after, rowVersion };
    });
  }

  /**
   * Deletes a plan.
   *
   * @throws InvalidStateError while a deletion guard objects, e.g. because a subscription uses the plan.
   */
  delete(organizationId: string, id: string): Promise<void> {
    return this.transactions.runFor(organizationId, async (tx) => {
      const plan = await this.lock(tx, organizationId, id);
      await assertDeletable(this.extensions, PLAN_DELETION_GUARDS, tx, organizationId, id);
      const now = this.clock.now();
      await this.repository.update(tx, { ...rowOf(plan), deletedAt: now, updatedAt: now });
      await this.taxes.replace(tx, organizationId, 'plan', id, []);
    });
  }

  /** Finds plans by code and keeps them from being deleted until the transaction ends. */
  findForUse(
    tx: Transaction,
    organizationId: string,
    codes: readonly string[],
  ): Promise<Pick<Plan, 'id' | 'code'>[]> {
    return this.repository.findForUse(tx, organizationId, codes);
  }

  /**
   * Prices one billing period of the current version.
   *
   * @param part the days on which units of prorated charges are held; by default all days of the period.
   * @throws NotFoundError
   * @throws ValidationFailedError naming the field of `usage` that does not fit the plan.
   */
  async simulate(
    organizationId: string,
    id: string,
    usage: readonly SimulatedUsage[],
    part?: PartOfPeriod,
  ): Promise<Simulation> {
    const { current } = await this.get(organizationId, id);
    return simulate(current, usage, part);
  }

  /**
   * Returns a version, even of a deleted plan.
   *
   * @throws NotFoundError
   */
  async getVersion(tx: Transaction, organizationId: string, planVersionId: string): Promise<PlanVersion> {
    const version = (await this.findVersions(tx, organizationId, [planVersionId])).get(planVersionId);
    if (version === undefined) throw new NotFoundError('plan version');
    return version;
  }

  /** Returns versions in a map by ID, with a fixed number of statements. Omits IDs that do not exist. */
  findVersions(
    tx: Transaction,
    organizationId: string,
    planVersionIds: readonly string[],
  ): Promise<Map<string, PlanVersion>> {
    return this.versions.find(tx, organizationId, planVersionIds);
  }

  /**
   * Returns the current name of a plan, even if it is deleted.
   *
   * @throws NotFoundError
   */
  async nameOf(tx: Transaction, organizationId: string, id: string): Promise<string> {
    const name = (await this.namesOf(tx, organizationId, [id])).get(id);
    if (name === undefined) throw new NotFoundError('plan');
    return name;
  }

  /** Returns the current names of plans in a map by ID, even of deleted plans. Omits IDs that do not exist. */
  namesOf(tx: Transaction, organizationId: string, ids: readonly string[]): Promise<Map<string, string>> {
    return this.repository.findNames(tx, organizationId, ids);
  }

  /** Returns the current version if the price stays the same, or else a new one. */
  private async changePrice(tx: Transaction, plan: Plan, changes: PlanChanges): Promise<PlanVersion> {
    const { organizationId, id: planId, current } = plan;
    const charges =
      changes.charges === undefined
        ? current.charges
        : await this.versions.resolveCharges(tx, organizationId, changes.charges);
    const terms = planTermsOf({ ...current, ...changes });
    if (isSamePrice(current, { ...terms, charges })) return current;
    const version = { id: newId(), planId, version: current.version + 1, createdAt: this.clock.now() };
    return this.versions.insert(tx, organizationId, { ...version, ...terms }, charges);
  }

  private async lock(tx: Transaction, organizationId: string, id: string): Promise<Plan> {
    return this.completeOne(tx, await this.repository.findForUpdate(tx, organizationId, id));
  }

  private async completeOne(tx: Transaction, row: PlanEntity | null): Promise<Plan> {
    const [plan] = row === null ? [] : await this.complete(tx, row.organizationId, [row]);
    if (plan === undefined) throw new NotFoundError('plan');
    return plan;
  }

  private async complete(
    tx: Transaction,
    organizationId: string,
    rows: readonly PlanEntity[],
  ): Promise<Plan[]> {
    const versionIds = rows.map((it) => it.currentVersionId);
    const ids = rows.map((it) => it.id);
    const versions = await this.versions.find(tx, organizationId, versionIds);
    const codes = await this.taxes.codesByOwner(tx, organizationId, 'plan', ids);
    return rows.map((row) => {
      const current = versions.get(row.currentVersionId);
      if (current === undefined) throw new Error(`Plan ${row.id} has no version`);
      return { ...row, current, taxCodes: codes.get(row.id) ?? [] };
    });
  }
}

function rowOf({ current: _, taxCodes: __, ...row }: Plan): PlanEntity {
  return row;
}
