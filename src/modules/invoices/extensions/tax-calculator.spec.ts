import { feeTaxes } from './tax-calculator';

const GST = { code: 'gst', name: 'GST', rate: '5' };
const QST = { code: 'qst', name: 'QST', rate: '9.975' };

describe('feeTaxes', () => {
  it('takes one amount per tax', () => {
    const taxes = [
      { ...GST, amountCents: 7n },
      { ...QST, amountCents: 3n },
    ];
    const appliedTaxes = taxes.map((it) => ({ ...it, category: null }));
    expect(feeTaxes(100n, { taxes })).toEqual({ appliedTaxes, taxesAmountCents: 10n });
    expect(feeTaxes(100n, { taxes, amountCents: 10n })).toMatchObject({ taxesAmountCents: 10n });
  });

  it('splits a total over taxes without amounts', () => {
    const { appliedTaxes, taxesAmountCents } = feeTaxes(1000n, { taxes: [GST, QST], amountCents: 150n });
    expect(taxesAmountCents).toBe(150n);
    expect(appliedTaxes.map((it) => it.amountCents)).toEqual([50n, 100n]);
  });

  it('a fee may have no taxes', () => {
    expect(feeTaxes(1000n, { taxes: [] })).toEqual({ appliedTaxes: [], taxesAmountCents: 0n });
    expect(feeTaxes(1000n, { taxes: [], amountCents: 0n })).toMatchObject({ taxesAmountCents: 0n });
  });

  it.each([
    ['no amount', { taxes: [GST] }],
    ['only some taxes', { taxes: [{ ...GST, amountCents: 1n }, QST], amountCents: 1n }],
    ['add up to 1', { taxes: [{ ...GST, amountCents: 1n }], amountCents: 2n }],
    ['add up to 0', { taxes: [], amountCents: 2n }],
    ['negative', { taxes: [{ ...GST, amountCents: -1n }] }],
    ['negative', { taxes: [GST], amountCents: -1n }],
    ['greater than 2^53-1', { taxes: [GST], amountCents: 2n ** 53n }],
    ['"six"', { taxes: [{ ...GST, rate: 'six' }], amountCents: 1n }],
    ['"-5"', { taxes: [{ ...GST, rate: '-5' }], amountCents: 1n }],
    ['without a code', { taxes: [{ ...GST, code: ' ' }], amountCents: 1n }],
    ['without a code or a name', { taxes: [{ ...GST, name: '' }], amountCents: 1n }],
    ['twice', { taxes: [GST, GST], amountCents: 1n }],
  ])('refuses a result with %s', (reason, result) => {
    expect(() => feeTaxes(1000n, result)).toThrow(reason);
  });
});
