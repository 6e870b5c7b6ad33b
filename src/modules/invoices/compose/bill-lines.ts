import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../../platform/database/transactions';
import { UsageMeter, UsageReader } from '../../events';
import { BillExtensions } from './bill-extensions';
import { FEE_CREDITS } from '../extensions/fee-credits';
import { INVOICE_LINES } from '../extensions/invoice-lines';
import type { Invoice } from '../invoice';
import { addedLine, feeLines, usageLines, type BilledUsage, type BillLine, type KeptLine } from './bill-line';
import type { SubscriptionBill } from './subscription-bill';

/** A bill whose lines are asked for. */
export interface BillToCompose {
  bill: SubscriptionBill;
  /** Null in a preview. */
  invoiceId: string | null;
  /** Whether its usage ends here: what arrives from now on is late. */
  isFinal: boolean;
  /** Usage to bill instead of what was counted, in a preview. */
  simulatedUsage?: BilledUsage | undefined;
}

/** A bill or draft, with the billing period whose usage it bills. */
interface UsageOwner {
  organizationId: string;
  usagePeriodId: string | null;
  isFinal: boolean;
}

/** The first step of every bill: its lines. */
@Injectable()
export class BillLines {
  constructor(
    private readonly meter: UsageMeter,
    private readonly usage: UsageReader,
    private readonly extensions: BillExtensions,
  ) {}

  /** Returns the lines of new bills: the plan's fee, the usage, then what extensions add. */
  async ofBills(tx: Transaction, bills: readonly BillToCompose[]): Promise<BillLine[][]> {
    const counted = bills.filter((it) => it.simulatedUsage === undefined);
    const usageOf = await this.countedUsage(
      tx,
      counted.map(({ bill, isFinal }) => ({ ...bill, isFinal })),
    );
    const lines: BillLine[][] = [];
    for (const { bill, invoiceId, simulatedUsage } of bills) {
      const used = simulatedUsage === undefined ? usageOf(bill) : usageLines(simulatedUsage);
      lines.push([...feeLines(bill), ...used, ...(await this.addedTo(tx, bill, invoiceId))]);
    }
    return lines;
  }

  /** Returns the lines of drafts with all usage so far. Their other lines stay, and fees keep their ids. */
  async ofDrafts(tx: Transaction, drafts: readonly Invoice[], isFinal: boolean): Promise<KeptLine[][]> {
    const usageOf = await this.countedUsage(
      tx,
      drafts.map((it) => ({ ...it, isFinal })),
    );
    const credited = await this.creditedOf(tx, drafts);
    return drafts.map((draft) =>
      linesAgain(draft, usageOf(draft)).map((line) => {
        const creditedCents = credited.get(line.id ?? '');
        return creditedCents === undefined ? line : { ...line, creditedCents };
      }),
    );
  }

  /** A fee paid in advance can be credited while its invoice is a draft. */
  private async creditedOf(tx: Transaction, drafts: readonly Invoice[]): Promise<Map<string, bigint>> {
    const credited = new Map<string, bigint>();
    const [first] = drafts;
    if (first === undefined) return credited;
    const ids = drafts.map((it) => it.id);
    for (const credits of this.extensions.of(FEE_CREDITS)) {
      const amounts = await this.extensions.call(tx, FEE_CREDITS, credits, (it) =>
        it.creditedOf(tx, first.organizationId, ids),
      );
      for (const [feeId, cents] of amounts) credited.set(feeId, (credited.get(feeId) ?? 0n) + cents);
    }
    return credited;
  }

  /** Reads the usage of many bills at once; of final ones, once it can grow no more. */
  private async countedUsage(
    tx: Transaction,
    bills: readonly UsageOwner[],
  ): Promise<(bill: Omit<UsageOwner, 'isFinal'>) => BillLine[]> {
    const periods = bills.flatMap(({ usagePeriodId: id, isFinal }) => (id === null ? [] : [{ id, isFinal }]));
    const [first] = bills;
    if (first === undefined || periods.length === 0) return () => [];
    const { organizationId } = first;
    // Closed before it is read, so that no usage falls between.
    const closing = periods.filter((it) => it.isFinal).map((it) => it.id);
    await this.meter.closePeriods(tx, organizationId, closing);
    const ids = periods.map((it) => it.id);
    const usage = await this.usage.usageOf(tx, organizationId, ids);
    return ({ usagePeriodId }) => (usagePeriodId === null ? [] : usageLines(usage.of(usagePeriodId)));
  }

  private async addedTo(
    tx: Transaction,
    bill: SubscriptionBill,
    invoiceId: string | null,
  ): Promise<BillLine[]> {
    const added: BillLine[] = [];
    for (const source of this.extensions.of(INVOICE_LINES)) {
      const lines = await this.extensions.call(tx, INVOICE_LINES, source, async (it) =>
        (await it.linesFor(tx, bill, invoiceId)).map((line) => addedLine(line, bill.currency)),
      );
      added.push(...lines);
    }
    return added;
  }
}

function linesAgain(draft: Invoice, used: readonly BillLine[]): KeptLine[] {
  const kept = draft.fees.filter((it) => it.type !== 'charge');
  const charges = used.map((line) => {
    const before = draft.fees.find((it) => it.type === 'charge' && it.chargeId === line.chargeId);
    return before === undefined ? line : { ...line, id: before.id };
  });
  const first = kept.filter((it) => it.type === 'subscription');
  return [...first, ...charges, ...kept.filter((it) => it.type !== 'subscription')];
}
