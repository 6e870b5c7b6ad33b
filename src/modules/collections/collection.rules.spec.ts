import type { ObjectState } from '../payments/collector-kit';
import { nextStep, pollDelayMs, referenceOf, statusOf, type SteppingCollection } from './collection.rules';

const NOW = new Date('2026-01-01T00:00:00Z');
const UNSENT: SteppingCollection = {
  kind: 'charge',
  providerObjectId: null,
  requestedAt: null,
  confirmRequestedAt: null,
  cancelRequestedAt: null,
  deadAt: null,
};
const SENT = { ...UNSENT, requestedAt: NOW };
const MADE = { ...SENT, providerObjectId: 'pi_1' };

describe('the next step of a collection', () => {
  it.each([
    ['is asked for', UNSENT, 'create'],
    ['that was canceled before it was sent is dropped', { ...UNSENT, cancelRequestedAt: NOW }, 'drop'],
    ['whose answer was lost is found, never asked for again', SENT, 'find'],
    ['whose answer was lost is found before it is ended', { ...SENT, cancelRequestedAt: NOW }, 'find'],
    ['that was made is confirmed', MADE, 'confirm'],
    ['that was confirmed is read, never confirmed again', { ...MADE, confirmRequestedAt: NOW }, 'read'],
    ['that is to be canceled is not confirmed', { ...MADE, cancelRequestedAt: NOW }, 'end'],
    ['that is dead is read', { ...MADE, cancelRequestedAt: NOW, deadAt: NOW }, 'read'],
    ['of a link is never confirmed', { ...MADE, kind: 'link' as const }, 'read'],
  ])('a charge %s', (_, collection, step) => {
    expect(nextStep(collection, true)).toBe(step);
  });

  it('a charge in one step is read once it was made', () => {
    expect(nextStep(MADE, false)).toBe('read');
  });
});

describe('the status of a collection', () => {
  const state = (fields: Partial<ObjectState>) => ({
    ...{ status: 'open' as const, captures: [], decline: null },
    ...fields,
  });
  const link = { kind: 'link', failureCode: null } as const;

  it('is succeeded with any money, also on an object that was canceled', () => {
    const money = {
      ...{ providerPaymentId: 'pi_1', amountCents: 1n, currency: 'EUR', refundedCents: 0n },
      ...{ capturedAt: NOW, collectionId: null },
    };
    const late = state({ status: 'canceled', captures: [money] });
    expect(statusOf(link, late).status).toBe('succeeded');
  });

  it('shows a needed authentication beside processing', () => {
    expect(statusOf(link, state({ status: 'requires_action' }))).toEqual({
      status: 'processing',
      requiresAction: true,
    });
  });

  it('of a declined charge that was made dead is failed, of a link canceled', () => {
    const dead = state({ status: 'canceled' });
    expect(statusOf({ kind: 'charge', failureCode: 'card_declined' }, dead).status).toBe('failed');
    expect(statusOf({ kind: 'link', failureCode: 'card_declined' }, dead).status).toBe('canceled');
  });
});

describe('polls and references', () => {
  it('polls grow from 5 s to an hour, to 20 s while the state is unknown', () => {
    expect([0, 1, 5, 30].map((it) => pollDelayMs(it, false) / 1000)).toEqual([5, 10, 160, 3600]);
    expect([0, 1, 2, 30].map((it) => pollDelayMs(it, true) / 1000)).toEqual([5, 10, 20, 20]);
  });

  it('a reference has at most 40 characters', () => {
    const id = '0199a3c4-5b7e-7a21-8d3c-4e5f6a7b8c9d';
    expect(referenceOf({ id, tries: 12 })).toBe('0199a3c45b7e7a218d3c4e5f6a7b8c9d-12');
  });
});
