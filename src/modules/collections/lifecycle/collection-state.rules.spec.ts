import type { ObjectState } from '../../payments/collector-kit';
import type { CollectionEntity } from '../collection.entity';
import { afterState, afterUnanswered } from './collection-state.rules';

const NOW = new Date('2026-11-25T12:00:00Z');
const DEAD_AT = new Date('2026-11-25T11:00:00Z');

const collection = {
  ...{ kind: 'charge', status: 'canceled', polls: 0, url: null, expiresAt: null, deadAt: DEAD_AT },
  ...{ failureCode: null, failureReason: null, declineClass: null },
  ...{ requestedAt: DEAD_AT, confirmRequestedAt: DEAD_AT, cancelRequestedAt: DEAD_AT },
} as Partial<CollectionEntity> as CollectionEntity;

const read = (status: ObjectState['status']): ObjectState => ({
  ...{ objectId: 'order_1', status, isDead: false, url: null, expiresAt: null, captures: [], decline: null },
});

describe('what is read about a dead collection', () => {
  it('stays as it ended, and is not polled, where its object reads as open', () => {
    expect(afterState(collection, read('open'), NOW)).toMatchObject({
      status: 'canceled',
      nextActionAt: null,
    });
  });

  it('is followed where money is on its way', () => {
    const after = afterState(collection, read('processing'), NOW);
    expect(after.status).toBe('processing');
    expect(after.nextActionAt?.getTime()).toBeGreaterThan(NOW.getTime());
  });
});

describe('what is not visible yet', () => {
  const seconds = (n: number): Date => new Date(NOW.getTime() + n * 1000);
  const waiting = { ...collection, polls: 10 };
  const find = (settlesAt?: Date): Date | null => {
    const result = { kind: 'unknown', reason: 'Nothing yet.', ...(settlesAt && { settlesAt }) } as const;
    return afterUnanswered(waiting, 'find', result, NOW).nextActionAt;
  };

  it('is asked for in 20 seconds, and earlier as soon as it is certain', () => {
    expect(find()).toEqual(seconds(20));
    expect(find(seconds(3))).toEqual(seconds(3));
    expect(find(seconds(30))).toEqual(seconds(20));
  });
});
