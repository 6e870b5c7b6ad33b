import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TRANSITIONS, type Transition } from '../../src/modules/payments/ledger/payment.rules';
import { ROOT } from '../support/doc-blocks';
import { rowsUnder } from '../support/doc-tables';

const WORDS: Readonly<Record<Transition, string>> = {
  process: 'processing',
  succeed: 'succeeded',
  succeed_for_review: 'succeeded, for review',
  fail: 'failed',
  cancel: 'canceled',
  refund: 'refund',
  reverse: 'reversal',
  succeed_and_reverse: 'succeeded, then reversed',
  hold: 'held',
  note: 'noted',
  reinstate: 'reinstated',
  ignore: 'ignored',
};

describe('docs/payments.md', () => {
  it('shows the state table that the code has', () => {
    const page = readFileSync(join(ROOT, 'docs/payments.md'), 'utf8');
    const [[, ...outcomes] = [], ...rows] = rowsUnder(page, 'State table');
    const shown = Object.fromEntries(
      rows.map(([state = '', ...cells]) => [
        state,
        Object.fromEntries(outcomes.map((it, i) => [it, cells[i]])),
      ]),
    );
    const actual = Object.entries(TRANSITIONS).map(([state, row]) => [
      state,
      Object.fromEntries(Object.entries(row).map(([outcome, transition]) => [outcome, WORDS[transition]])),
    ]);
    expect(shown).toEqual(Object.fromEntries(actual));
  });
});
