import { EndpointQueue } from './endpoint-queue';
import { RoundRobin } from './round-robin';

const queue = (organizationId: string, endpointId: string) =>
  new EndpointQueue({ organizationId, endpointId }, 10, null);

describe('RoundRobin', () => {
  it('alternates between organizations and keeps the order of the queues within each', () => {
    const ready = new RoundRobin('fast');
    for (const endpointId of ['l1', 'l2', 'l3']) ready.push(queue('loud', endpointId));
    ready.push(queue('other', 'o1'));
    const served = [ready.shift(), ready.shift()];
    ready.push(queue('third', 't1'));
    ready.push(queue('other', 'o2'));
    for (let it = ready.shift(); it !== undefined; it = ready.shift()) served.push(it);
    expect(served.map((it) => it?.endpointId)).toEqual(['l1', 'o1', 'l2', 't1', 'o2', 'l3']);
    expect(served.every((it) => it?.readyFor === null)).toBe(true);
  });
});
