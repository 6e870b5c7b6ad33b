import type { ApiAnswer } from './api-client';

/**
 * Each query returns the rows of one kind of write. Each acknowledged write must have exactly one row,
 * however often it was sent.
 */
export const WRITES = {
  oneOffs: `SELECT id FROM invoices WHERE organization_id = $1 AND invoice_type = 'one_off'`,
  payments: 'SELECT id FROM payments WHERE organization_id = $1',
  /** Leaves out the notes that the service creates for unused days. */
  creditNotes: `SELECT id FROM credit_notes WHERE organization_id = $1 AND reason <> 'order_change'`,
  subscriptions: 'SELECT id FROM subscriptions WHERE organization_id = $1',
  usageEvents: 'SELECT id FROM usage_events WHERE organization_id = $1',
  wallets: 'SELECT id FROM wallets WHERE organization_id = $1',
  notifications: 'SELECT event_id AS id FROM provider_notifications WHERE organization_id = $1',
} as const;
export type Write = keyof typeof WRITES;

/** Writes whose responses do not contain the ID of the row; their rows are counted. */
export const COUNTED = {
  topUps: `SELECT count(*)::int AS count FROM wallet_transactions
            WHERE organization_id = $1 AND source IN ('paid', 'granted')`,
  refunds: 'SELECT count(*)::int AS count FROM payment_refunds WHERE organization_id = $1',
  voidedInvoices: `SELECT count(*)::int AS count FROM invoices WHERE organization_id = $1 AND status = 'voided'`,
  voidedNotes: `SELECT count(*)::int AS count FROM credit_notes WHERE organization_id = $1 AND status = 'voided'`,
  terminated: `SELECT count(*)::int AS count FROM subscriptions
                WHERE organization_id = $1 AND status = 'terminated'`,
} as const;
export type Counted = keyof typeof COUNTED;

/** Operations that the service may refuse, because other clients change the amounts concurrently. */
const MAY_BE_TOO_MUCH = new Set(['creditNotes', 'change plan', 'use']);

/** Records the responses to the writes of all clients. */
export class BillingLedger {
  readonly acknowledged: Record<Write, string[]> = {
    oneOffs: [],
    payments: [],
    creditNotes: [],
    subscriptions: [],
    usageEvents: [],
    wallets: [],
    notifications: [],
  };
  readonly counts: Record<Counted, number> = {
    topUps: 0,
    refunds: 0,
    voidedInvoices: 0,
    voidedNotes: 0,
    terminated: 0,
  };
  /** Number of responses by operation and status, such as `record 201`. */
  readonly answers = new Map<string, number>();
  /** Responses with a status that the operation must not return. */
  readonly unexpected: string[] = [];

  /**
   * Records a response; returns whether the operation succeeded. Refusals are expected; failures of the
   * service are not.
   */
  note(operation: string, { status, body }: ApiAnswer): boolean {
    const key = `${operation} ${status}`;
    this.answers.set(key, (this.answers.get(key) ?? 0) + 1);
    if (status >= 200 && status < 300) return true;
    if (status !== 400 && !(status === 422 && MAY_BE_TOO_MUCH.has(operation)))
      this.unexpected.push(`${key} ${JSON.stringify(body)}`);
    return false;
  }
}
