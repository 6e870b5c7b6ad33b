import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { OrganizationsService } from '../organizations';
import { BillExtensions } from './compose/bill-extensions';
import { INVOICE_NUMBERING, type InvoiceNumbering } from './extensions/invoice-numbering';

/**
 * Locks the counter until the transaction ends. If the transaction rolls back, its number is free again, and
 * no other transaction can have taken the next one.
 */
const TAKE_NUMBER = `
  UPDATE invoice_counters SET last_number = last_number + 1 WHERE organization_id = $1
  RETURNING prefix, last_number`;

const TAKE_FIRST_NUMBER = `
  INSERT INTO invoice_counters AS counter (organization_id, prefix, last_number) VALUES ($1, $2, 1)
  ON CONFLICT (organization_id) DO UPDATE SET last_number = counter.last_number + 1
  RETURNING prefix, last_number`;

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
   * Takes the next number. Call it as late as possible: other transactions of the organization wait until
   * this one ends.
   */
  async take(tx: Transaction, organizationId: string): Promise<string> {
    const [[row]] = await tx.query<[Taken[], number]>(TAKE_NUMBER, [organizationId]);
    const taken = row ?? (await this.takeFirst(tx, organizationId));
    return this.format(tx, (it) => it.numberOf(taken.prefix, taken.last_number));
  }

  /** Takes the first number, or the next one if a concurrent transaction has just taken the first. */
  private async takeFirst(tx: Transaction, organizationId: string): Promise<Taken> {
    const { id, name } = await this.organizations.get(organizationId);
    const prefix = await this.format(tx, (it) => it.prefixOf({ id, name }));
    const [row] = await tx.query<Taken[]>(TAKE_FIRST_NUMBER, [organizationId, prefix]);
    if (row === undefined) throw new Error('The invoice counter returned no row');
    return row;
  }

  private format(tx: Transaction, format: (numbering: InvoiceNumbering) => string): Promise<string> {
    const numbering = this.extensions.one(INVOICE_NUMBERING);
    return this.extensions.call(tx, INVOICE_NUMBERING, numbering, (it) => {
      const text = format(it);
      if (typeof text !== 'string' || text.trim() === '') throw new RangeError('it returned an empty text');
      return text;
    });
  }
}
