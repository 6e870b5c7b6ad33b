import { join } from 'node:path';
import { refuseConflicts } from './conflicts';
import { namesOf } from './names';

const ROOT = join(__dirname, '../../..');

describe('refuseConflicts', () => {
  it.each([
    ['customers', 'The module "customers" already exists.'],
    ['outbox-events', 'the table outbox_events already exists. Choose another name.'],
    ['event-types', '"event-types" cannot be added: the route /v1/event_types already exists.'],
    ['endpoint-subscriptions', 'the entity EndpointSubscriptionEntity already exists'],
    ['problems', 'the schema Problem already exists'],
  ])('refuses "%s"', (plural, message) => {
    expect(() => refuseConflicts(ROOT, namesOf(plural))).toThrow(message);
  });

  it('refuses a name whose tests would overwrite others', () => {
    const names = namesOf('platform', 'layer');
    expect(() => refuseConflicts(ROOT, names)).toThrow('test/db/platform already exists');
  });

  it.each(['zones', 'refunds', 'orders'])('accepts "%s"', (plural) => {
    expect(() => refuseConflicts(ROOT, namesOf(plural))).not.toThrow();
  });
});
