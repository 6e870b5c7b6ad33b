import { firstIdAt, newId } from './id';

describe('newId', () => {
  it('grows with the instant, and from one id of an instant to the next', () => {
    const instants = [1, 2, 3].map((second) => new Date(Date.UTC(2030, 0, 1, 0, 0, second)));
    const ids = instants.flatMap((at) => Array.from({ length: 200 }, () => newId(at)));
    expect([...ids].sort()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
    for (const at of instants) expect(firstIdAt(at) <= newId(at)).toBe(true);
  });
});
