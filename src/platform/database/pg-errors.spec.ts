import {
  registerUniqueConstraint,
  isConnectionLost,
  isDatabaseUnavailable,
  isRetryableConflict,
  toAppError,
} from './pg-errors';

const pgError = (code: string, constraint?: string) => Object.assign(new Error('pg'), { code, constraint });

describe('isConnectionLost', () => {
  it.each([
    ['what PostgreSQL named', Object.assign(new Error('duplicate key'), { code: '23505' }), false],
    ['a socket that broke', Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }), true],
    ['a statement without an answer', new Error('Query read timeout'), true],
    ['no error at all', null, true],
  ])('of %s', (_what, error, expected) => {
    expect(isConnectionLost(error)).toBe(expected);
  });
});

describe('toAppError', () => {
  it.each([
    '08006',
    '57P01',
    '57P03',
    '53100',
    '53300',
    '40001',
    '40P01',
    '55P03',
    '57014',
    'ECONNREFUSED',
    'ECONNRESET',
  ])('answers 503 for %s', (code) => expect(toAppError(pgError(code))?.status).toBe(503));

  it('answers 503 for what the driver says without a code, also wrapped by TypeORM or by a dual-stack connect', () => {
    expect(isDatabaseUnavailable(new Error('Connection terminated unexpectedly'))).toBe(true);
    expect(
      isDatabaseUnavailable(Object.assign(new Error('q'), { driverError: new Error('Query read timeout') })),
    ).toBe(true);
    expect(isDatabaseUnavailable(new AggregateError([pgError('ECONNREFUSED')], ''))).toBe(true);
  });

  it('answers 409 for a unique constraint, with the sentence that its module registered', () => {
    registerUniqueConstraint('things_code_unique', 'The code is taken.');
    expect(toAppError(pgError('23505', 'things_code_unique'))).toMatchObject({
      status: 409,
      message: 'The code is taken.',
    });
  });

  it('leaves programming errors alone, so that they are logged as such', () => {
    expect(toAppError(pgError('42703'))).toBeNull();
    expect(toAppError(new TypeError('x is undefined'))).toBeNull();
  });

  it('lets only deadlocks and serialization failures run again', () => {
    expect(['40001', '40P01', '23505', '57P01'].map((code) => isRetryableConflict(pgError(code)))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});
