import { logLevelOf } from './access-log';

describe('logLevelOf', () => {
  it.each([
    ['/health/live', 200, 'debug'],
    ['/health/ready/', 200, 'debug'],
    ['/metrics', 200, 'debug'],
    ['/metrics', 401, 'info'],
    ['/health/ready', 503, 'warn'],
    ['/health/ready', 'aborted', 'info'],
    ['/v1/customers', 'aborted', 'info'],
    ['/v1/customers', 200, 'info'],
    ['/v1/metrics', 200, 'info'],
    ['/v1/customers', 422, 'info'],
    ['/v1/customers', 500, 'warn'],
  ] as const)('logs %s with status %s at level %s', (path, status, level) => {
    expect(logLevelOf(path, status)).toBe(level);
  });
});
