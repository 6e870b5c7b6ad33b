import { usageEventOf } from '../../support/builders';
import { aMeteredSubscription } from '../../support/metered-subscription';
import { useSharedOrganization, useTestApp } from '../../support/use-test-app';
import { problemOf } from '../../support/wire';

describe('values and timestamps of POST /v1/events', () => {
  const app = useTestApp({ EVENTS_RATE_LIMIT: '0' });
  const organization = useSharedOrganization(app);

  it.each(['sum', 'max', 'latest', 'weighted_sum'])(
    'a value for %s has at most 15 digits before and 15 after the decimal point',
    async (aggregation_type) => {
      const metric = { code: `digits_${aggregation_type}`, aggregation_type };
      const own = await aMeteredSubscription(app, organization, { charges: [{ metric }] });
      const event = (value: unknown) =>
        usageEventOf({ external_id: own.externalId }, { code: metric.code, properties: { value } });
      const [whole, most] = ['9'.repeat(15), `${'9'.repeat(15)}.${'9'.repeat(15)}`];
      const accepted = [
        whole,
        `-${most}`,
        `00${most}00`,
        '1.50000000000000000000',
        999999999999999,
        1e-15,
        1e14,
        0,
      ];
      const refused = [
        `1${'0'.repeat(15)}`,
        `0.${'0'.repeat(15)}1`,
        '9'.repeat(60),
        `-${whole}9.5`,
        1e15,
        1e20,
        -1e300,
        1e-16,
      ];
      for (const value of accepted) await organization.post('/v1/events', event(value)).expect(201);
      for (const value of refused) {
        const { errors } = await problemOf(
          organization.post('/v1/events', event(value)),
          422,
          'validation_failed',
        );
        expect(errors).toEqual([
          {
            field: 'properties.value',
            code: 'value_out_of_range',
            message:
              'properties.value must have at most 15 digits before and 15 after the decimal point: round it, or report it in another unit.',
          },
        ]);
      }
    },
  );

  it('an event of a unique_count metric without its property, or with null, is refused with a 422 that names it', async () => {
    const metric = { code: 'users', aggregation_type: 'unique_count', field_name: 'user' };
    const own = await aMeteredSubscription(app, organization, { charges: [{ metric }] });
    const errorsOf = async (properties: object | undefined) => {
      const event = usageEventOf({ external_id: own.externalId }, { code: 'users', properties });
      return (await problemOf(organization.post('/v1/events', event), 422, 'validation_failed')).errors;
    };
    const required = [{ field: 'properties.user', code: 'required' }];
    for (const properties of [undefined, {}, { name: 'ann' }, { operation_type: 'remove' }]) {
      expect(await errorsOf(properties)).toMatchObject(required);
    }
    expect(await errorsOf({ user: null })).toMatchObject([
      { field: 'properties.user', code: 'invalid_value' },
    ]);
    expect(await errorsOf({ operation_type: 'move' })).toMatchObject([
      ...required,
      { field: 'properties.operation_type', code: 'invalid_value' },
    ]);
  });
});
