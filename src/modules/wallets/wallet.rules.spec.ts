import Decimal from 'decimal.js';
import fc from 'fast-check';
import { AmountOutOfRangeError } from '../../platform/domain/money';
import {
  everythingOf,
  canHold,
  inOrderOfUse,
  isExpired,
  shareOf,
  totalsAfter,
  worthOf,
  type Amount,
  type TransactionSource,
  type WalletTotals,
} from './wallet.rules';

const EMPTY: WalletTotals = {
  balanceCents: 0n,
  creditsBalance: '0',
  consumedAmountCents: 0n,
  consumedCredits: '0',
};

describe('worthOf', () => {
  it.each([
    ['10', '1', 'USD', 1000n],
    ['10.5', '2', 'USD', 2100n],
    ['3', '0.333', 'USD', 100n],
    ['0.00001', '1000', 'USD', 1n],
    ['0.005', '1', 'USD', 1n],
    ['0.00499', '1', 'USD', 0n],
    ['150', '0.01', 'JPY', 2n],
    ['1.0005', '1', 'KWD', 1001n],
    ['90071992547409.91', '1', 'USD', 9007199254740991n],
  ])('%s credits at %s %s are worth %s', (credits, rate, currency, cents) => {
    expect(worthOf(credits, rate, currency)).toBe(cents);
  });

  it('a value greater than 2^53-1 is refused', () => {
    expect(() => worthOf('90071992547409.92', '1', 'USD')).toThrow(AmountOutOfRangeError);
  });
});

describe('shareOf', () => {
  const balance = { balanceCents: 300n, creditsBalance: '1' };

  it('credits are rounded down to 5 decimals', () => {
    expect(shareOf(balance, 1n)).toEqual({ amountCents: 1n, credits: '0.00333' });
    expect(shareOf(balance, 200n)).toEqual({ amountCents: 200n, credits: '0.66666' });
  });

  it('the last cent takes all remaining credits', () => {
    expect(shareOf(balance, 300n)).toEqual({ amountCents: 300n, credits: '1' });
    expect(shareOf(balance, 301n)).toEqual({ amountCents: 300n, credits: '1' });
  });
});

describe('totalsAfter', () => {
  const held: WalletTotals = { ...EMPTY, balanceCents: 500n, creditsBalance: '5' };
  const two: Amount = { amountCents: 200n, credits: '2' };

  it.each<[TransactionSource, bigint, bigint]>([
    ['paid', 700n, 0n],
    ['granted', 700n, 0n],
    ['invoice', 300n, 200n],
    ['termination', 300n, 0n],
    ['expiration', 300n, 0n],
  ])(
    'a transaction from source %s changes the balance to %s and the consumed amount to %s',
    (source, balanceCents, consumedAmountCents) => {
      expect(totalsAfter(held, source, two)).toMatchObject({ balanceCents, consumedAmountCents });
    },
  );

  it('a voided invoice reduces the consumed amount', () => {
    const used = totalsAfter(held, 'invoice', two);
    expect(totalsAfter(used, 'voided_invoice', two)).toEqual(held);
  });

  it('an amount greater than the balance is refused', () => {
    expect(() => totalsAfter(held, 'invoice', { amountCents: 501n, credits: '5' })).toThrow(RangeError);
    expect(() => totalsAfter(held, 'invoice', { amountCents: 500n, credits: '5.00001' })).toThrow(RangeError);
  });
});

describe('wallet ledger', () => {
  type Step = { top: string } | { use: bigint } | { release: number } | { empty: true };
  const credits = fc
    .integer({ min: 1, max: 1_000_000_000 })
    .map((it) => new Decimal(it).div(100_000).toFixed());
  const step: fc.Arbitrary<Step> = fc.oneof(
    credits.map((top) => ({ top })),
    fc.bigInt({ min: 1n, max: 50_000n }).map((use) => ({ use })),
    fc.nat({ max: 20 }).map((release) => ({ release })),
    fc.constant({ empty: true } as const),
  );
  const rate = fc.constantFrom('1', '0.01', '0.333', '3', '7.77', '0.0005', '1000');

  it('the transactions add up to the totals in cents and credits, which are never negative', () => {
    fc.assert(
      fc.property(rate, fc.array(step, { maxLength: 40 }), (rateAmount, steps) => {
        let totals = EMPTY;
        let cents = 0n;
        let sum = new Decimal(0);
        let uses: Amount[] = [];
        const move = (source: TransactionSource, amount: Amount): void => {
          const sign = source === 'paid' || source === 'voided_invoice' ? 1 : -1;
          totals = totalsAfter(totals, source, amount);
          cents += BigInt(sign) * amount.amountCents;
          sum = sum.plus(new Decimal(amount.credits).mul(sign));
        };
        for (const it of steps) {
          if ('top' in it) {
            const amountCents = worthOf(it.top, rateAmount, 'USD');
            if (amountCents > 0n) move('paid', { amountCents, credits: it.top });
          } else if ('use' in it) {
            if (totals.balanceCents === 0n) continue;
            const used = shareOf(totals, it.use);
            expect(used.amountCents <= it.use).toBe(true);
            uses = [...uses, used];
            move('invoice', used);
          } else if ('release' in it) {
            const back = uses[it.release];
            if (back === undefined) continue;
            uses = uses.filter((use) => use !== back);
            move('voided_invoice', back);
          } else if (totals.balanceCents > 0n) {
            move('termination', everythingOf(totals));
            expect(totals).toMatchObject({ balanceCents: 0n, creditsBalance: '0' });
          }
          expect(totals.balanceCents).toBe(cents);
          expect(totals.creditsBalance).toBe(sum.toFixed());
          expect(new Decimal(totals.creditsBalance).decimalPlaces()).toBeLessThanOrEqual(5);
          expect(totals.balanceCents >= 0n && totals.consumedAmountCents >= 0n).toBe(true);
          expect(totals.consumedAmountCents).toBe(uses.reduce((all, use) => all + use.amountCents, 0n));
        }
      }),
    );
  });
});

describe('wallet rules', () => {
  const at = (day: number): Date => new Date(Date.UTC(2026, 0, day));

  it('invoices use the wallet with the lowest priority first, then the oldest', () => {
    const wallets = [
      { id: 'd', priority: 50, createdAt: at(1) },
      { id: 'c', priority: 1, createdAt: at(3) },
      { id: 'b', priority: 1, createdAt: at(2) },
      { id: 'a', priority: 1, createdAt: at(2) },
    ];
    expect(inOrderOfUse(wallets).map((it) => it.id)).toEqual(['a', 'b', 'c', 'd']);
  });

  it('a wallet expires at its expiration time', () => {
    expect(isExpired({ expirationAt: null }, at(2))).toBe(false);
    expect(isExpired({ expirationAt: at(3) }, at(2))).toBe(false);
    expect(isExpired({ expirationAt: at(2) }, at(2))).toBe(true);
  });

  it('a balance may be at most 2^53-1', () => {
    const balance = { balanceCents: 9007199254740990n, creditsBalance: '1' };
    expect(canHold(balance, 1n)).toBe(true);
    expect(canHold(balance, 2n)).toBe(false);
  });
});
