import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transactions';
import { OrganizationsService } from '../../organizations';
import { BillExtensions } from '../compose/bill-extensions';
import { INVOICE_NUMBERING, type InvoiceNumbering } from '../extensions/invoice-numbering';

/**
 * The row of the counter stays locked until the transaction ends: a transaction that fails gives its numbers back, and no
 * other can have taken the next ones meanwhile.
 */
const TAKE_NUMBERS = `
  UPDATE invoice_counters SET last_number = last_number + $2 WHERE organization_id = $1
  RETURNING prefix, last_number`;

const TAKE_FIRST_NUMBERS = `
  INSERT INTO invoice_counters AS counter (organization_id, prefix, last_number) VALUES ($1, $3, $2)
  ON CONFLICT (organization_id) DO UPDATE SET last_number = counter.last_number + excluded.last_number
  RETURNING prefix, last_number`;

interface Taken {
  prefix: string;
  last_number: number;
}

/** Assigns invoice numbers: unique and gapless per organization, also in parallel and after crashes. */
@Injectable()
export class InvoiceNumbers {
  constructor(
    private readonly organizations: OrganizationsService,
    private readonly extensions: BillExtensions,
  ) {}

  /** Takes the next numbers. Call it as late in the transaction as possible. */
  async take(tx: Transaction, organizationId: string, count: number): Promise<string[]> {
    const [[row]] = await tx.query<[Taken[], number]>(TAKE_NUMBERS, [organizationId, count]);
    const { prefix, last_number: last } = row ?? (await this.takeFirst(tx, organizationId, count));
    const sequences = Array.from({ length: count }, (_, index) => last - count + 1 + index);
    const isReplaced = this.extensions.of(INVOICE_NUMBERING).length > 0;
    return this.formatted(tx, async (it) => {
      const numbers = sequences.map((sequence) => it.numberOf(prefix, sequence));
      if (isReplaced) await this.assertNew(tx, organizationId, numbers);
      return numbers;
    });
  }

  /** Takes later ones, if another transaction has just taken the first. */
  private async takeFirst(tx: Transaction, organizationId: string, count: number): Promise<Taken> {
    const { id, name } = await this.organizations.getIn(tx, organizationId);
    const prefix = await this.formatted(tx, (it) => it.prefixOf({ id, name }));
    const [row] = await tx.query<Taken[]>(TAKE_FIRST_NUMBERS, [organizationId, count, prefix]);
    if (row === undefined) throw new Error('The invoice counter returned no row');
    return row;
  }

  private formatted<R>(tx: Transaction, format: (numbering: InvoiceNumbering) => R | Promise<R>): Promise<R> {
    return this.extensions.call(tx, INVOICE_NUMBERING, this.extensions.one(INVOICE_NUMBERING), format);
  }

  /** Only a replacement can fail here: the service's own numbers differ as their sequences do. */
  private async assertNew(
    tx: Transaction,
    organizationId: string,
    numbers: readonly string[],
  ): Promise<void> {
    if (numbers.some((it) => it.trim() === '')) throw new RangeError('An invoice number must not be empty');
    const [taken] = await tx.query<{ number: string }[]>(
      `SELECT number FROM invoices WHERE organization_id = $1 AND number = ANY ($2)
       UNION ALL
       SELECT number FROM unnest($2::text[]) AS number GROUP BY number HAVING count(*) > 1`,
      [organizationId, numbers],
    );
    if (taken !== undefined) throw new RangeError(`The number ${taken.number} is taken`);
  }
}
