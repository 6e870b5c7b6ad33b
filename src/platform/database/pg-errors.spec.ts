import { QueryRunnerAlreadyReleasedError, QueryRunnerProviderAlreadyReleasedError } from 'typeorm';
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
    '25006',
    '25P03',
    '28P01',
    '40001',
    '3F000',
    '40P01',
    '42501',
    '42P01',
    '53100',
    '53300',
    '55P03',
    '57014',
    '57P01',
    '57P03',
    '57P05',
    '58030',
    'EADDRNOTAVAIL',
    'EAI_AGAIN',
    'ECONNABORTED',
    'ECONNREFUSED',
    'ECONNRESET',
    'EHOSTDOWN',
    'EMFILE',
    'ENETDOWN',
    'ENFILE',
    'ENOBUFS',
    'ENOMEM',
    'EPIPE',
    'ERR_STREAM_DESTROYED',
  ])('toAppError reports %s as 503', (code) => expect(toAppError(pgError(code))?.status).toBe(503));

  it.each([
    ['a released query runner', new QueryRunnerAlreadyReleasedError()],
    ['a released entity manager', new QueryRunnerProviderAlreadyReleasedError()],
    ['a slow connection attempt of the pool', new Error('Connection terminated due to connection timeout')],
    ['a slow connection attempt of the driver', new Error('timeout expired')],
    ['a failed TLS handshake', new Error('There was an error establishing an SSL connection')],
    ['a closed connection', new Error('Client was closed and is not queryable')],
    [
      'a missing socket file',
      Object.assign(new Error('connect ENOENT'), { code: 'ENOENT', syscall: 'connect' }),
    ],
    ['a database that refuses connections', Object.assign(pgError('55000'), { severity: 'FATAL' })],
    ['a shortage on all addresses', new AggregateError([pgError('EMFILE')], '')],
  ])('toAppError reports %s as 503', (_what, error) => expect(toAppError(error)?.status).toBe(503));

  it('toAppError names a shortage of file descriptors or memory', () => {
    expect(toAppError(pgError('EMFILE'))?.message).toBe(
      'The service is short of file descriptors or memory. Retry shortly.',
    );
  });

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
    const ofAnother = { code: '42501', routine: 'ExecWithCheckOptions' };
    expect(toAppError(Object.assign(new Error('row-level security'), ofAnother))).toBeNull();
    expect(toAppError(Object.assign(new Error('open'), { code: 'ENOENT', syscall: 'open' }))).toBeNull();
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
