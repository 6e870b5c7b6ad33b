import fc from 'fast-check';
import { autoTopUpDueAt, autoTopUpOf, columnsOf, monthAt, nextStep } from './auto-top-up.rules';

const NOW = new Date('2030-03-31T22:30:00.000Z');
const RULE = { below: '10', credits: '50', maxPerMonth: 2 };
const ZONES = ['UTC', 'Europe/Paris', 'America/Santiago', 'Pacific/Apia', 'Asia/Kolkata'];

describe('rules of automatic top-ups', () => {
  it('a rule is kept in its columns', () => {
    expect(autoTopUpOf(columnsOf(RULE))).toEqual(RULE);
    expect(autoTopUpOf(columnsOf(null))).toBeNull();
  });

  it('a balance below the limit is looked at, and one at the limit is not', () => {
    const dueAt = (creditsBalance: string) => autoTopUpDueAt({ ...columnsOf(RULE), creditsBalance }, NOW);
    expect(dueAt('9.99999')).toEqual(NOW);
    expect(dueAt('10')).toBeNull();
    expect(dueAt('100')).toBeNull();
    expect(autoTopUpDueAt({ ...columnsOf(null), creditsBalance: '0' }, NOW)).toBeNull();
  });

  it('a month begins and ends by the local calendar', () => {
    expect(monthAt(NOW, 'UTC').start).toEqual(new Date('2030-03-01T00:00:00.000Z'));
    expect(monthAt(NOW, 'Europe/Paris')).toEqual({
      start: new Date('2030-03-31T22:00:00.000Z'),
      end: new Date('2030-04-30T22:00:00.000Z'),
    });
  });

  it('every instant lies in its month, which the next one follows without a gap', () => {
    const instants = fc.date({
      min: new Date('2012-01-01'),
      max: new Date('2060-01-01'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(instants, fc.constantFrom(...ZONES), (at, zone) => {
        const { start, end } = monthAt(at, zone);
        expect(start <= at && at < end).toBe(true);
        expect(monthAt(end, zone).start).toEqual(end);
      }),
    );
  });

  it('a month has at most its top-ups, one at a time, however often a wallet is looked at', () => {
    const looks = fc.array(fc.constantFrom('look', 'paid', 'voided'), { maxLength: 60 });
    fc.assert(
      fc.property(looks, fc.integer({ min: 1, max: 5 }), (steps, maxPerMonth) => {
        const month = monthAt(NOW, 'UTC');
        let [open, begun] = [false, 0];
        for (const step of steps) {
          if (step !== 'look') open = false;
          else if (nextStep({ ...RULE, maxPerMonth }, open, begun, month).kind === 'buy') {
            expect(open).toBe(false);
            [open, begun] = [true, begun + 1];
          }
        }
        expect(begun).toBeLessThanOrEqual(maxPerMonth);
      }),
    );
  });

  it('a month that has had its top-ups rests until the next one', () => {
    const month = monthAt(NOW, 'UTC');
    expect(nextStep(RULE, false, 2, month)).toEqual({ kind: 'rest', until: month.end });
    expect(nextStep(RULE, true, 0, month)).toEqual({ kind: 'rest', until: null });
  });
});
