import { Inject, Injectable } from '@nestjs/common';
import { Transactions, type Caller, type Transaction } from '../../platform/database/transactions';
import { CLOCK, type Clock } from '../../platform/domain/clock';
import { newId } from '../../platform/domain/id';
import { InvalidStateError, NotFoundError, ValidationFailedError } from '../../platform/errors/app-error';
import {
  Extensions,
  assertDeletable,
  extensionPoint,
  reasonToKeep,
  type DeletionGuard,
} from '../../platform/extensions';
import type { Page, PageQuery } from '../../platform/http/paging';
import { toBillableMetricResponse, type BillableMetricInput } from './billable-metric.dto';
import type { BillableMetricEntity } from './billable-metric.entity';
import { definitionProblems, type MetricDefinition } from './billable-metric.rules';
import { BillableMetricsRepository } from './billable-metrics.repository';

const DEFAULTS = {
  description: null,
  fieldName: null,
  roundingFunction: null,
  roundingPrecision: null,
  recurring: false,
} satisfies Partial<BillableMetricInput>;

/** The fields that define how the metric counts. */
const DEFINITION = [
  'aggregationType',
  'fieldName',
  'roundingFunction',
  'roundingPrecision',
  'recurring',
] as const;

/** A metric as other modules see it. */
export interface BillableMetric extends MetricDefinition {
  id: string;
  code: string;
  name: string;
}

/**
 * Say why a billable metric must not be deleted, e.g. `charges of plans`. They also protect its definition.
 */
export const METRIC_DELETION_GUARDS = extensionPoint<DeletionGuard>('billable metric deletion guards');

/** Use cases of billable metrics (docs/billing-rules.md#billable-metrics). */
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
    caller: Caller,
    input: Partial<BillableMetricInput> & Pick<BillableMetricInput, 'code' | 'name' | 'aggregationType'>,
  ): Promise<BillableMetricEntity> {
    const { organizationId } = caller;
    return this.transactions.runFor(caller, async (tx) => {
      const now = this.clock.now();
      const base = { organizationId, id: newId(), createdAt: now, updatedAt: now, deletedAt: null };
      const metric: BillableMetricEntity = { ...DEFAULTS, ...input, ...base };
      assertValid(metric);
      await this.repository.insert(tx, metric);
      return metric;
    });
  }

  list(
    caller: Caller,
    filters: { code: string | undefined },
    query: PageQuery,
  ): Promise<Page<BillableMetricEntity>> {
    return this.transactions.readFor(caller, (tx) =>
      this.repository.list(tx, caller.organizationId, filters, query),
    );
  }

  async get(caller: Caller, id: string): Promise<BillableMetricEntity> {
    const metric = await this.transactions.readFor(caller, (tx) =>
      this.repository.find(tx, caller.organizationId, id),
    );
    if (metric === null) throw new NotFoundError('billable metric');
    return metric;
  }

  /** Finds metrics by id or code and keeps them from being deleted until the transaction ends. */
  findForUse(
    tx: Transaction,
    organizationId: string,
    keys: { ids: string[]; codes: string[] },
  ): Promise<BillableMetric[]> {
    return this.repository.findForUse(tx, organizationId, keys);
  }

  /** Finds metrics by id, including deleted ones. */
  findByIds(tx: Transaction, organizationId: string, ids: readonly string[]): Promise<BillableMetric[]> {
    return this.repository.findByIds(tx, organizationId, ids);
  }

  /** @throws InvalidStateError when the definition would change and a deletion guard gives a reason to keep it. */
  update(caller: Caller, id: string, input: Partial<BillableMetricInput>): Promise<BillableMetricEntity> {
    return this.transactions.runFor(caller, async (tx) => {
      const before = await this.lock(tx, caller.organizationId, id);
      caller.precondition?.check(toBillableMetricResponse(before));
      const after = { ...before, ...input, updatedAt: this.clock.now() };
      assertValid(after);
      if (DEFINITION.some((field) => before[field] !== after[field]))
        await this.assertRedefinable(tx, before);
      await this.repository.update(tx, after);
      return after;
    });
  }

  /** @throws InvalidStateError when a deletion guard gives a reason to keep the metric. */
  delete(caller: Caller, id: string): Promise<void> {
    const { organizationId } = caller;
    return this.transactions.runFor(caller, async (tx) => {
      const metric = await this.lock(tx, organizationId, id);
      const guards = METRIC_DELETION_GUARDS;
      await assertDeletable(this.extensions, guards, tx, organizationId, id, 'billable metric');
      const now = this.clock.now();
      await this.repository.update(tx, { ...metric, deletedAt: now, updatedAt: now });
    });
  }

  private async assertRedefinable(
    tx: Transaction,
    { organizationId, id }: BillableMetricEntity,
  ): Promise<void> {
    const reason = await reasonToKeep(this.extensions, METRIC_DELETION_GUARDS, tx, organizationId, id);
    if (reason === null) return;
    throw new InvalidStateError(
      `The billable metric has ${reason}: only its name and description can be changed.`,
    );
  }

  private async lock(tx: Transaction, organizationId: string, id: string): Promise<BillableMetricEntity> {
    const metric = await this.repository.findForUpdate(tx, organizationId, id);
    if (metric === null) throw new NotFoundError('billable metric');
    return metric;
  }
}

function assertValid(metric: BillableMetricEntity): void {
  const problems = definitionProblems(metric);
  if (problems.length > 0) throw new ValidationFailedError(problems);
}
