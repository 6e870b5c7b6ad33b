import { payStateOf, type OpenCollection } from './pay-state.rules';

const key = { type: 'invoice', id: 'i' };
const page = { amountDueCents: 100n, isVoided: false, key, open: [] };
const link: OpenCollection = {
  ...{ kind: 'link', status: 'open', requiresAction: false, url: 'https://provider.example/1' },
  ...{ invoiceId: 'i', paymentRequestId: null },
};
const charge: OpenCollection = { ...link, kind: 'charge', status: 'processing', url: null };

describe('payStateOf', () => {
  it.each<[string, OpenCollection[], string]>([
    ['nothing is open', [], 'due'],
    ['a link is open', [link], 'due'],
    ['the answer about a link was lost', [{ ...link, status: 'unknown' }], 'due'],
    ['a link was paid', [{ ...link, status: 'processing' }], 'processing'],
    ['a charge begins', [{ ...charge, status: 'created' }], 'processing'],
    ['a charge is under way', [charge], 'processing'],
    ['a declined charge is being ended', [{ ...charge, status: 'failed' }], 'due'],
    ['a charge waits without a page', [{ ...charge, requiresAction: true }], 'due'],
    ['a charge waits for the payer', [{ ...charge, requiresAction: true, url: link.url }], 'action'],
    [
      'a charge of another target waits for the payer',
      [{ ...charge, requiresAction: true, url: link.url, invoiceId: null, paymentRequestId: 'r' }],
      'due',
    ],
  ])('when %s, the page says %s', (_, open, kind) => {
    expect(payStateOf({ ...page, open }).kind).toBe(kind);
  });

  it('what is voided or paid needs nothing, whatever is open', () => {
    expect(payStateOf({ ...page, open: [link], amountDueCents: 0n }).kind).toBe('nothing_due');
    expect(payStateOf({ ...page, open: [link], amountDueCents: 0n, isVoided: true }).kind).toBe('voided');
  });
});
