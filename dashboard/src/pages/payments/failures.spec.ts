import { failureInWords } from './failures';

test('a known code is said in plain words', () => {
  expect(failureInWords('expired_card', 'Your card has expired (code 54).')).toBe('The card has expired.');
});

test('an unknown code is said in the words of the provider, or as it is', () => {
  expect(failureInWords('r2d2', 'The droid declined.')).toBe('The droid declined.');
  expect(failureInWords('r2d2', null)).toBe('r2d2');
});

test('what has not failed has no reason', () => {
  expect(failureInWords(null, null)).toBeNull();
});
