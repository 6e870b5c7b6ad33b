import fc from 'fast-check';
import {
  MAX_LEASE_EXPIRATIONS,
  nextStep,
  retryDelaySeconds,
  successRate,
  type AttemptState,
} from './webhook.rules';

const fresh: AttemptState = { retries: 0, maxRetries: 5, isRetry: false, leaseExpirations: 0 };
const failed = { success: false, unknown: false, retryAfterSeconds: null };
const unknown = { success: false, unknown: true, retryAfterSeconds: null };

describe('nextStep', () => {
  it('retries after 2, 4, 8, 16 and 32 minutes, then fails permanently', () => {
    let state = fresh;
    const minutes: number[] = [];
    for (;;) {
      const step = nextStep(state, failed);
      if (step.stage === 'failed') break;
      minutes.push(step.delaySeconds / 60);
      state = { ...state, retries: step.retries, isRetry: true };
    }
    expect(minutes).toEqual([2, 4, 8, 16, 32]);
    expect(state.retries + 1).toBe(5);
  });

  it('ends after a success; fails permanently after a failed manual retry beyond the maximum', () => {
    expect(nextStep(fresh, { ...failed, success: true }).stage).toBe('done');
    expect(nextStep({ ...fresh, retries: 5, isRetry: true }, failed)).toMatchObject({
      stage: 'failed',
      retries: 6,
    });
  });

  it('lengthens the delay to Retry-After, and never shortens it', () => {
    fc.assert(
      fc.property(fc.nat({ max: 4 }), fc.nat({ max: 86_400 }), (retries, retryAfterSeconds) => {
        const { delaySeconds } = nextStep({ ...fresh, retries }, { ...failed, retryAfterSeconds });
        expect(delaySeconds).toBe(Math.max(retryDelaySeconds(retries + 1), retryAfterSeconds));
      }),
    );
  });

  it('after an expired lease, queues the delivery immediately without spending a retry; after the fourth in a row, counts a failed attempt', () => {
    let state = { ...fresh, retries: 1, isRetry: true };
    for (let expiration = 1; expiration <= MAX_LEASE_EXPIRATIONS; expiration++) {
      const step = nextStep(state, unknown);
      expect(step).toEqual({ stage: 'queued', delaySeconds: 0, retries: 2, leaseExpirations: expiration });
      state = { ...state, retries: step.retries, isRetry: false, leaseExpirations: step.leaseExpirations };
    }
    expect(nextStep(state, unknown)).toEqual({
      stage: 'waiting',
      delaySeconds: 8 * 60,
      retries: 2,
      leaseExpirations: 0,
    });
  });
});

describe('successRate', () => {
  it('has one decimal and is 0 without deliveries', () => {
    expect([successRate(0, 0), successRate(1, 3), successRate(2, 3), successRate(5, 5)]).toEqual([
      0, 33.3, 66.7, 100,
    ]);
  });
});
