import { batchesOf, byOrganization, readMessage } from './message-events';
import type { UsageMessage } from './usage-source';

const ORGANIZATION = '0199a3c4-5b7e-7a02-b3c4-6d8e9f0a1b2c';
const event = (id: string) => ({ transaction_id: id, code: 'calls', external_subscription_id: 's' });

function message(body: unknown, organizationId = ORGANIZATION): UsageMessage {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const settle = (): void => undefined;
  return {
    ...{ organizationId, body: Buffer.from(text), deliveries: 1 },
    ...{ accept: settle, retry: settle, reject: settle },
  };
}

function shown(body: unknown) {
  const { events, rejections } = readMessage(message(body));
  return {
    ids: events.map((it) => it.input.transactionId),
    rejected: rejections.map((it) => [
      Buffer.from(it.body).toString(),
      ...it.errors.map(({ field, code }) => `${field} ${code}`),
    ]),
  };
}

describe('readMessage', () => {
  it('a message is one event or a list of events', () => {
    expect(shown(event('a'))).toEqual({ ids: ['a'], rejected: [] });
    expect(shown({ events: [event('a'), event('b')] })).toEqual({ ids: ['a', 'b'], rejected: [] });
  });

  it('what is no event is rejected alone, as it can be published again, with paths within it', () => {
    const bad = { ...event('b'), code: 7 };
    const { ids, rejected } = shown({ events: [event('a'), bad, 'text'] });
    expect(ids).toEqual(['a']);
    expect(rejected).toEqual([
      [JSON.stringify(bad), 'code invalid_type'],
      ['"text"', 'body invalid_type'],
    ]);
  });

  it.each([
    ['{"transaction_id": ', 'body malformed_json'],
    ['', 'body malformed_json'],
    ['{"code": "a", "code": "b"}', 'body malformed_json'],
    ['[]', 'body invalid_type'],
    ['{"events": []}', 'events too_short'],
    ['{"events": [{}], "more": 1}', 'more unknown_field'],
    [JSON.stringify({ events: Array(1001).fill({}) }), 'events too_long'],
  ])('%.30s is rejected as it is', (body, reason) => {
    expect(shown(body)).toEqual({ ids: [], rejected: [[body, reason]] });
  });

  it('a body that is not UTF-8 is rejected as it is', () => {
    const body = Buffer.from([0x7b, 0xff, 0x7d]);
    const { rejections } = readMessage({ ...message(''), body });
    expect(rejections).toMatchObject([{ body, errors: [{ code: 'malformed_json' }] }]);
  });

  it('the body of an event is that of its message, or its part of it', () => {
    const one = readMessage(message(' {"transaction_id":"a","code":"c","external_customer_id":"x"}'));
    expect(Buffer.from(one.events[0]?.body() ?? []).toString()).toMatch(/^ \{/);
    const [, second] = readMessage(message({ events: [event('a'), event('b')] })).events;
    expect(JSON.parse(Buffer.from(second?.body() ?? []).toString())).toEqual(event('b'));
  });
});

describe('byOrganization', () => {
  it('groups messages in their order, whatever the case of the id', () => {
    const [a, b, c] = [message('1'), message('2', 'other'), message('3', ORGANIZATION.toUpperCase())];
    expect([...byOrganization([a, b, c])]).toEqual([
      [ORGANIZATION, [a, c]],
      ['other', [b]],
    ]);
  });
});

describe('batchesOf', () => {
  const sizes = (messages: UsageMessage[], max: number): number[][] =>
    [...batchesOf(messages, max)].map((batch) => batch.map((it) => it.events.length));
  const list = (count: number) =>
    message({ events: Array.from({ length: count }, (_, n) => event(String(n))) });

  it('fills batches up to the limit without splitting a message', () => {
    expect(sizes([list(2), list(2), list(1), list(3)], 4)).toEqual([
      [2, 2],
      [1, 3],
    ]);
    expect(sizes([list(3), list(2), list(2)], 4)).toEqual([[3], [2, 2]]);
    expect(sizes([], 4)).toEqual([]);
  });

  it('keeps messages without an event, which must be settled too', () => {
    expect(sizes([message('?'), list(4), message('?')], 4)).toEqual([[0, 4, 0]]);
  });
});
