import {
  EVENT_KINDS,
  EVENT_OBJECT_TYPES,
  coversKind,
  defineEvent,
  eventKinds,
  isEventPattern,
} from './event-catalogue';

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

  it('EVENT_KINDS and EVENT_OBJECT_TYPES include each kind and object type once, also those declared later', () => {
    const declare = (kind: string): unknown =>
      defineEvent({ kind, objectType: 'zone', trigger: 'A zone changes', payload: Payload });
    declare('zone.created');
    declare('zone.archived');
    expect(EVENT_KINDS.slice(-2)).toEqual(['zone.created', 'zone.archived']);
    expect(EVENT_KINDS).toEqual(eventKinds().map((it) => it.kind));
    expect(EVENT_OBJECT_TYPES.filter((it) => ['zone', 'invoice'].includes(it))).toEqual(['invoice', 'zone']);
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
