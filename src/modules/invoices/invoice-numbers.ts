import { Inject, Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/database/transactions';
import { OrganizationsService } from '../organizations';
import { INVOICE_NUMBERING, type InvoiceNumberingSlot } from './extensions/invoice-numbering';

/**
 * The counter's row stays locked until the transaction ends: one that fails gives its number back, and no
 * other can have taken the next one meanwhile.
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

/** Gives out invoice numbers: per organization unique and without gaps, also in parallel and after crashes. */
@Injectable()
export class InvoiceNumbers {
  constructor(
    private readonly organizations: OrganizationsService,
    @Inject(INVOICE_NUMBERING) private readonly numbering: InvoiceNumberingSlot,
  ) {}

  /** To be called as late in the transaction as possible: until it ends, the organization's others wait. */
  async take(tx: Transaction, organizationId: string): Promise<string> {
    const [[row]] = await tx.query<[Taken[], number]>(TAKE_NUMBER, [organizationId]);
    const taken = row ?? (await this.takeFirst(tx, organizationId));
    return this.numbering.current.numberOf(taken.prefix, taken.last_number);
  }

  /** Or a later one, if others have just taken the first. */
  private async takeFirst(tx: Transaction, organizationId: string): Promise<Taken> {
    const { id, name } = await this.organizations.get(organizationId);
    const prefix = this.numbering.current.prefixOf({ id, name });
    const [row] = await tx.query<Taken[]>(TAKE_FIRST_NUMBER, [organizationId, prefix]);
    if (row === undefined) throw new Error('The invoice counter answered no row');
    return row;
  }
}
