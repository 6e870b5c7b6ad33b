import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { OrganizationsService } from '../organizations';
import { BillExtensions } from './compose/bill-extensions';
import { INVOICE_NUMBERING, type InvoiceNumbering } from './extensions/invoice-numbering';

/**
 * `$2` is how many numbers to take. Locks the counter until the transaction ends. If the transaction rolls back, its
 * numbers are free again, and no other transaction can have taken the next ones.
 */
const TAKE_NUMBERS = `
  UPDATE invoice_counters SET last_number = last_number + $2 WHERE organization_id = $1
  RETURNING prefix, last_number`;

const TAKE_FIRST_NUMBERS = `
  INSERT INTO invoice_counters AS counter (organization_id, prefix, last_number) VALUES ($1, $3, $2)
  ON CONFLICT (organization_id) DO UPDATE SET last_number = counter.last_number + $2
  RETURNING prefix, last_number`;

const USED_NUMBERS = `
  SELECT number FROM invoices WHERE organization_id = $1 AND number = ANY ($2) LIMIT 1`;

interface Taken {
  prefix: string;
  last_number: number;
}

/**
 * Assigns invoice numbers, unique per organization and without gaps, even under concurrency and after
 * crashes.
 */
@Injectable()
export class InvoiceNumbers {
  constructor(
    private readonly organizations: OrganizationsService,
    private readonly extensions: BillExtensions,
  ) {}

  /**
   * Takes the next `count` numbers, in ascending order. Call it as late as possible: other transactions of the
   * organization wait until this one ends.
   */
  async take(tx: Transaction, organizationId: string, count: number): Promise<string[]> {
    if (count === 0) return [];
    const [[row]] = await tx.query<[Taken[], number]>(TAKE_NUMBERS, [organizationId, count]);
    const { prefix, last_number: last } = row ?? (await this.takeFirst(tx, organizationId, count));
    const sequences = Array.from({ length: count }, (_, index) => last - count + 1 + index);
    return this.call(tx, async (it) => {
      const numbers = sequences.map((sequence) => textOf(it.numberOf(prefix, sequence)));
      await this.assertUnused(tx, organizationId, numbers);
      return numbers;
    });
  }

  /** Takes the first numbers, or the next ones if a concurrent transaction has just taken the first. */
  private async takeFirst(tx: Transaction, organizationId: string, count: number): Promise<Taken> {
    const { id, name } = await this.organizations.get(organizationId);
    const prefix = await this.call(tx, (it) => textOf(it.prefixOf({ id, name })));
    const [row] = await tx.query<Taken[]>(TAKE_FIRST_NUMBERS, [organizationId, count, prefix]);
    if (row === undefined) throw new Error('The invoice counter returned no row');
    return row;
  }

  /** The lock on the counter keeps other transactions from assigning numbers meanwhile. */
  private async assertUnused(
    tx: Transaction,
    organizationId: string,
    numbers: readonly string[],
  ): Promise<void> {
    const used = await tx.query<{ number: string }[]>(USED_NUMBERS, [organizationId, numbers]);
    const twice = used[0]?.number ?? numbers.find((it, index) => numbers.indexOf(it) !== index);
    if (twice !== undefined) throw new RangeError(`it returned ${JSON.stringify(twice)} for two invoices`);
  }

  private call<R>(tx: Transaction, work: (numbering: InvoiceNumbering) => R | Promise<R>): Promise<R> {
    return this.extensions.call(tx, INVOICE_NUMBERING, this.extensions.one(INVOICE_NUMBERING), work);
  }
}

/** @throws RangeError for anything but a text that is not blank. */
function textOf(value: unknown): string {
  if (typeof value !== 'string' || value.trim() === '') throw new RangeError('it returned an empty text');
  return value;
}
