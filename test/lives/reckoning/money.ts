import { dayOf, startOf } from './calendar';
import { ORGANIZATIONS, TAXES } from './catalogue';
import { discountsOf, spend, type Discounts, type Given } from './coupons';
import { dueOn, type CreditNote, type Fee, type Invoice, type Line, type Subscribed } from './invoices';
import { planOf } from './lines';
import type { CreditKind, Instant, Life } from './life';
import { Decimal, sumOf, total, wholeCents, ZERO } from './numbers';
import { takeFromWallets, type Wallet } from './wallets';

/** Documents and funds of a customer. */
export class Money {
  readonly invoices: Invoice[] = [];
  readonly notes: CreditNote[] = [];
  readonly wallets: Wallet[] = [];
  readonly coupons: Given[] = [];

  constructor(
    private readonly life: Life,
    private readonly zone: string,
  ) {}

  /** Makes an invoice: final at once, or a draft for the days of grace. */
  bill(subscription: Subscribed, now: Instant, lines: () => Line[]): Invoice {
    const { graceDays, termDays } = this.life.customer;
    const issuingDay = dayOf(now, this.zone) + graceDays;
    const amounts = {
      coupons: 0,
      taxes: 0,
      creditNotes: 0,
      prepaid: 0,
      total: 0,
      paid: 0,
      refunded: 0,
      offset: 0,
    };
    const invoice: Invoice = {
      subscription,
      madeAt: now,
      status: 'draft',
      issuingDay,
      dueDay: issuingDay + termDays,
      fees: [],
      ...amounts,
      lines,
    };
    this.invoices.push(invoice);
    this.compute(invoice);
    if (graceDays === 0) this.finalize(invoice, now);
    return invoice;
  }

  /** When the next draft becomes final. */
  nextFinalization(): { at: Instant; invoice: Invoice } | null {
    const draft = this.invoices
      .filter((it) => it.status === 'draft')
      .sort((a, b) => a.issuingDay - b.issuingDay)[0];
    return draft === undefined ? null : { at: startOf(draft.issuingDay, this.zone), invoice: draft };
  }

  /** docs/billing-rules.md#bill-pipeline */
  finalize(invoice: Invoice, now: Instant): void {
    spend(this.compute(invoice));
    invoice.creditNotes = this.takeCredit(invoice.total);
    invoice.total -= invoice.creditNotes;
    invoice.prepaid = takeFromWallets(this.wallets, invoice.total, now);
    invoice.total -= invoice.prepaid;
    this.settle(invoice);
    for (const note of this.notes) {
      if (note.invoice === invoice && note.status === 'draft') this.finalizeNote(note, now);
    }
  }

  /** Drafts as they are shown: with what coupons would take off now. */
  refreshDrafts(): void {
    for (const it of this.invoices) if (it.status === 'draft') this.compute(it);
  }

  /** Lines, discounts, taxes and total as of now. */
  private compute(invoice: Invoice): Discounts {
    const lines = invoice.lines();
    const credited = lines.map((_, index) => this.credited(invoice, index));
    const discounts = discountsOf(lines, this.coupons, credited);
    invoice.fees = lines.map((line, index): Fee => {
      const discount = discounts.perLine[index] ?? 0;
      const net = line.cents - discount;
      return { ...line, discount, net, taxes: this.taxOn(line, net) };
    });
    invoice.coupons = total(discounts.perLine);
    invoice.taxes = total(invoice.fees.map((it) => it.taxes));
    invoice.total = total(invoice.fees.map((it) => it.net)) + invoice.taxes;
    return discounts;
  }

  /** docs/billing-rules.md#taxes */
  private taxOn({ plan }: Line, cents: number): number {
    const ofOrganization = ORGANIZATIONS[this.life.organization]?.tax ?? null;
    const levels = [
      planOf(this.life, plan).taxes,
      this.life.customer.taxes,
      ofOrganization === null ? [] : [ofOrganization],
    ];
    const codes = levels.find((it) => it.length > 0) ?? [];
    const rates = codes.map((code) => new Decimal(TAXES.find((it) => it.code === code)?.rate ?? NaN));
    return wholeCents(sumOf(rates).times(cents).div(100));
  }

  private takeCredit(due: number): number {
    let left = due;
    for (const note of this.notes) {
      const cents = note.status === 'finalized' ? Math.min(left, note.balance) : 0;
      note.balance -= cents;
      left -= cents;
    }
    return due - left;
  }

  /** Pays an invoice. */
  pay(invoice: Invoice, cents: number): void {
    invoice.paid += cents;
    this.settle(invoice);
  }

  private settle(invoice: Invoice): void {
    invoice.status = dueOn(invoice) === 0 ? 'paid' : 'finalized';
  }

  /** What notes have credited of a fee. */
  credited(invoice: Invoice, fee: number): number {
    return total(this.notesOn(invoice, fee).map((it) => it.item));
  }

  private notesOn(invoice: Invoice, fee: number): CreditNote[] {
    return this.notes.filter((it) => it.invoice === invoice && it.fee === fee);
  }

  /** docs/billing-rules.md#credit-for-the-unused-part */
  creditUnused(invoice: Invoice, unused: number, how: CreditKind, now: Instant): void {
    if (invoice.status === 'draft') this.compute(invoice);
    const [fee] = invoice.fees;
    if (fee === undefined) return;
    // What a coupon took off the fee is not returned.
    const share = fee.cents === 0 ? ZERO : new Decimal(unused).times(fee.net).div(fee.cents);
    const item = wholeCents(share) - this.credited(invoice, 0);
    if (item > 0) this.credit(invoice, { fee: 0, item }, { how, reason: 'order_change' }, now);
  }

  /** Makes a credit note: a draft while its invoice is one. */
  credit(
    invoice: Invoice,
    { fee, item }: { fee: number; item: number },
    { how, reason }: { how: CreditKind; reason: CreditNote['reason'] },
    now: Instant,
  ): CreditNote {
    const amounts = { taxes: 0, credit: 0, offset: 0, refund: 0, balance: 0 };
    const note: CreditNote = {
      invoice,
      status: 'draft',
      reason,
      madeAt: now,
      issuingDay: null,
      fee,
      item,
      ...amounts,
      how,
    };
    this.notes.push(note);
    this.split(note);
    if (invoice.status !== 'draft') this.finalizeNote(note, now);
    return note;
  }

  private finalizeNote(note: CreditNote, now: Instant): void {
    const { invoice } = note;
    this.split(note);
    note.status = 'finalized';
    note.issuingDay = dayOf(now, this.zone);
    note.balance = note.credit;
    invoice.refunded += note.refund;
    invoice.offset += note.offset;
    this.settle(invoice);
  }

  /** Splits a note by what is due and what was paid. */
  private split(note: CreditNote): void {
    const { invoice } = note;
    note.taxes = this.taxOfNote(note);
    const sum = note.item + note.taxes;
    note.refund = note.how === 'refund' ? Math.min(sum, invoice.paid - invoice.refunded) : 0;
    note.offset = note.how === 'credit' ? 0 : Math.min(sum - note.refund, dueOn(invoice));
    note.credit = sum - note.refund - note.offset;
  }

  /** docs/billing-rules.md#taxes-of-a-credit-note */
  private taxOfNote(note: CreditNote): number {
    const earlier = this.notesOn(note.invoice, note.fee).filter((it) => it !== note && it.status !== 'draft');
    const base = total(earlier.map((it) => it.item)) + note.item;
    const fee = note.invoice.fees[note.fee];
    if (fee === undefined) throw new Error(`No fee ${note.fee}`);
    return this.taxOn(fee, base) - total(earlier.map((it) => it.taxes));
  }
}
