import { capacityOf, sizeText, type Load } from './capacity.rules';

const LOAD: Load = {
  eventsPerSecond: 1000,
  deliveriesPerSecond: 0,
  retentionDays: 90,
  usageDays: 134,
  processes: 2,
  poolSize: 20,
};

describe('the capacity of an installation', () => {
  it('with a thousand events a second fills 8 TB in 134 days', () => {
    const { disk, servers, limit } = capacityOf(LOAD);
    expect(sizeText(disk)).toBe('8.0 TB');
    expect([servers, limit]).toEqual([2, 'disk']);
  });

  it('counts deliveries for as long as they are kept', () => {
    const load = { ...LOAD, eventsPerSecond: 0, deliveriesPerSecond: 590 };
    expect(capacityOf(load)).toMatchObject({ servers: 1, limit: 'disk' });
    expect(capacityOf({ ...load, retentionDays: 7 }).disk).toBeLessThan(capacityOf(load).disk / 12);
  });

  it('needs as many connections as all processes may open', () => {
    expect(capacityOf(LOAD).connections).toBe(78);
  });

  it('names the rate where it ends one server first', () => {
    const load = { ...LOAD, eventsPerSecond: 50_000, usageDays: 1 };
    expect(capacityOf(load)).toMatchObject({ servers: 3, limit: 'rate of usage events' });
  });

  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1500, '1.5 kB'],
    [8e12, '8.0 TB'],
  ])('shows %d bytes as %s', (bytes, text) => {
    expect(sizeText(bytes)).toBe(text);
  });
});
