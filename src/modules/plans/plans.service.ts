import { Inject, Injectable } from '@nestjs/common';
import { mapPage } from '../../platform/database/read-page';
import { Transactions, type Caller, type Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { newId } from '../../platform/domain/id';
import { NotFoundError } from '../../platform/errors/app-error';
import { Extensions, assertDeletable, extensionPoint, type DeletionGuard } from '../../platform/extensions';
import { changedFields } from '../../platform/http/changed-fields';
import type { Page, PageQuery } from '../../platform/http/paging';
import { AppliedTaxes } from '../taxes';
import type { Plan, PlanChanges, PlanInput, PlanVersion } from './plan';
import { toPlanResponse } from './plan.dto';
import { PlanVersions } from './plan-versions';
import type { PlanEntity } from './plan.entity';
import { isSameDescription, isSamePrice, planTermsOf } from './plan.rules';
import { PlansRepository } from './plans.repository';

/** Say why a plan must not be deleted, e.g. `subscriptions`. */
export const PLAN_DELETION_GUARDS = extensionPoint<DeletionGuard>('plan deletion guards');

/** Use cases of plans (docs/billing-rules.md#plans). */
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

  /** @throws ConflictError when the code is taken; ValidationFailedError for wrong charges or unknown taxes. */
  create(caller: Caller, input: PlanInput): Promise<Plan> {
    const { organizationId } = caller;
    return this.transactions.runFor(caller, async (tx) => {
      const charges = await this.versions.resolveCharges(tx, organizationId, input.charges);
      const now = this.clock.now();
      const id = newId();
      const { code, name, description, taxCodes } = input;
      const dates = { createdAt: now, updatedAt: now, deletedAt: null };
      const row = { organizationId, id, code, name, description, currentVersionId: newId(), ...dates };
      await this.repository.insert(tx, row);
      const version = { id: row.currentVersionId, planId: id, version: 1, createdAt: now };
      const terms = { ...version, ...planTermsOf(input) };
      const current = await this.versions.insert(tx, organizationId, terms, charges);
      await this.taxes.replace(tx, organizationId, 'plan', id, taxCodes);
      return { ...row, current, taxCodes };
    });
  }

  list(caller: Caller, filters: { code: string | undefined }, query: PageQuery): Promise<Page<Plan>> {
    const { organizationId } = caller;
    return this.transactions.readFor(caller, async (tx) => {
      const page = await this.repository.list(tx, organizationId, filters, query);
      return mapPage(page, (rows) => this.complete(tx, organizationId, rows));
    });
  }

  /** @throws NotFoundError */
  get(caller: Caller, id: string): Promise<Plan> {
    return this.transactions.readFor(caller, (tx) => this.getIn(tx, caller.organizationId, id));
  }

  /** Finds plans by code, with a shared lock that keeps them from being deleted until the transaction ends. */
  findByCodes(
    tx: Transaction,
    organizationId: string,
    codes: readonly string[],
  ): Promise<{ id: string; code: string }[]> {
    return codes.length === 0 ? Promise.resolve([]) : this.repository.findForUse(tx, organizationId, codes);
  }

  /** As `get`, in an open transaction. @throws NotFoundError */
  async getIn(tx: Transaction, organizationId: string, id: string): Promise<Plan> {
    return this.completeOne(tx, await this.repository.find(tx, organizationId, id));
  }

  /** Applies changes. A new price makes a new version, which new subscriptions get; no change at all is a no-op. */
  update(caller: Caller, id: string, changes: PlanChanges): Promise<Plan> {
    const { organizationId } = caller;
    return this.transactions.runFor(caller, async (tx) => {
      const before = await this.lock(tx, organizationId, id);
      caller.precondition?.check(toPlanResponse(before));
      const { name = before.name, description = before.description, taxCodes = before.taxCodes } = changes;
      const described: Plan = { ...before, name, description, taxCodes };
      const current = await this.changePrice(tx, before, changes);
      if (current === before.current && isSameDescription(before, described)) return before;
      const updatedAt = this.clock.now();
      const after: Plan = { ...described, current, currentVersionId: current.id, updatedAt };
      await this.repository.update(tx, rowOf(after));
      await this.taxes.replace(tx, organizationId, 'plan', id, taxCodes);
      this.transactions.noteChanged(tx, ...changedFields(toPlanResponse(before), toPlanResponse(after)));
      return after;
    });
  }

  /** @throws InvalidStateError while a deletion guard objects. */
  delete(caller: Caller, id: string): Promise<void> {
    const { organizationId } = caller;
    return this.transactions.runFor(caller, async (tx) => {
      const plan = await this.lock(tx, organizationId, id);
      await assertDeletable(this.extensions, PLAN_DELETION_GUARDS, tx, organizationId, id, 'plan');
      const now = this.clock.now();
      await this.repository.update(tx, { ...rowOf(plan), deletedAt: now, updatedAt: now });
      await this.taxes.replace(tx, organizationId, 'plan', id, []);
    });
  }

  /** Returns a version that subscriptions are billed by, also of a deleted plan. @throws NotFoundError */
  async getVersion(tx: Transaction, organizationId: string, planVersionId: string): Promise<PlanVersion> {
    const version = (await this.getVersions(tx, organizationId, [planVersionId])).get(planVersionId);
    if (version === undefined) throw new NotFoundError('plan version');
    return version;
  }

  /** Returns versions as `getVersion` does, by id, with the same few statements for any number of them. */
  getVersions(
    tx: Transaction,
    organizationId: string,
    planVersionIds: readonly string[],
  ): Promise<Map<string, PlanVersion>> {
    return this.versions.findBilled(tx, organizationId, planVersionIds);
  }

  /** Returns the plans of versions, by the id of the version; across organizations. */
  planIdsOf(
    tx: Transaction,
    versions: readonly { organizationId: string; planVersionId: string }[],
  ): Promise<Map<string, string>> {
    return this.repository.findPlanIds(tx, versions);
  }

  /** Returns the current names of plans by id, also of deleted ones. */
  namesOf(tx: Transaction, organizationId: string, ids: readonly string[]): Promise<Map<string, string>> {
    return this.repository.findNames(tx, organizationId, ids);
  }

  /** Returns the current version, or a new one if the changes have another price. */
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
