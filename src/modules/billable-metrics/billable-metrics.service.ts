import { Inject, Injectable } from '@nestjs/common';
import { Transactions, type Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { newId } from '../../platform/domain/id';
import { NotFoundError, ValidationFailedError } from '../../platform/errors/app-error';
import { Extensions, assertDeletable, extensionPoint, type DeletionGuard } from '../../platform/extensions';
import { NO_UNIT } from '../../platform/locales';
import type { Page, PageQuery } from '../../platform/http/paging';
import { NO_PRECONDITION, type Precondition } from '../../platform/http/versions';
import type { BillableMetricInput } from './billable-metric.dto';
import type { BillableMetricEntity } from './billable-metric.entity';
import { definitionProblems, type MetricDefinition } from './billable-metric.rules';
import { BillableMetricsRepository } from './billable-metrics.repository';

/** Guards against the deletion of a billable metric, and against a change of its definition. */
export const METRIC_DELETION_GUARDS = extensionPoint<DeletionGuard>('billable metric deletion guards');

/** Sentences of the guards in `plans` and `usage`. */
export const METRIC_IN_USE =
  'A plan or unbilled usage depends on this billable metric: it cannot be deleted, and only its name, description and unit_code can be changed. Create another billable metric instead.';

const DEFAULTS = {
  description: null,
  fieldName: null,
  roundingFunction: null,
  roundingPrecision: null,
  recurring: false,
  unitCode: NO_UNIT,
} satisfies Partial<BillableMetricInput>;

/** Fields that cannot change while a plan or unbilled usage depends on the metric. */
const DEFINITION = [
  'aggregationType',
  'fieldName',
  'roundingFunction',
  'roundingPrecision',
  'recurring',
] as const;

/** The fields of a metric that other modules use. */
export interface BillableMetric extends MetricDefinition {
  id: string;
  code: string;
  name: string;
  /** UN/ECE Recommendation 20. */
  unitCode: string;
}

/** Implements docs/billing-rules.md#billable-metrics. */
@Injectable()
export class BillableMetricsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly repository: BillableMetricsRepository,
    private readonly extensions: Extensions,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws ConflictError when the code is taken; ValidationFailedError when the definition is invalid. */
  create(
    organizationId: string,
    input: Partial<BillableMetricInput> & Pick<BillableMetricInput, 'code' | 'name' | 'aggregationType'>,
  ): Promise<BillableMetricEntity> {
    return this.transactions.runFor(organizationId, async (tx) => {
      const now = this.clock.now();
      const base = {
        organizationId,
        id: newId(),
        createdAt: now,
        updatedAt: now,
        deletedAt: null,
        rowVersion: 1,
      };
      const metric: BillableMetricEntity = { ...DEFAULTS, ...input, ...base };
      assertSound(metric);
      await this.repository.insert(tx, metric);
      return metric;
    });
  }

  list(
    organizationId: string,
    filters: { code: string | undefined },
    query: PageQuery,
  ): Promise<Page<BillableMetricEntity>> {
    return this.transactions.readFor(organizationId, (tx) =>
      this.repository.list(tx, organizationId, filters, query),
    );
  }

  async get(organizationId: string, id: string): Promise<BillableMetricEntity> {
    const metric = await this.transactions.readFor(organizationId, (tx) =>
      this.repository.find(tx, organizationId, id),
    );
    if (metric === null) throw new NotFoundError('billable metric');
    return metric;
  }

  /** Finds metrics by ID or code and keeps them from being deleted until the transaction ends. */
  findForUse(
    tx: Transaction,
    organizationId: string,
    keys: { ids: string[]; codes: string[] },
  ): Promise<BillableMetric[]> {
    return this.repository.findForUse(tx, organizationId, keys);
  }

  /** Finds metrics by ID, including deleted ones. */
  findByIds(tx: Transaction, organizationId: string, ids: readonly string[]): Promise<BillableMetric[]> {
    return this.repository.findByIds(tx, organizationId, ids);
  }

  /**
   * @throws InvalidStateError when the definition would change while a plan or unbilled usage depends on the metric.
   */
  update(
    organizationId: string,
    id: string,
    input: Partial<BillableMetricInput>,
    precondition: Precondition<BillableMetricEntity> = NO_PRECONDITION,
  ): Promise<BillableMetricEntity> {
    return this.transactions.runFor(organizationId, async (tx) => {
      const before = await this.lock(tx, organizationId, id);
      precondition.assertMet(before);
      const after = { ...before, ...input, updatedAt: this.clock.now() };
      assertSound(after);
      if (DEFINITION.some((field) => before[field] !== after[field])) await this.assertUnused(tx, before);
      return this.repository.update(tx, after);
    });
  }

  /** @throws InvalidStateError while a plan or unbilled usage depends on the metric. */
  delete(organizationId: string, id: string): Promise<void> {
    return this.transactions.runFor(organizationId, async (tx) => {
      const metric = await this.lock(tx, organizationId, id);
      await this.assertUnused(tx, metric);
      const now = this.clock.now();
      await this.repository.update(tx, { ...metric, deletedAt: now, updatedAt: now });
    });
  }

  private assertUnused(tx: Transaction, { organizationId, id }: BillableMetricEntity): Promise<void> {
    return assertDeletable(this.extensions, METRIC_DELETION_GUARDS, tx, organizationId, id);
  }

  private async lock(tx: Transaction, organizationId: string, id: string): Promise<BillableMetricEntity> {
    const metric = await this.repository.findForUpdate(tx, organizationId, id);
    if (metric === null) throw new NotFoundError('billable metric');
    return metric;
  }
}

function assertSound(metric: BillableMetricEntity): void {
  const problems = definitionProblems(metric);
  if (problems.length > 0) throw new ValidationFailedError(problems);
}
