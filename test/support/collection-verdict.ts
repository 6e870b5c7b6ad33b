import type { LedgerEntry } from '../../tools/sandbox/core/ledger';
import type { RaceBooks } from './race-books';
import type { TestDatabase } from './test-database';

/** What the ledgers of the providers say about money that nobody owed (docs/payments.md#collections). */
export interface CollectionVerdict extends RefundVerdict {
  captures: number;
  refunds: number;
  /** Payments of which a part was not due. */
  surpluses: number;
  /** Payments that the bank took back. */
  reversals: number;
  /** Captures that this service does not know, but for those that the bank took back before anybody saw them. */
  unknownCaptures: string[];
  /** Invoices of which more was taken than was due. */
  overcharged: string[];
  /** Surpluses that no script has caused: it completed nothing late, and paid nothing beside a collection. */
  earlySurpluses: string[];
  /** Surpluses that are neither refunded nor shown to a person. */
  unseenSurpluses: string[];
  /** Reservations that nothing can close any more. */
  stuckReservations: string[];
}

/** What they say about money that went back. */
interface RefundVerdict {
  /** Payments of which more was refunded than came. */
  overRefunded: string[];
  /** Invoices of which more was refunded than was taken beyond what was due, and asked for. */
  unaskedRefunds: string[];
  /** Payments of which the provider refunded another sum than was ordered here and has succeeded. */
  unorderedRefunds: string[];
  /** Payments of which the surplus was not ordered to be refunded exactly once. */
  repeatedRefunds: string[];
}

interface InvoiceRow {
  id: string;
  number: string | null;
  status: string;
  total: string;
  otherwise: string;
}

interface PaymentRow {
  id: string;
  provider_id: string;
  surplus: string;
  invoices: string[];
}

/** What an invoice is settled by, other than collections. */
const INVOICES = `
  SELECT invoice.id, invoice.number, invoice.status, invoice.total_amount_cents AS total,
         coalesce((SELECT sum(settlement.amount_cents) FROM invoice_settlements AS settlement
                     LEFT JOIN payments AS payment ON payment.organization_id = settlement.organization_id
                          AND payment.id = settlement.source_id AND settlement.source = 'payment'
                    WHERE settlement.invoice_id = invoice.id AND coalesce(payment.provider, 'manual') = 'manual'), 0) AS otherwise
    FROM invoices AS invoice`;

/** The payments that providers reported, with the invoices that each is for. */
const PAYMENTS = `
  SELECT id, provider_payment_id AS provider_id, surplus_amount_cents AS surplus,
         CASE WHEN invoice_id IS NOT NULL THEN ARRAY[invoice_id]
              ELSE ARRAY(SELECT covered.invoice_id FROM payment_request_invoices AS covered
                          WHERE covered.organization_id = payment.organization_id
                            AND covered.payment_request_id = payment.payment_request_id) END::text[] AS invoices
    FROM payments AS payment WHERE provider <> 'manual' AND provider_payment_id IS NOT NULL`;

const SIGNS = { capture: 1, refund: -1, refund_failed: 1, reversal: -1, reinstatement: 1 } as const;

/** Judges by the ledgers; the database only tells which invoices a payment is for, and what it believes itself. */
export async function judgeCollections(
  database: TestDatabase,
  entries: readonly LedgerEntry[],
  books: RaceBooks,
): Promise<CollectionVerdict> {
  const net = sumsOf(entries, SIGNS);
  const invoices = await database.query<InvoiceRow>(INVOICES);
  const payments = await database.query<PaymentRow>(PAYMENTS);
  const known = new Set(payments.map((it) => it.provider_id));
  const captured = entries.filter((it) => it.type === 'capture');
  const groups = groupsOf(invoices, payments);
  const surpluses = await database.query<{ id: string }>(
    `SELECT id FROM payments
      WHERE surplus_amount_cents > 0 AND surplus_refund_status <> 'succeeded' AND NOT needs_review
        AND refunded_amount_cents < surplus_amount_cents`,
  );
  const stuck = await database.query<{ id: string }>(
    `SELECT collection_id AS id FROM collection_reservations JOIN collections
        ON collections.organization_id = collection_reservations.organization_id AND collections.id = collection_id
      WHERE closed_at IS NULL AND next_action_at IS NULL`,
  );
  return {
    captures: captured.length,
    refunds: entries.filter((it) => it.type === 'refund').length,
    surpluses: payments.filter((it) => Number(it.surplus) > 0).length,
    reversals: entries.filter((it) => it.type === 'reversal').length,
    unknownCaptures: captured
      .map((it) => it.payment_id)
      .filter((it) => !known.has(it) && (net.get(it) ?? 0) !== 0),
    overcharged: groups.flatMap((it) => overchargeOf(it, net)),
    ...(await judgeRefunds(database, entries, groups, books)),
    earlySurpluses: groups
      .filter((it) => !hasCause(it, entries, books))
      .flatMap((it) => it.payments.filter(({ surplus }) => Number(surplus) > 0).map(({ id }) => id)),
    unseenSurpluses: surpluses.map((it) => it.id),
    stuckReservations: stuck.map((it) => it.id),
  };
}

async function judgeRefunds(
  database: TestDatabase,
  entries: readonly LedgerEntry[],
  groups: readonly Group[],
  books: RaceBooks,
): Promise<RefundVerdict> {
  const captures = sumsOf(entries, { capture: 1 });
  const refunds = sumsOf(entries, { refund: 1, refund_failed: -1 });
  const ordered = await database.query<OrderedRow>(ORDERS);
  return {
    overRefunded: [...refunds].filter(([id, sum]) => sum > (captures.get(id) ?? 0)).map(([id]) => id),
    unaskedRefunds: groups.flatMap((it) => unaskedRefundOf(it, captures, refunds, books)),
    unorderedRefunds: ordered
      .filter((it) => Number(it.succeeded) !== (refunds.get(it.provider_id) ?? 0))
      .map((it) => `${it.provider_id}: ${refunds.get(it.provider_id) ?? 0} of ${it.succeeded}`),
    repeatedRefunds: ordered
      .filter((it) => Number(it.surplus_orders) !== (it.status === 'none' ? 0 : 1))
      .map((it) => `${it.provider_id}: ${it.surplus_orders} orders of ${it.surplus}`),
  };
}

/** The order of a refund of each payment, next to its surplus. */
const ORDERS = `
  SELECT payment.provider_payment_id AS provider_id, payment.surplus_amount_cents AS surplus,
         payment.surplus_refund_status AS status,
         count(*) FILTER (WHERE refund.reason = 'surplus') AS surplus_orders,
         coalesce(sum(refund.amount_cents) FILTER (WHERE refund.status = 'succeeded'), 0) AS succeeded
    FROM payments AS payment LEFT JOIN refund_orders AS refund
      ON refund.organization_id = payment.organization_id AND refund.payment_id = payment.id
   WHERE payment.provider <> 'manual' AND payment.provider_payment_id IS NOT NULL
   GROUP BY payment.organization_id, payment.id`;

interface OrderedRow {
  provider_id: string;
  surplus: string;
  status: string;
  surplus_orders: string;
  succeeded: string;
}

function sumsOf(
  entries: readonly LedgerEntry[],
  signs: Partial<Record<LedgerEntry['type'], number>>,
): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { type, payment_id: id, amount } of entries) {
    sums.set(id, (sums.get(id) ?? 0) + (signs[type] ?? 0) * amount);
  }
  return sums;
}

/** Invoices that were collected together, with their payments: one invoice, unless a payment request covers several. */
interface Group {
  readonly invoices: InvoiceRow[];
  readonly payments: PaymentRow[];
}

function groupsOf(invoices: readonly InvoiceRow[], payments: readonly PaymentRow[]): Group[] {
  const groups = new Map<string, Group>(invoices.map((it) => [it.id, { invoices: [it], payments: [] }]));
  for (const payment of payments) {
    const [first, ...others] = new Set(payment.invoices.flatMap((id) => groups.get(id) ?? []));
    if (first === undefined) continue;
    first.payments.push(payment);
    for (const other of others) {
      first.invoices.push(...other.invoices);
      first.payments.push(...other.payments);
      for (const { id } of other.invoices) groups.set(id, first);
    }
  }
  return [...new Set(groups.values())];
}

const sumOf = ({ payments }: Group, sums: ReadonlyMap<string, number>): number =>
  payments.reduce((sum, it) => sum + (sums.get(it.provider_id) ?? 0), 0);

const owedOf = ({ invoices }: Group): number =>
  invoices
    .filter(({ status }) => status !== 'voided')
    .reduce((sum, { total, otherwise }) => sum + Number(total) - Number(otherwise), 0);

const numbersOf = ({ invoices }: Group): string => invoices.map((it) => it.number).join(', ');

function overchargeOf(group: Group, net: ReadonlyMap<string, number>): string[] {
  const [taken, owed] = [sumOf(group, net), owedOf(group)];
  return taken > owed ? [`${numbersOf(group)}: ${taken} of ${owed}`] : [];
}

function unaskedRefundOf(
  group: Group,
  captures: ReadonlyMap<string, number>,
  refunds: ReadonlyMap<string, number>,
  books: RaceBooks,
): string[] {
  const surplus = Math.max(0, sumOf(group, captures) - owedOf(group));
  const wanted = group.invoices.reduce((sum, it) => sum + books.wantedOf(it.id), 0);
  const refunded = sumOf(group, refunds);
  return refunded > surplus + wanted ? [`${numbersOf(group)}: ${refunded} of ${surplus} and ${wanted}`] : [];
}

/** Whether the script has completed something late, won a dispute, or let a registered payment pay. */
function hasCause(group: Group, entries: readonly LedgerEntry[], books: RaceBooks): boolean {
  const ids = new Set(group.payments.map((it) => it.provider_id));
  return (
    group.invoices.some((it) => books.registered.has(it.id)) ||
    entries.some((it) => ids.has(it.payment_id) && (it.late || it.type === 'reinstatement'))
  );
}
