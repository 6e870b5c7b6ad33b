import { coversKind, defineEvent, eventKinds, isEventPattern } from './event-catalogue';

class Payload {
  id = '';
}

describe('event catalogue', () => {
  it('eventKinds returns the 24 published kinds', () => {
    expect(eventKinds().filter((it) => it.kind !== 'webhook_endpoint.test')).toHaveLength(24);
  });

  it('defineEvent refuses a kind that is already declared, or that is published with another object type', () => {
    const thing = {
      kind: 'thing.created',
      objectType: 'thing',
      trigger: 'A thing appears',
      payload: Payload,
    };
    defineEvent(thing);
    expect(() => defineEvent(thing)).toThrow('declared twice');
    expect(() => defineEvent({ ...thing, kind: 'invoice.paid' })).toThrow(
      'published with the object type invoice',
    );
  });

  it('isEventPattern accepts a known kind and a known group of kinds, and nothing else', () => {
    expect(['invoice.paid', 'invoice.*', 'wallet.*', 'wallet.transaction.*'].every(isEventPattern)).toBe(
      true,
    );
    expect(['invoice', '*', '.*', 'invoice.pa*', 'nope.*', 'constructor', ''].some(isEventPattern)).toBe(
      false,
    );
  });

  it('coversKind accepts every kind for an empty list, and otherwise only the listed kinds and groups', () => {
    expect(coversKind([], 'invoice.paid')).toBe(true);
    expect(coversKind(['invoice.*'], 'invoice.paid')).toBe(true);
    expect(coversKind(['wallet.*'], 'wallet.transaction.created')).toBe(true);
    expect(coversKind(['invoice.created', 'customer.*'], 'invoice.paid')).toBe(false);
  });
});
