import { afterFailure, envelopeAddress, isTooOld, leaseEnd, messageIdOf, storedError } from './email.rules';

const HOUR_MS = 3_600_000;
const createdAt = new Date('2026-01-01T00:00:00Z');
const later = (hours: number): Date => new Date(createdAt.getTime() + hours * HOUR_MS);
const noJitter = (): number => 0;

describe('an e-mail whose attempt failed', () => {
  it('is attempted again after a minute, doubling up to an hour', () => {
    const delays = [1, 2, 3, 6, 7, 20].map((attempts) => {
      const after = afterFailure({ attempts, createdAt }, false, createdAt, noJitter);
      return 'dueAt' in after ? (after.dueAt.getTime() - createdAt.getTime()) / 60_000 : null;
    });
    expect(delays).toEqual([1, 2, 4, 32, 60, 60]);
  });

  it('bounces if the failure is permanent', () => {
    expect(afterFailure({ attempts: 1, createdAt }, true, createdAt)).toEqual({ state: 'bounced' });
  });

  it('fails when the next attempt would begin 72 hours after it was queued', () => {
    const of = { attempts: 20, createdAt };
    expect(afterFailure(of, false, later(70.9), noJitter)).toMatchObject({ state: 'pending' });
    expect(afterFailure(of, false, later(71), noJitter)).toEqual({ state: 'failed' });
    expect([isTooOld(createdAt, later(71.9)), isTooOld(createdAt, later(72))]).toEqual([false, true]);
  });
});

describe('an attempt', () => {
  it('has a lease that outlasts the longest SMTP_TIMEOUT_MS', () => {
    expect(leaseEnd(createdAt).getTime() - createdAt.getTime()).toBeGreaterThan(2 * 120_000);
  });
});

describe('the texts of e-mails', () => {
  it('have domains in ASCII where mail servers read them', () => {
    expect(envelopeAddress('zoë@bücher.example')).toBe('zoë@xn--bcher-kva.example');
    expect(envelopeAddress('a@example.com')).toBe('a@example.com');
    expect(messageIdOf('0199', 'billing@bücher.example')).toBe('<0199@xn--bcher-kva.example>');
  });

  it('are stored as one line of at most 500 characters', () => {
    expect(storedError('550 no\r\n\u0000 such\tuser ')).toBe('550 no such user');
    expect(storedError('x'.repeat(600))).toHaveLength(500);
  });
});
