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
    [
      'returns false for an error that PostgreSQL reports with a SQLSTATE',
      Object.assign(new Error('duplicate key'), { code: '23505' }),
      false,
    ],
    [
      'returns true for the error of a broken socket',
      Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }),
      true,
    ],
    ['returns true for the timeout of a statement', new Error('Query read timeout'), true],
    ['returns true for a thrown value that is not an error', null, true],
  ])('%s', (_what, error, expected) => {
    expect(isConnectionLost(error)).toBe(expected);
  });
});

describe('pg-errors', () => {
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
  ])('toAppError reports %s as 503', (code) => expect(toAppError(pgError(code))?.status).toBe(503));

  it('isDatabaseUnavailable returns true for a driver error without a code, even a wrapped one', () => {
    expect(isDatabaseUnavailable(new Error('Connection terminated unexpectedly'))).toBe(true);
    expect(
      isDatabaseUnavailable(Object.assign(new Error('q'), { driverError: new Error('Query read timeout') })),
    ).toBe(true);
    expect(isDatabaseUnavailable(new AggregateError([pgError('ECONNREFUSED')], ''))).toBe(true);
  });

  it('toAppError reports a violated unique constraint as 409, with the message that its module registered', () => {
    registerUniqueConstraint('things_code_unique', 'The code is taken.');
    expect(toAppError(pgError('23505', 'things_code_unique'))).toMatchObject({
      status: 409,
      message: 'The code is taken.',
    });
  });

  it('toAppError returns null for a programming error, which callers must not see', () => {
    expect(toAppError(pgError('42703'))).toBeNull();
    expect(toAppError(new TypeError('x is undefined'))).toBeNull();
  });

  it('isRetryableConflict returns true only for deadlocks and serialization failures', () => {
    expect(['40001', '40P01', '23505', '57P01'].map((code) => isRetryableConflict(pgError(code)))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});
