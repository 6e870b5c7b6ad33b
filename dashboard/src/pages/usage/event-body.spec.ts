import { eventBody } from './event-body';

test('rows become properties, whose numbers keep all digits', () => {
  const rows = [{ name: 'gb', value: '0.10' }, { name: 'region', value: 'eu' }, { name: 'note' }, {}];
  expect(eventBody({ code: 'storage', properties: rows })).toEqual({
    code: 'storage',
    properties: { gb: '0.10', region: 'eu', note: '' },
  });
});

test('an event without rows has no properties', () => {
  expect(eventBody({ code: 'calls' })).toEqual({ code: 'calls', properties: {} });
});
