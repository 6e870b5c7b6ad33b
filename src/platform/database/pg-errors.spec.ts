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
  ])('for %s', (_what, error, expected) => {
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
  ])('%s is reported as 503', (code) => expect(toAppError(pgError(code))?.status).toBe(503));

  it('a driver error without a code is reported as 503, also when TypeORM or a dual-stack connect wraps it', () => {
    expect(isDatabaseUnavailable(new Error('Connection terminated unexpectedly'))).toBe(true);
    expect(
      isDatabaseUnavailable(Object.assign(new Error('q'), { driverError: new Error('Query read timeout') })),
    ).toBe(true);
    expect(isDatabaseUnavailable(new AggregateError([pgError('ECONNREFUSED')], ''))).toBe(true);
  });

  it('a violated unique constraint is reported as 409 with the sentence that its module registered', () => {
    registerUniqueConstraint('things_code_unique', 'The code is taken.');
    expect(toAppError(pgError('23505', 'things_code_unique'))).toMatchObject({
      status: 409,
      message: 'The code is taken.',
    });
  });

  it('a programming error is not reported to the caller', () => {
    expect(toAppError(pgError('42703'))).toBeNull();
    expect(toAppError(new TypeError('x is undefined'))).toBeNull();
  });

  it('only deadlocks and serialization failures are retryable', () => {
    expect(['40001', '40P01', '23505', '57P01'].map((code) => isRetryableConflict(pgError(code)))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});
