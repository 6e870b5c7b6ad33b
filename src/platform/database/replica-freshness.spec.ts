import { ReplicaFreshness } from './replica-freshness';

describe('freshness of a replica', () => {
  it('is unknown until the standby has replayed a position of the primary', () => {
    const freshness = new ReplicaFreshness();
    freshness.replayed(500n);
    freshness.sampled(1000, 600n);
    freshness.replayed(599n);
    expect(freshness.asOf).toBe(-Infinity);
  });

  it('is that of the latest replayed position', () => {
    const freshness = new ReplicaFreshness();
    freshness.sampled(1000, 100n);
    freshness.sampled(1500, 200n);
    freshness.sampled(2000, 300n);
    freshness.replayed(250n);
    expect(freshness.asOf).toBe(1500);
    freshness.replayed(300n);
    expect(freshness.asOf).toBe(2000);
  });

  it('advances while nothing is written', () => {
    const freshness = new ReplicaFreshness();
    for (const at of [1000, 2000, 3000]) {
      freshness.sampled(at, 100n);
      freshness.replayed(100n);
      expect(freshness.asOf).toBe(at);
    }
  });

  it('never goes back, and stays where it is while the standby replays nothing', () => {
    const freshness = new ReplicaFreshness();
    freshness.sampled(1000, 100n);
    freshness.replayed(100n);
    for (let n = 1; n <= 1000; n++) freshness.sampled(1000 + n, 100n + BigInt(n));
    freshness.replayed(100n);
    expect(freshness.asOf).toBe(1000);
    freshness.replayed(2000n);
    expect(freshness.asOf).toBe(2000);
  });
});
