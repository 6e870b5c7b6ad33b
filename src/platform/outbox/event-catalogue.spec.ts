import { coversKind, defineEvent, eventKinds, isEventPattern } from './event-catalogue';

class Payload {
  id = '';
}

describe('event catalogue', () => {
  it('knows the 24 published kinds', () => {
    expect(eventKinds().filter((it) => it.kind !== 'webhook_endpoint.test')).toHaveLength(24);
  });

  it('refuses a kind that is declared twice, and a published one with another object type', () => {
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

  it('accepts kinds and groups as patterns, nothing else', () => {
    expect(['invoice.paid', 'invoice.*', 'wallet.*', 'wallet.transaction.*'].every(isEventPattern)).toBe(
      true,
    );
    expect(['invoice', '*', '.*', 'invoice.pa*', 'nope.*', 'constructor', ''].some(isEventPattern)).toBe(
      false,
    );
  });

  it('covers everything with an empty list, else what is named', () => {
    expect(coversKind([], 'invoice.paid')).toBe(true);
    expect(coversKind(['invoice.*'], 'invoice.paid')).toBe(true);
    expect(coversKind(['wallet.*'], 'wallet.transaction.created')).toBe(true);
    expect(coversKind(['invoice.created', 'customer.*'], 'invoice.paid')).toBe(false);
  });
});
