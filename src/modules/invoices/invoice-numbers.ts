import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { OrganizationsService } from '../organizations';
import { INVOICE_NUMBERING, type InvoiceNumberingSlot } from './extensions/invoice-numbering';

/**
 * The counter's row stays locked until the transaction ends: one that fails gives its number back, and no
 * other can have taken the next one meanwhile.
 */
const TAKE_NUMBER = `
  INSERT INTO invoice_counters AS counter (organization_id, prefix, last_number) VALUES ($1, $2, 1)
  ON CONFLICT (organization_id) DO UPDATE SET last_number = counter.last_number + 1
  RETURNING prefix, last_number`;

/** Gives out invoice numbers: per organization unique and without gaps, also in parallel and after crashes. */
@Injectable()
export class InvoiceNumbers {
  constructor(
    private readonly organizations: OrganizationsService,
    @Inject(INVOICE_NUMBERING) private readonly numbering: InvoiceNumberingSlot,
  ) {}

  /** To be called as late in the transaction as possible: until it ends, the organization's others wait. */
  async take(tx: Transaction, organizationId: string): Promise<string> {
    const { id, name } = await this.organizations.get(organizationId);
    const prefix = this.numbering.current.prefixOf({ id, name });
    const [row] = await tx.query<{ prefix: string; last_number: number }[]>(TAKE_NUMBER, [
      organizationId,
      prefix,
    ]);
    if (row === undefined) throw new Error('The invoice counter answered no row');
    return this.numbering.current.numberOf(row.prefix, row.last_number);
  }
}
