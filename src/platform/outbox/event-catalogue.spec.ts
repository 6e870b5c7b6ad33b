import {
  EVENT_KINDS,
  EVENT_OBJECT_TYPES,
  coversKind,
  defineEvent,
  defineInternalEvent,
  eventKinds,
  isEventPattern,
} from './event-catalogue';

class Payload {
  id = '';
}

describe('event catalogue', () => {
  it('lists the 24 published kinds', () => {
    expect(eventKinds().filter((it) => it.kind !== 'webhook_endpoint.test')).toHaveLength(24);
  });

  it('a kind that is declared twice, or published with another object type, is refused', () => {
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

  it('a kind that is declared late appears in the lists that were imported before', () => {
    expect(EVENT_KINDS).not.toContain('zone.created');
    defineEvent({ kind: 'zone.created', objectType: 'zone', trigger: 'A zone appears', payload: Payload });
    expect(EVENT_KINDS).toContain('zone.created');
    expect(EVENT_OBJECT_TYPES).toContain('zone');
  });

  it('an internal event with the name of another event is refused', () => {
    defineInternalEvent('zone.moved');
    expect(() => defineInternalEvent('zone.moved')).toThrow('declared twice');
    expect(() => defineInternalEvent('invoice.paid')).toThrow('declared twice');
  });

  it('a pattern names a kind or a group of kinds', () => {
    expect(['invoice.paid', 'invoice.*', 'wallet.*', 'wallet.transaction.*'].every(isEventPattern)).toBe(
      true,
    );
    expect(['invoice', '*', '.*', 'invoice.pa*', 'nope.*', 'constructor', ''].some(isEventPattern)).toBe(
      false,
    );
  });

  it('an empty list of patterns covers every kind', () => {
    expect(coversKind([], 'invoice.paid')).toBe(true);
    expect(coversKind(['invoice.*'], 'invoice.paid')).toBe(true);
    expect(coversKind(['wallet.*'], 'wallet.transaction.created')).toBe(true);
    expect(coversKind(['invoice.created', 'customer.*'], 'invoice.paid')).toBe(false);
  });
});
