import { outlookOf } from './charge-outlook.rules';

const dueAt = new Date('2026-02-01T00:00:00Z');
const card = { method: 'Visa 4242', needsPayer: false };
const none = { method: null, needsPayer: false };
const waiting = { status: 'waiting', attempts: 0, dueAt } as const;
const stopped = { status: 'stopped', attempts: 1, dueAt: null } as const;

describe('outlookOf', () => {
  it.each([
    ['a first charge waits', waiting, card, { kind: 'planned', at: dueAt, method: 'Visa 4242' }],
    ['a first charge waits without a method', waiting, none, null],
    ['a declined charge is tried again', { ...waiting, attempts: 2 }, card, { kind: 'retried', at: dueAt }],
    ['the method of a declined charge is gone', { ...waiting, attempts: 2 }, none, { kind: 'failed' }],
    ['it is charged', { ...stopped, status: 'charging' }, card, { kind: 'charging', method: 'Visa 4242' }],
    [
      'the payer has to authenticate',
      { ...stopped, status: 'charging' },
      { ...card, needsPayer: true },
      { kind: 'action_required' },
    ],
    ['it stopped after a charge', stopped, card, { kind: 'failed' }],
    ['it stopped without a method', { ...stopped, attempts: 0 }, none, { kind: 'no_method' }],
    ['it stopped before any charge', { ...stopped, attempts: 0 }, card, null],
  ] as const)('when %s', (_, charge, how, expected) => {
    expect(outlookOf(charge, how)).toEqual(expected);
  });
});
