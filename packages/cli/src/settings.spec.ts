import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UsageError } from './failure.js';
import { Settings } from './settings.js';
import { instantOf } from './time.js';

describe('Settings', () => {
  let home: string;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'billing-settings-'));
  });
  afterEach(() => rmSync(home, { recursive: true, force: true }));

  const settings = (env: Record<string, string> = {}): Settings => new Settings({ HOME: home, ...env });

  it('are those of the login, unless the environment replaces them', () => {
    settings().store({ url: 'https://a.example', apiKey: 'k1' });
    expect(settings({ BILLING_URL: '' }).credentials()).toEqual({ url: 'https://a.example', apiKey: 'k1' });
    expect(settings({ BILLING_URL: 'https://b.example', BILLING_API_KEY: 'k2' }).credentials()).toEqual({
      url: 'https://b.example',
      apiKey: 'k2',
    });
  });

  it('are readable for the owner only, also in place of a file that others could read', () => {
    const file = join(home, '.config/billing/credentials.json');
    mkdirSync(join(home, '.config/billing'), { recursive: true });
    writeFileSync(file, '{}');
    chmodSync(file, 0o644);
    expect(() => settings().credentials()).toThrow(UsageError);
    settings().store({ url: 'https://a.example', apiKey: 'k1' });
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('are in XDG_CONFIG_HOME if it is an absolute path', () => {
    expect(settings({ XDG_CONFIG_HOME: '/x' }).folder).toBe('/x/billing');
    expect(settings({ XDG_CONFIG_HOME: 'x' }).folder).toBe(join(home, '.config/billing'));
  });
});

describe('instantOf', () => {
  const now = new Date('2026-01-31T12:00:00Z');
  it.each([
    ['90m', '2026-01-31T10:30:00.000Z'],
    ['2d', '2026-01-29T12:00:00.000Z'],
    ['2026-01-30', '2026-01-30T00:00:00.000Z'],
    ['2026-01-30T12:00:00+02:00', '2026-01-30T10:00:00.000Z'],
  ])('reads %s as %s', (text, expected) => {
    expect(instantOf(text, now).toISOString()).toBe(expected);
  });

  it.each(['', '2', '2w', 'yesterday', '2026-13-01', '2026-01-30T12:00:00'])('refuses "%s"', (text) => {
    expect(() => instantOf(text, now)).toThrow(UsageError);
  });
});
