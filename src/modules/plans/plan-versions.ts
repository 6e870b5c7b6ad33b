import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Transaction } from '../../platform/database/transactions';
import { newId } from '../../platform/domain/id';
import { ValidationFailedError, type FieldError } from '../../platform/errors/app-error';
import { BillableMetricsService, type BillableMetric } from '../billable-metrics';
import type { Charge, PlanVersion } from './plan';
import type { ChargeEntity, PlanVersionEntity } from './plan-version.entity';
import { ChargeModels } from './charge-models';
import {
  chargeProblems,
  metricProblems,
  planTermsOf,
  type ChargeInput,
  type ChargeTerms,
} from './plan.rules';
import { PlansRepository } from './plans.repository';

/** Number of versions kept in memory; one takes a few kilobytes. */
const MAX_KEPT = 1000;

/** A version as it is stored; immutable. */
interface StoredVersion {
  version: PlanVersionEntity;
  charges: ChargeEntity[];
}

/** Reads and writes versions of plans, with their charges and metrics. */
@Injectable()
export class PlanVersions {
  private readonly kept = new LRUCache<string, StoredVersion>({ max: MAX_KEPT });

  constructor(
    private readonly repository: PlansRepository,
    private readonly metrics: BillableMetricsService,
    private readonly models: ChargeModels,
  ) {}

  /** Returns the versions with these ids, by id; missing ones are left out. */
  async find(
    tx: Transaction,
    organizationId: string,
    ids: readonly string[],
  ): Promise<Map<string, PlanVersion>> {
    return this.withMetrics(tx, organizationId, await this.read(tx, organizationId, ids));
  }

  /** Returns versions that subscriptions are billed by, from memory where possible; missing ones are left out. */
  async findBilled(
    tx: Transaction,
    organizationId: string,
    ids: readonly string[],
  ): Promise<Map<string, PlanVersion>> {
    const wanted = [...new Set(ids)];
    const keyOf = (id: string): string => `${organizationId}/${id}`;
    const kept = wanted.flatMap((id) => this.kept.get(keyOf(id)) ?? []);
    const keptIds = new Set(kept.map((it) => it.version.id));
    const missing = wanted.filter((id) => !keptIds.has(id));
    const read = await this.read(tx, organizationId, missing);
    for (const it of read) this.kept.set(keyOf(it.version.id), it);
    return this.withMetrics(tx, organizationId, [...kept, ...read]);
  }

  private async read(
    tx: Transaction,
    organizationId: string,
    ids: readonly string[],
  ): Promise<StoredVersion[]> {
    if (ids.length === 0) return [];
    const versions = await this.repository.findVersions(tx, organizationId, ids);
    const charges = await this.repository.findCharges(tx, organizationId, ids);
    return versions.map((version) => ({
      version,
      charges: charges.filter((it) => it.planVersionId === version.id),
    }));
  }

  /** Metrics are always read, because their names and descriptions can change. */
  private async withMetrics(
    tx: Transaction,
    organizationId: string,
    stored: readonly StoredVersion[],
  ): Promise<Map<string, PlanVersion>> {
    const ids = [...new Set(stored.flatMap((it) => it.charges.map((charge) => charge.billableMetricId)))];
    const found = ids.length === 0 ? [] : await this.metrics.findByIds(tx, organizationId, ids);
    const metrics = new Map(found.map((it) => [it.id, it]));
    return new Map(
      stored.map(({ version, charges }) => [
        version.id,
        toVersion(
          version,
          charges.map((it) => toCharge(it, metrics)),
        ),
      ]),
    );
  }

  /**
   * Returns charges with their metrics, which cannot be deleted until the transaction ends.
   *
   * @throws ValidationFailedError naming what is wrong with the charges.
   */
  async resolveCharges(
    tx: Transaction,
    organizationId: string,
    charges: readonly ChargeInput[],
  ): Promise<ChargeTerms[]> {
    assertNone(chargeProblems(this.models, charges));
    const ids = charges.flatMap((it) => it.metricId ?? []);
    const codes = charges.flatMap((it) => it.metricCode ?? []);
    const metrics = await this.metrics.findForUse(tx, organizationId, { ids, codes });
    const metricOf = ({ metricId, metricCode }: ChargeInput): BillableMetric | undefined =>
      metrics.find((it) => (metricId === undefined ? it.code === metricCode : it.id === metricId));
    assertNone(charges.flatMap((it, index) => metricProblems(this.models, it, metricOf(it), index)));
    return charges.flatMap((charge) => {
      const metric = metricOf(charge);
      return metric === undefined ? [] : [termsOf({ ...charge, metric })];
    });
  }

  async insert(
    tx: Transaction,
    organizationId: string,
    version: Omit<PlanVersion, 'charges'> & { createdAt: Date },
    charges: readonly ChargeTerms[],
  ): Promise<PlanVersion> {
    const added: Charge[] = charges.map((it) => ({ ...termsOf(it), id: newId() }));
    const rows = added.map(({ metric, ...columns }, position) => {
      const refersTo = { organizationId, planVersionId: version.id, billableMetricId: metric.id };
      return { ...columns, ...refersTo, position };
    });
    await this.repository.insertVersion(tx, { ...version, organizationId }, rows);
    return { ...version, charges: added };
  }
}

function assertNone(problems: readonly FieldError[]): void {
  if (problems.length > 0) throw new ValidationFailedError([...problems]);
}

function termsOf({
  metric,
  chargeModel,
  properties,
  invoiceDisplayName,
  prorated,
}: ChargeTerms): ChargeTerms {
  return { metric, chargeModel, properties, invoiceDisplayName, prorated };
}

function toVersion(row: PlanVersionEntity, charges: Charge[]): PlanVersion {
  const { id, planId, version } = row;
  return { id, planId, version, ...planTermsOf(row), charges };
}

function toCharge(row: ChargeEntity, metrics: ReadonlyMap<string, BillableMetric>): Charge {
  const metric = metrics.get(row.billableMetricId);
  if (metric === undefined) throw new Error(`Charge ${row.id} has no billable metric`);
  return { id: row.id, ...termsOf({ ...row, metric }) };
}
