import { Injectable, Module } from '@nestjs/common';
import {
  INVOICE_FUNDING,
  INVOICE_LINES,
  INVOICE_NUMBERING,
  TAX_CALCULATOR,
  type AddedLine,
  type FundableInvoice,
  type Funding,
  type InvoiceFunder,
  type InvoiceLineSource,
  type InvoiceNumbering,
  type LineTaxes,
  type SubscriptionBill,
  type TaxCalculator,
  type TaxableInvoice,
} from '../../src/modules/invoices';
import type { Transaction } from '../../src/platform/database/transactions';
import { newId } from '../../src/platform/domain/id';
import { extend } from '../../src/platform/extensions';
import type { DomainEvent } from '../../src/platform/outbox/event-catalogue';
import { Outbox } from '../../src/platform/outbox/outbox';

/** Something that an extension does wrong, with the reason that the error gives. */
export interface Misdeed {
  extension: string;
  point: string;
  how: string;
  reason: string;
}

const COMMON = [
  ['throws', 'no such row'],
  ['exceeds the time limit', 'it took longer than 50 ms (EXTENSION_TIMEOUT_MS)'],
  ['runs an invalid statement', 'column "no_such_column" does not exist'],
  ['appends an event itself', 'an extension appended an event'],
] as const;

const misdeedsOf = (extension: string, point: string, misdeeds: readonly (readonly [string, string])[]) =>
  misdeeds.map(([how, reason]): Misdeed => ({ extension, point, how, reason }));

export const MISDEEDS: readonly Misdeed[] = [
  ...misdeedsOf('HostileLines', 'invoice lines', [
    ...COMMON,
    ['adds a negative amount', 'the line "Gift" has a negative amount'],
    ['adds a line in another currency', 'the line "Gift" is in JPY, but the bill is in EUR'],
    ['adds negative units', 'the line "Gift" has "-1", which is not a decimal string of 0 or more'],
  ]),
  ...misdeedsOf('HostileTaxes', 'tax calculator', [
    ...COMMON,
    ['returns a negative tax', 'it returned a negative amount for a fee'],
    ['leaves out a fee', 'it returned taxes for 0 of 1 fees'],
  ]),
  ...misdeedsOf('HostileFunder', 'invoice funding', [
    ...COMMON,
    ['pays a negative amount', 'it paid -1, but the amount due is 4900'],
    ['pays more than is due', 'it paid 4901, but the amount due is 4900'],
    ['pays in another currency', 'it paid in JPY, but the invoice is in EUR'],
    ['returns an event of another organization', 'it returned an event of another organization'],
  ]),
  ...misdeedsOf('HostileNumbers', 'invoice numbering', [
    ['throws', 'no such row'],
    ['returns an empty number', 'it returned an empty text'],
  ]),
];

/** The misdeeds of the extensions by the ID of the customer, or for numbers of the organization, that they harm. */
export const misdeeds = new Map<string, Misdeed>();

function misdeedOf(extension: object, id: string): string | undefined {
  const misdeed = misdeeds.get(id);
  if (misdeed?.extension !== extension.constructor.name) return undefined;
  if (misdeed.how === 'throws') throw new Error('no such row');
  return misdeed.how;
}

@Injectable()
class Conduct {
  constructor(private readonly outbox: Outbox) {}

  /** Does what any extension can do wrong. Returns the misdeed that the extension itself must do. */
  async of(extension: object, tx: Transaction, organizationId: string, id: string) {
    const how = misdeedOf(extension, id);
    if (how === 'exceeds the time limit') await new Promise(() => undefined);
    if (how === 'runs an invalid statement') await tx.query('SELECT no_such_column');
    if (how === 'appends an event itself') {
      const about = { kind: 'customer.updated', objectType: 'customer', organizationId, objectId: id };
      await this.outbox.append(tx, { ...about, object: {} });
    }
    return how;
  }
}

@Injectable()
class HostileLines implements InvoiceLineSource {
  constructor(private readonly conduct: Conduct) {}

  async linesFor(tx: Transaction, bill: SubscriptionBill): Promise<AddedLine[]> {
    const how = await this.conduct.of(this, tx, bill.organizationId, bill.customerId);
    const gift = { description: 'Gift', units: '1', unitAmount: null };
    if (how === 'adds a negative amount') return [{ ...gift, amountCents: -1n, currency: bill.currency }];
    if (how === 'adds a line in another currency') return [{ ...gift, amountCents: 1n, currency: 'JPY' }];
    if (how === 'adds negative units')
      return [{ ...gift, units: '-1', amountCents: 1n, currency: bill.currency }];
    return [];
  }
}

@Injectable()
class HostileTaxes implements TaxCalculator {
  constructor(private readonly conduct: Conduct) {}

  async taxesOn(tx: Transaction, id: string, invoices: readonly TaxableInvoice[]): Promise<LineTaxes[][]> {
    const taxes: LineTaxes[][] = [];
    for (const { customerId, lines } of invoices) {
      const how = await this.conduct.of(this, tx, id, customerId);
      const levy = { code: 'levy', name: 'Levy', rate: '1', amountCents: -1n };
      const ofLine = { taxes: how === 'returns a negative tax' ? [levy] : [] };
      taxes.push(how === 'leaves out a fee' ? [] : lines.map(() => ofLine));
    }
    return taxes;
  }
}

@Injectable()
class HostileFunder implements InvoiceFunder {
  readonly source = 'hostile';

  constructor(private readonly conduct: Conduct) {}

  async fund(tx: Transaction, invoice: FundableInvoice): Promise<Funding> {
    const { organizationId, customerId, currency, amountDueCents } = invoice;
    const how = await this.conduct.of(this, tx, organizationId, customerId);
    if (how === 'pays a negative amount') return { amountCents: -1n, currency, events: [] };
    if (how === 'pays more than is due') return { amountCents: amountDueCents + 1n, currency, events: [] };
    const stray = {
      kind: 'customer.updated',
      objectType: 'customer',
      organizationId: newId(),
      objectId: customerId,
    };
    const events = how === 'returns an event of another organization' ? [{ ...stray, object: {} }] : [];
    return { amountCents: 0n, currency: how === 'pays in another currency' ? 'JPY' : currency, events };
  }

  release(): Promise<DomainEvent[]> {
    return Promise.resolve([]);
  }
}

@Injectable()
class HostileNumbers implements InvoiceNumbering {
  prefixOf({ id }: { id: string }): string {
    return id;
  }

  numberOf(prefix: string, sequence: number): string {
    const how = misdeedOf(this, prefix);
    if (how === 'returns an empty number') return ' ';
    return how === 'repeats a number' ? 'H-1' : `H-${sequence}`;
  }
}

export const HOSTILE = [HostileLines, HostileTaxes, HostileFunder, HostileNumbers];

@Module({
  providers: [
    Conduct,
    ...HOSTILE,
    extend(INVOICE_LINES, HostileLines),
    extend(TAX_CALCULATOR, HostileTaxes),
    extend(INVOICE_FUNDING, HostileFunder, { order: -1 }),
    extend(INVOICE_NUMBERING, HostileNumbers),
  ],
})
export class HostileInvoiceModule {}
