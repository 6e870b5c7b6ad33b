import { coversKind, defineEvent, eventKinds, isEventPattern } from './event-catalogue';

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
