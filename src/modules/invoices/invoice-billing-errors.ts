import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { IsNull, Not } from 'typeorm';
import { Transactions } from '../../platform/database/transactions';
import type { FailedWork } from '../../platform/jobs/due-work';
import { collectFromDatabase } from '../../platform/observability/database-gauge';
import { registry } from '../../platform/observability/metrics';
import type {
  ReconciliationCheck,
  ReconciliationCheckList,
} from '../../platform/reconciliation/reconciliation-checks';
import { InvoiceEntity } from './invoice.entity';

/** Maximum number of failures that a response lists. */
const MOST_LISTED = 100;

const setAside = new Gauge({
  name: 'invoice_billing_errors',
  help: 'Invoices that are set aside because they cannot be finalized, by code of the error; 0 is expected',
  labelNames: ['code'] as const,
  registers: [registry],
});

const SET_ASIDE = `
  SELECT 'invoice' AS object_type, id AS object_id, 'finalized' AS expected, billing_error ->> 'code' AS actual
    FROM invoices WHERE organization_id = $1 AND billing_error IS NOT NULL`;

/** Shows the invoices that are set aside in the reconciliation, in a metric and to the test clock. */
@Injectable()
export class InvoiceBillingErrors implements ReconciliationCheckList, OnModuleInit {
  constructor(private readonly transactions: Transactions) {}

  get checks(): readonly ReconciliationCheck[] {
    return [
      {
        name: 'invoice_finalization',
        description: 'No invoice has a billing error.',
        sql: SET_ASIDE,
      },
    ];
  }

  onModuleInit(): void {
    collectFromDatabase(setAside, () => this.countByCode());
  }

  /** Returns when the next invoice that is set aside is retried, across all organizations. */
  async nextRetryAt(): Promise<Date | null> {
    const [row] = await this.transactions.reader.query<{ at: Date | null }[]>(
      'SELECT min(next_action_at) AS at FROM invoices WHERE billing_error IS NOT NULL',
    );
    return row?.at ?? null;
  }

  /** Returns the invoices of an organization that are set aside, at most 100. */
  async failedWork(organizationId: string): Promise<FailedWork[]> {
    const where = { organizationId, billingError: Not(IsNull()) };
    const found = await this.transactions.readFor(organizationId, (tx) =>
      tx.find(InvoiceEntity, { where, order: { id: 'ASC' }, take: MOST_LISTED }),
    );
    return found.flatMap(({ id, billingError }) => {
      if (billingError === null) return [];
      const { code, message, nextRetryAt } = billingError;
      return { objectType: 'invoice', objectId: id, code, message, nextRetryAt: new Date(nextRetryAt) };
    });
  }

  private async countByCode(): Promise<Map<string, number>> {
    const rows = await this.transactions.reader.query<{ code: string; count: number }[]>(
      `SELECT billing_error ->> 'code' AS code, count(*)::int AS count FROM invoices
        WHERE billing_error IS NOT NULL GROUP BY 1`,
    );
    return new Map(rows.map((it) => [it.code, it.count]));
  }
}
