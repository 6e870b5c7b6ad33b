import { dayOf, startOf } from './calendar';
import { Coupons } from './coupons';
import {
  dueOn,
  issuingDayOf,
  type CreditNote,
  type Fee,
  type Invoice,
  type Line,
  type Subscribed,
} from './invoices';
import type { CreditKind, Day, Instant, Life } from './life';
import { Decimal, total, wholeCents } from './numbers';
import { perTax, taxesOf, taxOn } from './taxes';
import { giveBack, takeFromWallets, type Wallet } from './wallets';

/** Documents and funds of a customer. */
export class Money {
  readonly invoices: Invoice[] = [];
  readonly notes: CreditNote[] = [];
  readonly wallets: Wallet[] = [];
  readonly coupons: Coupons;

  /** @param life whose customer's terms are those of now */
  constructor(
    private readonly life: Life,
    private readonly zone: () => string,
  ) {
    this.coupons = new Coupons(life);
  }

  /** Makes an invoice: final at once, or a draft for the days of grace. */
  bill(subscription: Subscribed, now: Instant, lines: () => Line[]): Invoice {
    const { graceDays, termDays } = this.life.customer;
    const zone = this.zone();
    const amounts = { taxes: 0, creditNotes: 0, prepaid: 0, total: 0, paid: 0, refunded: 0, offset: 0 };
    const invoice: Invoice = {
      subscription,
      madeAt: now,
      place: this.invoices.length,
      status: 'draft',
      zone,
      madeDay: dayOf(now, zone),
      graceDays,
      termDays,
      fees: [],
      coupons: [],
      ...amounts,
      usedNotes: [],
      usedWallets: [],
      lines,
    };
    this.invoices.push(invoice);
    // Only for reference: bills of one instant are made in the order of starts.
    this.invoices.sort((a, b) => a.madeAt - b.madeAt || a.subscription.order - b.subscription.order);
    this.compute(invoice);
    if (graceDays === 0) this.finalize(invoice, now);
    return invoice;
  }

  /** docs/billing-rules.md#grace-period: new terms of the customer apply to drafts too. */
  moveDrafts(): void {
    const { graceDays, termDays } = this.life.customer;
    for (const it of this.drafts()) Object.assign(it, { graceDays, termDays });
  }

  /** When the next draft becomes final. */
  nextFinalization(): { at: Instant; invoice: Invoice } | null {
    const [first] = this.drafts()
      .map((invoice) => ({ at: startOf(issuingDayOf(invoice), invoice.zone), invoice }))
      .sort((a, b) => a.at - b.at || inOrder(a.invoice, b.invoice));
    return first ?? null;
  }

  private drafts(): Invoice[] {
    return this.invoices.filter((it) => it.status === 'draft');
  }

  finalize(invoice: Invoice, now: Instant): void {
    this.compute(invoice);
    this.coupons.spend(invoice.coupons);
    invoice.usedNotes = this.takeCredit(invoice.total);
    invoice.creditNotes = total(invoice.usedNotes.map((it) => it.cents));
    invoice.total -= invoice.creditNotes;
    invoice.usedWallets = takeFromWallets(this.wallets, invoice.total, now);
    invoice.prepaid = total(invoice.usedWallets.map((it) => it.cents));
    invoice.total -= invoice.prepaid;
    this.settle(invoice);
    for (const note of this.notes) {
      if (note.invoice !== invoice || note.status !== 'draft') continue;
      // docs/billing-rules.md#draft-credit-notes
      this.finalizeNote(note, Math.max(issuingDayOf(invoice), dayOf(note.madeAt, this.zone())));
    }
  }

  refreshDrafts(): void {
    for (const it of this.drafts()) this.compute(it);
  }

  /** docs/billing-rules.md#voiding: false if that must be refused. */
  void(invoice: Invoice): boolean {
    const { status, paid, offset } = invoice;
    const isCredited = this.notes.some((it) => it.invoice === invoice && it.status === 'finalized');
    if (status !== 'finalized' || paid + offset > 0 || isCredited) return false;
    this.coupons.restore(invoice.coupons);
    for (const { note, cents } of invoice.usedNotes) note.balance += cents;
    for (const use of invoice.usedWallets) giveBack(use);
    invoice.status = 'voided';
    return true;
  }

  /** Lines, discounts, taxes and total as of now. */
  private compute(invoice: Invoice): void {
    const lines = invoice.lines();
    const { uses, perLine } = this.coupons.discountsOn(lines);
    invoice.coupons = uses;
    invoice.fees = lines.map((line, place): Fee => {
      const rates = taxesOf(this.life, line);
      const discount = perLine[place] ?? 0;
      const net = line.cents - discount;
      return { ...line, discount, net, taxes: taxOn(rates, net), perTax: perTax(rates, net) };
    });
    invoice.taxes = total(invoice.fees.map((it) => it.taxes));
    invoice.total = total(invoice.fees.map((it) => it.net)) + invoice.taxes;
  }

  private takeCredit(due: number): Invoice['usedNotes'] {
    let left = due;
    const uses: Invoice['usedNotes'] = [];
    for (const note of this.notes) {
      const cents = note.status === 'finalized' ? Math.min(left, note.balance) : 0;
      if (cents > 0) uses.push({ note, cents });
      note.balance -= cents;
      left -= cents;
    }
    return uses;
  }

  /** Pays an invoice. */
  pay(invoice: Invoice, cents: number): void {
    invoice.paid += cents;
    this.settle(invoice);
  }

  private settle(invoice: Invoice): void {
    invoice.status = dueOn(invoice) === 0 ? 'paid' : 'finalized';
  }

  /** Returns the amount of a fee that notes can still credit. */
  creditable(invoice: Invoice, fee: number): number {
    return feeOf(invoice, fee).net - total(this.notesOn(invoice, fee).map((it) => it.item));
  }

  private notesOn(invoice: Invoice, fee: number, except?: CreditNote): CreditNote[] {
    return this.notes.filter(
      (it) => it.invoice === invoice && it.fee === fee && it.status !== 'voided' && it !== except,
    );
  }

  /**
   * docs/billing-rules.md#credit-for-the-unused-part
   *
   * @param unused before discounts
   */
  creditUnused(invoice: Invoice, unused: number, how: CreditKind, now: Instant): void {
    if (invoice.status === 'draft') this.compute(invoice);
    if (invoice.fees.length === 0 || invoice.status === 'voided') return;
    const item = this.netOfUnused(invoice, unused);
    // docs/billing-rules.md#draft-credit-notes: the discounts of a draft may still change.
    const isOpen = invoice.status === 'draft' && unused > 0;
    if (item > 0 || isOpen)
      this.credit(invoice, { fee: 0, item }, { how, reason: 'order_change', unused }, now);
  }

  /** Discounts lower each part of a fee in proportion. */
  private netOfUnused(invoice: Invoice, unused: number, note?: CreditNote): number {
    const { cents, net } = feeOf(invoice, 0);
    const credited = total(this.notesOn(invoice, 0, note).map((it) => it.item));
    return cents === 0 ? 0 : wholeCents(new Decimal(unused).times(net).div(cents)) - credited;
  }

  /** Makes a credit note: a draft while its invoice is one. */
  credit(
    invoice: Invoice,
    { fee, item }: { fee: number; item: number },
    { how, reason, unused }: Pick<CreditNote, 'how' | 'reason' | 'unused'>,
    now: Instant,
  ): CreditNote {
    const note: CreditNote = {
      invoice,
      status: 'draft',
      reason,
      madeAt: now,
      issuingDay: null,
      fee,
      item,
      unused,
      ...{ taxes: 0, credit: 0, offset: 0, refund: 0, balance: 0 },
      how,
    };
    this.notes.push(note);
    this.split(note);
    if (invoice.status !== 'draft') this.finalizeNote(note, dayOf(now, this.zone()));
    return note;
  }

  private finalizeNote(note: CreditNote, issuingDay: Day): void {
    const { invoice } = note;
    // Coupons may have come and gone since the note was made.
    const item = note.unused === null ? note.item : this.netOfUnused(invoice, note.unused, note);
    if (item <= 0) {
      note.status = 'voided';
      return;
    }
    note.item = item;
    this.split(note);
    note.status = 'finalized';
    note.issuingDay = issuingDay;
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
    const earlier = this.notesOn(note.invoice, note.fee, note).filter((it) => it.status !== 'draft');
    const base = total(earlier.map((it) => it.item)) + note.item;
    return (
      taxOn(taxesOf(this.life, feeOf(note.invoice, note.fee)), base) - total(earlier.map((it) => it.taxes))
    );
  }
}

function feeOf({ fees }: Invoice, place: number): Fee {
  const fee = fees[place];
  if (fee === undefined) throw new Error(`No fee ${place}`);
  return fee;
}

/** Bills of one instant go by the order in which they were made. */
const inOrder = (a: Invoice, b: Invoice): number => a.madeAt - b.madeAt || a.place - b.place;
