import { QueryRunnerAlreadyReleasedError, QueryRunnerProviderAlreadyReleasedError } from 'typeorm';
import {
  registerUniqueConstraint,
  isConnectionLost,
  isDatabaseUnavailable,
  isRetryableConflict,
  registerRetryableConstraint,
  isUnavailableToAll,
  toAppError,
} from './pg-errors';

const pgError = (code: string, constraint?: string) => Object.assign(new Error('pg'), { code, constraint });

describe('isConnectionLost', () => {
  it.each([
    ['a SQLSTATE', Object.assign(new Error('duplicate key'), { code: '23505' }), false],
    ['a broken socket', Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }), true],
    ['a statement past its deadline', new Error('Query read timeout'), true],
    ['no error', null, true],
  ])('for %s', (_what, error, expected) => {
    expect(isConnectionLost(error)).toBe(expected);
  });
});

describe('isUnavailableToAll', () => {
  it.each([
    ['a lost connection', '08006', true],
    ['a server that shuts down', '57P01', true],
    ['a lock that is not granted', '55P03', true],
    ['a read-only database', '25006', false],
    ['a full disk', '53100', false],
    ['a deadlock', '40P01', false],
    ['a duplicate', '23505', false],
  ])('for %s', (_what, code, expected) => {
    expect(isUnavailableToAll(pgError(code))).toBe(expected);
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
    '25006',
    '25P02',
    'ECONNREFUSED',
    'ECONNRESET',
    'EMFILE',
    'ENOMEM',
  ])('%s is reported as 503', (code) => expect(toAppError(pgError(code))?.status).toBe(503));

  it('a driver error without a code is reported as 503, also when TypeORM or a dual-stack connect wraps it', () => {
    expect(isDatabaseUnavailable(new Error('Connection terminated unexpectedly'))).toBe(true);
    expect(
      isDatabaseUnavailable(Object.assign(new Error('q'), { driverError: new Error('Query read timeout') })),
    ).toBe(true);
    expect(isDatabaseUnavailable(new AggregateError([pgError('ECONNREFUSED')], ''))).toBe(true);
  });

  it('a connection that was lost within a transaction is reported as 503', () => {
    expect(toAppError(new QueryRunnerAlreadyReleasedError())?.status).toBe(503);
    expect(toAppError(new QueryRunnerProviderAlreadyReleasedError())?.status).toBe(503);
  });

  it('a shortage of descriptors is not blamed on the database', () => {
    expect(toAppError(pgError('EMFILE'))?.message).toMatch(/short of file descriptors or memory/);
  });

  it('a violated unique constraint is reported as 409 with its registered sentence', () => {
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

  it('a violated constraint is retryable if it is declared as a lost race', () => {
    registerRetryableConstraint('races');
    const violation = (code: string, constraint: string) =>
      isRetryableConflict(Object.assign(pgError(code), { constraint }));
    expect(violation('23505', 'races')).toBe(true);
    expect(violation('23503', 'races')).toBe(true);
    expect(violation('23503', 'others')).toBe(false);
    expect(violation('23514', 'races')).toBe(false);
  });
});
