import 'reflect-metadata';
import fc from 'fast-check';
import { ValidationFailedError, type FieldError } from '../../../platform/errors/app-error';
import { validationPipe } from '../../../platform/http/validation';
import { CreateEventDto } from '../usage-event.dto';
import { readEvent } from './event-body';

/** Returns the errors that the decorators of the DTO, the source of the API description, report for a body. */
async function byDecorators(body: object): Promise<FieldError[]> {
  try {
    await validationPipe().transform(body, { type: 'body', metatype: CreateEventDto });
    return [];
  } catch (error) {
    if (error instanceof ValidationFailedError) return [...error.errors];
    throw error;
  }
}

function byHand(body: object): FieldError[] {
  const result = readEvent(body);
  return Array.isArray(result) ? result : [];
}

const inOrder = (errors: readonly FieldError[]): FieldError[] =>
  [...errors].sort((a, b) => (a.field + a.code < b.field + b.code ? -1 : 1));

const TEXTS = [
  'evt_1',
  ' a ',
  '',
  '  ',
  'x'.repeat(255),
  'x'.repeat(256),
  'a\0b',
  'half \ud800',
  'é',
  '😀'.repeat(255),
  '❤️'.repeat(128),
];
const TIMES = [
  ...[
    '2026-01-15T10:30:00Z',
    '2026-01-15T10:30:00.123456+01:00',
    '2026-02-30T00:00:00Z',
    '0000-06-01T00:00:00Z',
    '2026-01-15',
    'now',
  ],
  ...[
    '1760000000',
    '1760000000.25',
    '-1',
    '1e9',
    1760000000,
    1760000000.25,
    1760000000000,
    -1,
    Number.MAX_VALUE,
  ],
];
const OTHERS = [null, true, 0, 7, [], ['a'], {}, { a: 1 }, 'text'];
const PROPERTIES = [
  {},
  { gb: '1' },
  { a: { b: ['\0'] } },
  { 'a\0': 1 },
  { deep: [[{ x: '\udfff' }]] },
  { n: 1.5 },
];

const field = (values: readonly unknown[]): fc.Arbitrary<unknown> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...values) },
    { weight: 1, arbitrary: fc.constantFrom(...OTHERS) },
  );

const bodies = fc.record(
  {
    transaction_id: field(TEXTS),
    code: field(TEXTS),
    timestamp: field(TIMES),
    properties: field(PROPERTIES),
    external_subscription_id: field(TEXTS),
    external_customer_id: field(TEXTS),
    extra: fc.constantFrom(1, null, 'x'),
  },
  { requiredKeys: [] },
);

describe('readEvent', () => {
  it('reports the same fields, codes and messages as the validation of CreateEventDto', async () => {
    await fc.assert(
      fc.asyncProperty(bodies, async (body) => {
        // A decorator cannot require one of two fields.
        const external = { external_subscription_id: 'sub', ...body };
        expect(inOrder(byHand(external))).toEqual(inOrder(await byDecorators(external)));
      }),
      { numRuns: 500 },
    );
  });

  it('reads a valid event', () => {
    const body = { transaction_id: 't', code: 'c', external_customer_id: 'e', timestamp: 1760000000.25 };
    expect(readEvent(body)).toEqual({
      transactionId: 't',
      code: 'c',
      timestamp: new Date(1_760_000_000_250),
      properties: {},
      externalSubscriptionId: null,
      externalCustomerId: 'e',
    });
  });

  it('requires one of the two external IDs', () => {
    const [problem] = byHand({ transaction_id: 't', code: 'c' });
    expect(problem).toMatchObject({ field: 'external_subscription_id', code: 'required' });
  });

  it('reports every other field of EventDto as read-only', () => {
    const event = { transaction_id: 't', code: 'c', external_customer_id: 'e' };
    for (const name of ['id', 'subscription_id', 'charged', 'not_charged_reason', 'created_at']) {
      expect(byHand({ ...event, [name]: null })).toEqual([
        { field: name, code: 'read_only', message: `"${name}" cannot be set.` },
      ]);
    }
    expect(byHand({ ...event, toString: 1, '0': 1 }).map((it) => it.code)).toEqual([
      ...['unknown_field', 'unknown_field'],
    ]);
  });

  it('reports errors under the path of the field in the body', () => {
    const errors = readEvent({ code: 'c', external_customer_id: 'e', x: 1, late: true }, 'events.3.');
    expect(errors).toEqual([
      { field: 'events.3.transaction_id', code: 'required', message: 'events.3.transaction_id is required.' },
      { field: 'events.3.x', code: 'unknown_field', message: '"events.3.x" is not a field.' },
      { field: 'events.3.late', code: 'read_only', message: '"events.3.late" cannot be set.' },
    ]);
    expect(readEvent('text', 'events.3.')).toMatchObject([{ field: 'events.3', code: 'invalid_type' }]);
  });
});
