import { groupsOf } from './event-groups';

describe('groups of event kinds', () => {
  it('has one group for each object, without the test of an endpoint', () => {
    const kinds = [
      'wallet.created',
      'wallet.transaction.created',
      'payment_request.created',
      'webhook_endpoint.test',
    ];
    expect(groupsOf(kinds)).toEqual([
      { label: 'wallet', all: 'wallet.*', values: ['wallet.created', 'wallet.transaction.created'] },
      { label: 'payment request', all: 'payment_request.*', values: ['payment_request.created'] },
    ]);
  });
});
