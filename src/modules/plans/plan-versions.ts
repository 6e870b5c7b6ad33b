import { Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Transaction } from '../../platform/database/transactions';
import { newId } from '../../platform/domain/id';
import { ValidationFailedError } from '../../platform/errors/app-error';
import { BillableMetricsService, type BillableMetric } from '../billable-metrics';
import { ChargeModels } from './charge-models';
import type { Charge, PlanVersion } from './plan';
import type { ChargeEntity, PlanVersionEntity } from './plan-version.entity';
import {
  chargeProblems,
  metricProblems,
  planTermsOf,
  type ChargeInput,
  type ChargeTerms,
} from './plan.rules';
import { PlansRepository } from './plans.repository';

/** Maximum number of cached versions; each takes a few kilobytes. */
const MOST_KEPT = 1000;

/** A version as stored: its charges reference metrics by ID. */
interface StoredVersion {
  version: PlanVersionEntity;
  charges: ChargeEntity[];
}

/** Reads and writes plan versions with their charges and metrics. */
@Injectable()
export class PlanVersions {
  private readonly kept = new LRUCache<string, StoredVersion>({ max: MOST_KEPT });

  constructor(
    private readonly repository: PlansRepository,
    private readonly metrics: BillableMetricsService,
    private readonly models: ChargeModels,
  ) {}

  /**
   * Returns the versions with these IDs in a map by ID. Omits IDs that do not exist. Cached, because many
   * subscriptions share a version.
   */
  async find(
    tx: Transaction,
    organizationId: string,
    ids: readonly string[],
  ): Promise<Map<string, PlanVersion>> {
    const wanted = [...new Set(ids)];
    const kept = wanted.flatMap((id) => this.kept.get(`${organizationId}/${id}`) ?? []);
    const keptIds = new Set(kept.map(({ version }) => version.id));
    const missing = wanted.filter((id) => !keptIds.has(id));
    const read = missing.length === 0 ? [] : await this.read(tx, organizationId, missing);
    for (const it of read) this.kept.set(`${organizationId}/${it.version.id}`, it);
    return this.withMetrics(tx, organizationId, [...kept, ...read]);
  }

  private async read(
    tx: Transaction,
    organizationId: string,
    ids: readonly string[],
  ): Promise<StoredVersion[]> {
    const versions = await this.repository.findVersions(tx, organizationId, ids);
    const charges = await this.repository.findCharges(tx, organizationId, ids);
    return versions.map((version) => ({
      version,
      charges: charges.filter((it) => it.planVersionId === version.id),
    }));
  }

  /**
   * Loads the metrics of the charges. They are not cached, because their names and descriptions can change.
   */
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
          charges.map((it) => this.chargeOf({ ...it, metric: metricOf(it, metrics) }, it.id)),
        ),
      ]),
    );
  }

  /** @throws ValidationFailedError naming the fields that are invalid whatever the metrics are. */
  assertSound(charges: readonly ChargeInput[]): void {
    const problems = chargeProblems(this.models, charges);
    if (problems.length > 0) throw new ValidationFailedError(problems);
  }

  /**
   * Looks up the metrics of the charges, and locks them against deletion until the transaction ends.
   *
   * @throws ValidationFailedError naming the fields with an unknown or unsuitable metric.
   */
  async resolveCharges(
    tx: Transaction,
    organizationId: string,
    charges: readonly ChargeInput[],
  ): Promise<ChargeTerms[]> {
    const ids = charges.flatMap((it) => it.metricId ?? []);
    const codes = charges.flatMap((it) => it.metricCode ?? []);
    const metrics = await this.metrics.findForUse(tx, organizationId, { ids, codes });
    const metricOf = ({ metricId, metricCode }: ChargeInput): BillableMetric | undefined =>
      metrics.find((it) => (metricId === undefined ? it.code === metricCode : it.id === metricId));
    const problems = charges.flatMap((it, index) => metricProblems(this.models, it, metricOf(it), index));
    if (problems.length > 0) throw new ValidationFailedError(problems);
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
    const added: Charge[] = charges.map((it) => this.chargeOf(it, newId()));
    const rows = added.map(({ metric, pricing: _, ...columns }, position) => {
      const refersTo = { organizationId, planVersionId: version.id, billableMetricId: metric.id };
      return { ...columns, ...refersTo, position };
    });
    await this.repository.insertVersion(tx, { ...version, organizationId }, rows);
    return { ...version, charges: added };
  }

  private chargeOf(terms: ChargeTerms, id: string): Charge {
    return { ...termsOf(terms), id, pricing: this.models.of(terms.chargeModel) };
  }
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

function metricOf(row: ChargeEntity, metrics: ReadonlyMap<string, BillableMetric>): BillableMetric {
  const metric = metrics.get(row.billableMetricId);
  if (metric === undefined) throw new Error(`Charge ${row.id} has no billable metric`);
  return metric;
}
