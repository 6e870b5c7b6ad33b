import fc from 'fast-check';
import { sharesOfFailure, sharesOfRefund, type RefundShare } from './refund-shares.rules';

const invoice = (invoiceId: string, appliedCents: bigint, refundedCents = 0n) => ({
  invoiceId,
  appliedCents,
  refundedCents,
});
const note = (creditNoteId: string, invoiceId: string, openCents: bigint) => ({
  creditNoteId,
  invoiceId,
  openCents,
});
const made = (
  creditNoteId: string,
  invoiceId: string,
  amountCents: bigint,
  paymentRefundId: string | null,
) => ({
  creditNoteId,
  invoiceId,
  amountCents,
  paymentRefundId,
});
const brief = (shares: readonly RefundShare[]) =>
  shares.map((it) => [it.invoiceId, it.creditNoteId, it.amountCents]);

describe('sharesOfRefund', () => {
  const money = { surplusCents: 500n, invoices: [invoice('a', 3000n), invoice('b', 2000n)] };

  it('a refund without notes returns the surplus first, then the oldest invoice', () => {
    expect(brief(sharesOfRefund(500n, money, []))).toEqual([]);
    expect(brief(sharesOfRefund(4000n, money, []))).toEqual([
      ['a', null, 3000n],
      ['b', null, 500n],
    ]);
  });

  it('a refund counts for the notes that wait for one first, oldest first', () => {
    const notes = [note('n1', 'b', 700n), note('n2', 'a', 1000n)];
    expect(brief(sharesOfRefund(600n, money, notes))).toEqual([['b', 'n1', 600n]]);
    expect(brief(sharesOfRefund(2500n, money, notes))).toEqual([
      ['b', 'n1', 700n],
      ['a', 'n2', 1000n],
      ['a', null, 300n],
    ]);
  });

  it('a refund counts for a note only up to what its payment has paid of the invoice', () => {
    const paid = { surplusCents: 0n, invoices: [invoice('a', 3000n, 2600n)] };
    expect(brief(sharesOfRefund(400n, paid, [note('n1', 'a', 1000n)]))).toEqual([['a', 'n1', 400n]]);
    const reversed = { surplusCents: 0n, invoices: [invoice('a', 0n, 2600n)] };
    expect(sharesOfRefund(400n, reversed, [note('n1', 'a', 1000n)])).toEqual([]);
  });
});

describe('sharesOfFailure', () => {
  const money = { surplusCents: 100n, invoices: [invoice('a', 3000n, 1500n), invoice('b', 2000n, 300n)] };
  const notes = [made('n2', 'a', 400n, 'r2'), made('n1', 'a', 600n, 'r1')];

  it('a failed refund is taken back from the notes that it refunded', () => {
    expect(brief(sharesOfFailure(600n, money, notes, 'r1'))).toEqual([['a', 'n1', -600n]]);
  });

  it('a failed refund that refunded no note is taken back from the newest invoice, then from the surplus', () => {
    expect(brief(sharesOfFailure(900n, money, notes, 'r3'))).toEqual([
      ['b', null, -300n],
      ['a', null, -500n],
    ]);
  });

  it('what exceeds all other refunds comes back from the newest refund for a note', () => {
    expect(brief(sharesOfFailure(1000n, money, notes, null))).toEqual([
      ['b', null, -300n],
      ['a', null, -500n],
      ['a', 'n2', -100n],
    ]);
    const byTotal = [...notes, made('n0', 'a', 200n, null)];
    expect(brief(sharesOfFailure(1200n, money, byTotal, 'r3')).slice(-2)).toEqual([
      ['a', 'n0', -200n],
      ['a', 'n2', -300n],
    ]);
  });
});

describe('a series of refunds', () => {
  const NOTES = fc.array(fc.record({ invoice: fc.nat(), cents: fc.bigInt({ min: 1n, max: 3000n }) }), {
    maxLength: 4,
  });
  const APPLIED = fc.array(fc.bigInt({ min: 0n, max: 5000n }), { minLength: 1, maxLength: 3 });
  const PARTS = fc.array(fc.bigInt({ min: 1n, max: 1000n }), { maxLength: 8 });

  it('never returns more than was paid of an invoice or than a note asks for; a failed refund leaves its notes', () => {
    const surplus = fc.bigInt({ min: 0n, max: 500n });
    fc.assert(
      fc.property(APPLIED, surplus, NOTES, PARTS, (applied, surplusCents, asked, parts) => {
        const notes = asked.map((it, i) => note(`n${i}`, `i${it.invoice % applied.length}`, it.cents));
        const shares: RefundShare[] = [];
        const refundedOf = (id: string): bigint => sumOf(shares.filter((it) => it.invoiceId === id));
        const madeFor = (id: string): bigint => sumOf(shares.filter((it) => it.creditNoteId === id));
        const invoices = () => applied.map((cents, i) => invoice(`i${i}`, cents, refundedOf(`i${i}`)));
        let refunded = 0n;
        for (const part of parts) {
          const cents =
            ((sumOf(applied.map((amountCents) => ({ amountCents }))) + surplusCents - refunded) * part) /
            1000n;
          const left = surplusCents - (refunded - sumOf(shares));
          const open = notes.map((it) => ({ ...it, openCents: it.openCents - madeFor(it.creditNoteId) }));
          const own = sharesOfRefund(cents, { surplusCents: left, invoices: invoices() }, open);
          const before = notes.map((it) => madeFor(it.creditNoteId));
          shares.push(...own);
          refunded += cents;
          for (const it of invoices()) expect(it.refundedCents <= it.appliedCents).toBe(true);
          for (const it of notes) expect(madeFor(it.creditNoteId) <= it.openCents).toBe(true);

          const given = own.flatMap((it) =>
            it.creditNoteId === null ? [] : [made(it.creditNoteId, it.invoiceId, it.amountCents, 'own')],
          );
          const money = { surplusCents: refunded - sumOf(shares), invoices: invoices() };
          const back = sharesOfFailure(cents, money, given, 'own');
          const after = notes.map((it, i) => (before[i] ?? 0n) - madeFor(it.creditNoteId));
          expect(notes.map((it) => sumOf(back.filter((b) => b.creditNoteId === it.creditNoteId)))).toEqual(
            after,
          );
        }
      }),
    );
  });
});

const sumOf = (amounts: readonly { amountCents: bigint }[]): bigint =>
  amounts.reduce((sum, it) => sum + it.amountCents, 0n);
