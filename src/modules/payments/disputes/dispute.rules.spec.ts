import { outcomeOfDispute, type DisputeStatus, type DisputeUpdate } from '../provider-kit/disputes';
import { hasChanged, isOutdated, stateAfter, type DisputeState } from './dispute.rules';

const EARLY = new Date('2026-03-01T00:00:00Z');
const LATE = new Date('2026-03-20T00:00:00Z');
const DEADLINE = new Date('2026-03-08T00:00:00Z');

const report = (status: DisputeStatus, more: Partial<DisputeUpdate> = {}): DisputeUpdate => ({
  id: 'dp_1',
  amountCents: null,
  reason: null,
  status,
  respondBy: null,
  ...more,
});
const known = (status: DisputeStatus, reportedAt = EARLY): DisputeState => ({
  amountCents: 5000n,
  reason: 'fraudulent',
  status,
  respondBy: DEADLINE,
  closedAt: status === 'won' || status === 'lost' ? reportedAt : null,
  reportedAt,
});

describe('what a dispute does to its payment', () => {
  it.each([
    ['needs_response', false, 'disputed'],
    ['needs_response', true, 'reversed'],
    ['under_review', false, 'disputed'],
    ['under_review', true, 'reversed'],
    ['lost', false, 'reversed'],
    ['won', true, 'reinstated'],
  ] as const)('%s, withdrawn %s: the payment is %s', (status, isWithdrawn, outcome) => {
    expect(outcomeOfDispute(status, isWithdrawn)).toBe(outcome);
  });
});

describe('reports about a dispute', () => {
  it.each([
    [
      'an open report does not reopen a closed dispute, however late',
      'won',
      EARLY,
      'needs_response',
      LATE,
      true,
    ],
    ['an older outcome does not replace a later one', 'won', LATE, 'lost', EARLY, true],
    ['a later outcome replaces an earlier one', 'lost', EARLY, 'won', LATE, false],
    [
      'an outcome closes an open dispute, whatever the clocks say',
      'under_review',
      LATE,
      'lost',
      EARLY,
      false,
    ],
    ['an older report does not take a dispute back', 'under_review', LATE, 'needs_response', EARLY, true],
    ['a newer report moves an open dispute', 'needs_response', EARLY, 'under_review', LATE, false],
  ] as const)('%s', (_, before, reportedAt, status, at, outdated) => {
    expect(isOutdated({ status: before, reportedAt }, status, at)).toBe(outdated);
  });

  it('a dispute without an amount is about the whole payment', () => {
    expect(stateAfter(null, report('needs_response'), 7000n, EARLY)).toEqual({
      amountCents: 7000n,
      reason: null,
      status: 'needs_response',
      respondBy: null,
      closedAt: null,
      reportedAt: EARLY,
    });
  });

  it('a report without details keeps those that are known', () => {
    const after = stateAfter(known('needs_response'), report('lost'), 7000n, LATE);
    expect(after).toMatchObject({ amountCents: 5000n, reason: 'fraudulent', respondBy: DEADLINE });
    expect(after).toMatchObject({ status: 'lost', closedAt: LATE, reportedAt: LATE });
  });

  it('a repeated outcome keeps its time', () => {
    const again = stateAfter(known('lost', EARLY), report('lost'), 5000n, LATE);
    expect(again.closedAt).toEqual(EARLY);
    expect(hasChanged(known('lost', EARLY), again)).toBe(false);
  });

  it.each([
    ['status', report('under_review')],
    ['amount', report('needs_response', { amountCents: 1n })],
    ['reason', report('needs_response', { reason: 'duplicate' })],
    ['deadline', report('needs_response', { respondBy: LATE })],
  ])('another %s is a change', (_, reported) => {
    const before = known('needs_response');
    expect(hasChanged(before, stateAfter(before, reported, 5000n, LATE))).toBe(true);
  });
});
