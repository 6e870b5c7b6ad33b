import { advanced, countsOf, progressOf, type Step } from './steps';

test.each<[Step, string, string]>([
  ['day', '2030-12-31T10:00:00.000Z', '2031-01-01T10:00:00.000Z'],
  ['week', '2030-02-25T10:00:00.000Z', '2030-03-04T10:00:00.000Z'],
  ['month', '2030-01-31T10:00:00.000Z', '2030-02-28T10:00:00.000Z'],
  // The clocks of Berlin change on 31 March 2030: local midnight stays midnight.
  ['month', '2030-03-14T23:00:00.000Z', '2030-04-14T22:00:00.000Z'],
])('a %s after %s is %s', (step, now, expected) => {
  expect(advanced(now, step, 'Europe/Berlin')).toBe(expected);
});

test('the progress of a move is the part of the time that has passed', () => {
  const move = { from: '2030-01-01T00:00:00.000Z', to: '2030-01-05T00:00:00.000Z' };
  expect(progressOf('2030-01-02T00:00:00.000Z', move)).toBe(0.25);
  expect(progressOf('2031-01-02T00:00:00.000Z', move)).toBe(1);
  expect(progressOf(move.from, { from: move.from, to: move.from })).toBe(1);
});

test('events are counted by kind, most frequent first', () => {
  const event = { id: '', object_type: '', object_id: '', created_at: '' };
  const kinds = ['invoice.created', 'invoice.paid', 'invoice.paid'];
  expect(countsOf(kinds.map((it) => ({ ...event, webhook_type: it })))).toEqual([
    ['invoice.paid', 2],
    ['invoice.created', 1],
  ]);
});
