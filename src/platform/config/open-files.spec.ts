import { loadConfig } from './config';
import { neededOpenFiles, openFilesLimit } from './open-files';

describe('neededOpenFiles', () => {
  const needed = (env: Record<string, string>): number => neededOpenFiles(loadConfig(env));

  it('counts connections to the database, slow and fast slots, and clients', () => {
    const env = { DATABASE_POOL_SIZE: '10', WEBHOOK_CONCURRENCY: '512' };
    expect(needed(env)).toBe(10 + 16 + 64 + 11 * 512 + 256);
    expect(needed({ ...env, ROLE: 'worker' })).toBe(10 + 16 + 64 + 11 * 512);
    expect(needed({ ...env, ROLE: 'api' })).toBe(10 + 16 + 64 + 256);
  });
});

describe('openFilesLimit', () => {
  it('returns the soft limit of /proc/self/limits', () => {
    const text = [
      'Limit                     Soft Limit           Hard Limit           Units     ',
      'Max processes             96365                96365                processes ',
      'Max open files            150                  524288               files     ',
    ].join('\n');
    expect(openFilesLimit(text)).toBe(150);
  });

  it('returns null without a number', () => {
    expect(
      openFilesLimit('Max open files            unlimited            unlimited            files'),
    ).toBeNull();
    expect(openFilesLimit('')).toBeNull();
  });
});
