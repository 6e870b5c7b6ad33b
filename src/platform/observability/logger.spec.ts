import { prettyFactory } from 'pino-pretty';
import { PRETTY, describeError } from './logger';

describe('describeError', () => {
  it('describes where an error came from without values of the statement', () => {
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

  it('describes a thrown value that is not an Error', () => {
    expect(JSON.stringify(describeError('text'))).toBe('{"message":"text"}');
  });
});

describe('the log on a terminal', () => {
  const lineOf = prettyFactory({ ...PRETTY, colorize: false });
  const at = { level: 30, time: Date.UTC(2026, 0, 2, 3, 4, 5, 6) };

  it('has one line per request, with what is asked first', () => {
    const request = { method: 'GET', path: '/v1/customers', status: 200, ms: 4, request_id: 'r-1' };
    const line = lineOf({ ...at, msg: 'Request', ...request });
    expect(line).toMatch(
      /^\[\d\d:04:05\.006\] INFO: Request GET \/v1\/customers 200 4 ms \{"request_id":"r-1"\}\n$/,
    );
  });

  it('has one line for any other message', () => {
    const line = lineOf({ ...at, msg: 'The service is ready', port: 3000, roles: { api: true } });
    expect(line.match(/\n/g)).toHaveLength(1);
  });
});
