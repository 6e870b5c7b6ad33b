import type { EventEmitter } from 'node:events';
import { symbols } from 'pino';
import { configureLogger, describeError, logger } from './logger';

it('an output that cannot be written, such as a closed terminal, does not end the process', () => {
  configureLogger({ level: 'silent', pretty: false });
  const { [symbols.streamSym]: output } = logger as unknown as Record<symbol, EventEmitter>;
  const error = Object.assign(new Error('i/o error, write'), { code: 'EIO' });
  expect(() => output?.emit('error', error)).not.toThrow();
});

describe('describeError', () => {
  it('keeps the stack of a database error, without the values of the statement', () => {
    const error = Object.assign(new Error('duplicate key value violates unique constraint "customers_key"'), {
      code: '23505',
      constraint: 'customers_key',
      detail: 'Key (email)=(jane@example.com) already exists.',
      query: 'INSERT INTO customers',
      parameters: ['jane@example.com'],
      driverError: { parameters: ['jane@example.com'] },
    });
    expect(describeError(error)).toMatchObject({ type: 'Error', code: '23505', constraint: 'customers_key' });
    expect(JSON.stringify(describeError(error))).not.toContain('jane@example.com');
  });

  it('returns the text of a thrown value that is not an Error', () => {
    expect(JSON.stringify(describeError('text'))).toBe('{"message":"text"}');
  });
});
