import { EndpointQueue } from './endpoint-queue';
import { RoundRobin } from './round-robin';

const queue = (organizationId: string, endpointId: string) =>
  new EndpointQueue({ organizationId, endpointId }, 10, null);

describe('RoundRobin', () => {
  it('serves organizations in turn, and the queues of each organization in order', () => {
    const line = new RoundRobin('fast');
    for (const endpointId of ['l1', 'l2', 'l3']) line.push(queue('loud', endpointId));
    line.push(queue('other', 'o1'));
    const served = [line.shift(), line.shift()];
    line.push(queue('third', 't1'));
    line.push(queue('other', 'o2'));
    for (let it = line.shift(); it !== undefined; it = line.shift()) served.push(it);
    expect(served.map((it) => it?.endpointId)).toEqual(['l1', 'o1', 'l2', 't1', 'o2', 'l3']);
    expect(served.every((it) => it?.waitingFor === null)).toBe(true);
  });
});
