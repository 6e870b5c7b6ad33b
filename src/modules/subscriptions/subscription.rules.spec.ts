import {
  dateProblems,
  isOpen,
  kindOfChange,
  moveTo,
  nextAction,
  SUBSCRIPTION_STATUSES,
  trialAfterChange,
  type Schedule,
  type SubscriptionMove,
  type SubscriptionStatus,
} from './subscription.rules';

const at = (text: string): Date => new Date(`${text}T00:00:00Z`);

describe('moveTo', () => {
  const allowed: [SubscriptionStatus, SubscriptionMove, SubscriptionStatus][] = [
    ['pending', 'start', 'active'],
    ['pending', 'cancel', 'canceled'],
    ['active', 'cancel', 'canceled'],
    ['active', 'terminate', 'terminated'],
  ];
  const every = SUBSCRIPTION_STATUSES.flatMap((from) =>
    (['start', 'cancel', 'terminate'] as const).map((move) => [from, move] as const),
  );

  it.each(every)('from status %s, %s returns the new status, or null if it is not allowed', (from, move) => {
    const found = allowed.find(([status, by]) => status === from && by === move);
    expect(moveTo(from, move)).toBe(found?.[2] ?? null);
  });

  it('isOpen is true only for pending and active', () => {
    expect(SUBSCRIPTION_STATUSES.filter(isOpen)).toEqual(['pending', 'active']);
  });
});

describe('nextAction', () => {
  const running: Schedule = {
    status: 'active',
    subscriptionAt: at('2026-01-10'),
    trialEndsAt: null,
    trialEndedAt: null,
    endingAt: null,
    canceledAt: null,
    cancelsAt: null,
    periodTo: at('2026-02-01'),
    usageFrom: at('2026-01-10'),
    timezone: 'UTC',
  };
  const next = (changes: Partial<Schedule>): unknown[] => {
    const action = nextAction({ ...running, ...changes });
    return action === null ? [] : [action.kind, action.at.toISOString().slice(0, 10)];
  };

  it.each<[string, Partial<Schedule>, unknown[]]>([
    ['the start', { status: 'pending', periodTo: null }, ['start', '2026-01-10']],
    ['the start before any end', { status: 'pending', endingAt: at('2026-01-11') }, ['start', '2026-01-10']],
    ['the end of the period', {}, ['end_period', '2026-02-01']],
    [
      'a cancellation within the period of a new plan',
      { canceledAt: at('2026-01-12'), cancelsAt: at('2026-01-20') },
      ['cancel', '2026-01-20'],
    ],
    [
      'the end of a shorter period before a cancellation',
      { canceledAt: at('2026-01-12'), cancelsAt: at('2026-03-01') },
      ['end_period', '2026-02-01'],
    ],
    [
      'a cancellation before the end of the trial and of the period at the same time',
      { canceledAt: at('2026-01-12'), cancelsAt: at('2026-02-01'), trialEndsAt: at('2026-02-01') },
      ['cancel', '2026-02-01'],
    ],
    [
      'a cancellation without a date at the end of the period',
      { canceledAt: at('2026-01-12') },
      ['cancel', '2026-02-01'],
    ],
    ['no withdrawn cancellation', { cancelsAt: at('2026-01-20') }, ['end_period', '2026-02-01']],
    [
      'an end on the day after the period, not the end of the period',
      { endingAt: new Date('2026-02-01T23:59:59.999Z') },
      ['terminate', '2026-02-01'],
    ],
    [
      'the end of the period before an end on the second day after it',
      { endingAt: at('2026-02-02') },
      ['end_period', '2026-02-01'],
    ],
    [
      'the end of the period before an end on the next UTC day, which is another local day',
      {
        timezone: 'America/New_York',
        periodTo: at('2026-02-01'),
        endingAt: new Date('2026-02-01T06:00:00Z'),
      },
      ['end_period', '2026-02-01'],
    ],
    [
      'the end of a period that ended before its plan took over',
      { usageFrom: at('2026-02-02') },
      ['end_period', '2026-02-02'],
    ],
    ['the end of the trial', { trialEndsAt: at('2026-01-20') }, ['end_trial', '2026-01-20']],
    [
      'the end of the period before a later end of the trial',
      { trialEndsAt: at('2026-03-20') },
      ['end_period', '2026-02-01'],
    ],
    [
      'the end of the period after the trial has ended',
      { trialEndsAt: at('2026-01-20'), trialEndedAt: at('2026-01-15') },
      ['end_period', '2026-02-01'],
    ],
    ['the termination', { endingAt: at('2026-01-31') }, ['terminate', '2026-01-31']],
    [
      'the termination before a simultaneous end of the period',
      { endingAt: at('2026-02-01') },
      ['terminate', '2026-02-01'],
    ],
    [
      'the end of the period before a later termination',
      { endingAt: at('2026-02-02') },
      ['end_period', '2026-02-01'],
    ],
    [
      'the end of the trial before a simultaneous end of the period',
      { trialEndsAt: at('2026-02-01') },
      ['end_trial', '2026-02-01'],
    ],
    [
      'the termination before a simultaneous end of the trial',
      { trialEndsAt: at('2026-01-20'), endingAt: at('2026-01-20') },
      ['terminate', '2026-01-20'],
    ],
    ['null after cancellation', { status: 'canceled' }, []],
    ['null after termination', { status: 'terminated', trialEndsAt: at('2026-03-20') }, []],
  ])('is %s', (_case, changes, expected) => {
    expect(next(changes)).toEqual(expected);
  });
});

describe('kindOfChange', () => {
  it('a plan that costs at least as much per year is an upgrade', () => {
    const monthly = { interval: 'monthly', amountCents: 1000n } as const;
    expect(kindOfChange(monthly, { interval: 'monthly', amountCents: 1000n })).toBe('upgrade');
    expect(kindOfChange(monthly, { interval: 'monthly', amountCents: 999n })).toBe('downgrade');
    expect(kindOfChange(monthly, { interval: 'yearly', amountCents: 12000n })).toBe('upgrade');
    expect(kindOfChange(monthly, { interval: 'yearly', amountCents: 11999n })).toBe('downgrade');
    expect(kindOfChange(monthly, { interval: 'weekly', amountCents: 230n })).toBe('downgrade');
    expect(kindOfChange(monthly, { interval: 'weekly', amountCents: 231n })).toBe('upgrade');
  });
});

describe('trialAfterChange', () => {
  const now = at('2026-01-20');
  const trialBeganAt = null;
  const none = { trialEndsAt: null, trialEndedAt: null, trialBeganAt };
  const running = { trialEndsAt: at('2026-01-31'), trialEndedAt: null, trialBeganAt };
  const over = { trialEndsAt: at('2026-01-15'), trialEndedAt: at('2026-01-15'), trialBeganAt };
  const ended = { trialEndsAt: now, trialEndedAt: now, trialBeganAt };
  const came = { ...running, trialBeganAt: at('2026-01-10') };

  it.each([
    [
      "continues until the end of the new plan's trial",
      running,
      at('2026-02-10'),
      { ...running, trialEndsAt: at('2026-02-10') },
    ],
    ['gets shorter', running, at('2026-01-25'), { ...running, trialEndsAt: at('2026-01-25') }],
    ['ends now if the new plan has no trial', running, null, ended],
    ["ends now if the new plan's trial would already be over", running, at('2026-01-19'), ended],
    ["ends now if the new plan's trial ends now", running, now, ended],
    ['that has ended does not restart', over, at('2026-02-10'), over],
    ['does not begin if neither plan has one', none, null, none],
    [
      'begins if the new plan has one, counted from the start of the subscription',
      none,
      at('2026-02-10'),
      { ...running, trialEndsAt: at('2026-02-10'), trialBeganAt: now },
    ],
    [
      'that came with a plan keeps its beginning',
      came,
      at('2026-02-10'),
      { ...came, trialEndsAt: at('2026-02-10') },
    ],
    ['that came with a plan ends like any other', came, null, { ...ended, trialBeganAt: came.trialBeganAt }],
    ['does not begin if it would already be over', none, at('2026-01-19'), none],
  ])('a trial %s', (_case, trial, planned, expected) => {
    expect(trialAfterChange(trial, planned, now)).toEqual(expected);
  });

  it('trialAfterChange returns only the trial fields', () => {
    const subscription = { ...over, planId: 'old' };
    expect(trialAfterChange(subscription, null, now)).toEqual(over);
  });
});

describe('dateProblems', () => {
  const now = at('2026-06-15');
  const fields = (subscriptionAt: string, endingAt: string | null): string[] =>
    dateProblems(
      { subscriptionAt: at(subscriptionAt), endingAt: endingAt === null ? null : at(endingAt) },
      now,
    ).map((it) => it.field);

  it.each<[string, string | null, string[]]>([
    ['2026-06-15', null, []],
    ['2000-01-01', null, []],
    ['2099-12-31', null, []],
    ['1999-12-31', null, ['subscription_at']],
    ['2100-01-01', null, ['subscription_at']],
    ['2026-07-01', '2026-07-02', []],
    ['2026-07-01', '2026-07-01', ['ending_at']],
    ['2026-07-01', '2026-06-20', ['ending_at']],
    ['2026-01-01', '2026-06-15', ['ending_at']],
    ['2026-01-01', '2026-06-16', []],
    ['2026-01-01', '2099-12-31', []],
    ['2026-01-01', '2100-01-01', ['ending_at']],
    ['2026-01-01', '9999-12-31', ['ending_at']],
    ['2100-01-01', '2100-01-01', ['subscription_at', 'ending_at']],
    ['1970-01-01', '1970-01-01', ['subscription_at', 'ending_at']],
  ])('start %s and end %s have errors in the fields %j', (start, end, expected) => {
    expect(fields(start, end)).toEqual(expected);
  });
});
