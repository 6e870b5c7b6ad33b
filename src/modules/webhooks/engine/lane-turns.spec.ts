import { Lane } from './lane';
import { LaneTurns } from './lane-turns';

const lane = (organizationId: string, endpointId: string) =>
  new Lane({ organizationId, endpointId }, 10, null);

describe('LaneTurns', () => {
  it('serves organizations in turn, and the queues of each in order', () => {
    const turns = new LaneTurns('fast');
    for (const endpointId of ['l1', 'l2', 'l3']) turns.push(lane('loud', endpointId));
    turns.push(lane('other', 'o1'));
    const served = [turns.shift(), turns.shift()];
    turns.push(lane('third', 't1'));
    turns.push(lane('other', 'o2'));
    for (let it = turns.shift(); it !== undefined; it = turns.shift()) served.push(it);
    expect(served.map((it) => it?.endpointId)).toEqual(['l1', 'o1', 'l2', 't1', 'o2', 'l3']);
    expect(served.every((it) => it?.inTurn === null)).toBe(true);
  });
});
