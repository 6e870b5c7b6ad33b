import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from './platform/config/config';
import { startupMessage } from './startup-message';

describe('startupMessage', () => {
  const dataDir = realpathSync(mkdtempSync(join(tmpdir(), 'billing-message-')));
  mkdirSync(join(dataDir, 'postgres'));
  afterAll(() => rmSync(dataDir, { recursive: true }));

  const messageOf = (embeddedIn: string | null, env: Record<string, string> = {}): string =>
    startupMessage(loadConfig({ DATA_DIR: dataDir, ...env }), { url: 'http://localhost:1', embeddedIn });

  it('names DATA_DIR as data and backup if it holds the database', () => {
    expect(messageOf(join(dataDir, 'postgres'))).toContain(
      `  Data         ${dataDir}/postgres (embedded PostgreSQL)\n  Back up      while stopped: all of ${dataDir}\n`,
    );
  });

  it('names the true folder of a database elsewhere, and both folders as backup', () => {
    expect(messageOf('/var/lib/stand-in')).toContain(
      `  Data         /var/lib/stand-in (embedded PostgreSQL)\n  Back up      while stopped: all of /var/lib/stand-in, and all of ${dataDir}\n`,
    );
  });

  it('names ENCRYPTION_KEY as part of the backup if it is set', () => {
    const ENCRYPTION_KEY = Buffer.alloc(32, 5).toString('base64');
    expect(messageOf('/var/lib/stand-in', { ENCRYPTION_KEY })).toContain(`${dataDir}, and ENCRYPTION_KEY\n`);
    expect(messageOf(null)).toContain('  Data         external (DATABASE_URL)\n');
  });
});
