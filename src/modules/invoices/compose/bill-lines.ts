import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transactions';
import { UsageMeter } from '../../usage';
import { INVOICE_LINES } from '../extensions/invoice-lines';
import type { Invoice } from '../invoice';
import { addedLine, feeLines, usageLines, type BilledUsage, type InvoiceLine } from '../invoice-lines';
import type { SubscriptionBill } from '../subscription-bill';
import type { BillLine } from './bill';
import { BillExtensions } from './bill-extensions';

/** A bill of a subscription to compose. */
export interface BillToCompose {
  bill: SubscriptionBill;
  /** Null in a preview. */
  invoiceId: string | null;
  /** Whether to close the usage period. Usage that arrives afterwards is late. */
  isFinal: boolean;
  /** Usage of a preview, which replaces the reported usage. */
  simulatedUsage?: BilledUsage | null;
}

/** The fields of a bill or draft that identify the usage to bill. */
interface UsageOwner {
  organizationId: string;
  usagePeriodId: string | null;
  isFinal: boolean;
}

/** The first step of every bill: its lines. */
@Injectable()
export class BillLines {
  constructor(
    private readonly usage: UsageMeter,
    private readonly extensions: BillExtensions,
  ) {}

  /** Returns the lines of new bills: the fee of the plan, usage, then lines of extensions. */
  async ofBills(tx: Transaction, bills: readonly BillToCompose[]): Promise<InvoiceLine[][]> {
    const reported = bills.filter((it) => it.simulatedUsage === undefined);
    const usageOf = await this.reportedUsage(
      tx,
      reported.map(({ bill, isFinal }) => ({ ...bill, isFinal })),
    );
    const lines: InvoiceLine[][] = [];
    for (const { bill, invoiceId, simulatedUsage } of bills) {
      const used =
        simulatedUsage === undefined ? usageOf(bill.usagePeriodId) : simulatedLines(simulatedUsage);
      const added = await this.addedTo(tx, bill, invoiceId);
      lines.push([...feeLines(bill, bill.subscription.name), ...used, ...added]);
    }
    return lines;
  }

  /** Returns the lines of drafts with all usage so far. Other lines are kept, and existing fees keep their IDs. */
  async ofDrafts(tx: Transaction, drafts: readonly Invoice[], isFinal: boolean): Promise<BillLine[][]> {
    const usageOf = await this.reportedUsage(
      tx,
      drafts.map((it) => ({ ...it, isFinal })),
    );
    return drafts.map((draft) => linesAgain(draft, usageOf(draft.usagePeriodId)));
  }

  /** Reads the usage of all bills together; closes the periods of final bills before. */
  private async reportedUsage(
    tx: Transaction,
    bills: readonly UsageOwner[],
  ): Promise<(usagePeriodId: string | null) => InvoiceLine[]> {
    const periods = bills.flatMap(({ usagePeriodId: id, isFinal }) => (id === null ? [] : [{ id, isFinal }]));
    const [first] = bills;
    if (first === undefined || periods.length === 0) return () => [];
    const { organizationId } = first;
    // Close the periods before reading them; otherwise usage that arrives between the two steps would be lost.
    const closing = periods.filter((it) => it.isFinal).map((it) => it.id);
    await this.usage.closePeriods(tx, organizationId, closing);
    const ids = periods.map((it) => it.id);
    const usage = await this.usage.usageOfAll(tx, organizationId, ids);
    return (id) => {
      const used = id === null ? undefined : usage.get(id);
      return used === undefined ? [] : usageLines(used);
    };
  }

  private async addedTo(
    tx: Transaction,
    bill: SubscriptionBill,
    invoiceId: string | null,
  ): Promise<InvoiceLine[]> {
    const added: InvoiceLine[] = [];
    for (const source of this.extensions.of(INVOICE_LINES)) {
      const lines = await this.extensions.call(tx, INVOICE_LINES, source, async (it) =>
        (await it.linesFor(tx, bill, invoiceId)).map((line) => addedLine(line, bill.currency)),
      );
      added.push(...lines);
    }
    return added;
  }
}

function simulatedLines(usage: BilledUsage | null): InvoiceLine[] {
  return usage === null ? [] : usageLines(usage);
}

function linesAgain(draft: Invoice, used: readonly InvoiceLine[]): BillLine[] {
  const kept = draft.fees.filter((it) => it.type !== 'charge');
  const charges = used.map((line) => {
    const before = draft.fees.find((it) => it.type === 'charge' && it.chargeId === line.chargeId);
    return before === undefined ? line : { ...line, id: before.id };
  });
  const first = kept.filter((it) => it.type === 'subscription');
  return [...first, ...charges, ...kept.filter((it) => it.type !== 'subscription')];
}
