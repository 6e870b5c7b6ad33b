import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findStandIns, removeStandIn } from '../../../src/commands/doctor/stand-ins';
import { createTestDatabase } from '../../support/test-database';

const COMMAND = join(__dirname, '../../../dist/src/commands/doctor.js');

describe('npm run doctor', () => {
  const root = mkdtempSync(join(tmpdir(), 'billing-doctor-'));
  const place = join(root, 'place');
  afterAll(() => {
    rmSync(root, { recursive: true });
  });

  /** Creates a stand-in for a data folder, which names `named` unless it is gone. */
  function aStandIn(name: string, named: string | null): string {
    const [path, folder] = [join(place, name), join(root, `data-${name}`)];
    mkdirSync(join(path, 'cluster'), { recursive: true });
    writeFileSync(join(path, 'stands-in-for'), `${folder}\n`);
    if (named === null) return path;
    mkdirSync(folder);
    writeFileSync(join(folder, 'moved-to'), `${named}\n`);
    return path;
  }

  it('removes orphaned stand-ins, and none that a data folder names or a server uses', async () => {
    const orphan = aStandIn('orphan', null);
    const replaced = aStandIn('replaced', join(place, 'another'));
    const named = aStandIn('named', join(place, 'named'));
    const running = aStandIn('running', null);
    const database = await createTestDatabase();
    const [server] = await database.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    writeFileSync(join(running, 'cluster/postmaster.pid'), `${server?.pid}\n/data\n0\n5432\n`);
    mkdirSync(join(place, 'something-else'));

    const found = await findStandIns([place, join(root, 'no-such-place')]);
    expect(Object.fromEntries(found.map((it) => [it.path, it.state]))).toEqual({
      [orphan]: 'orphaned',
      [replaced]: 'orphaned',
      [named]: 'in use',
      [running]: 'running',
    });
    for (const it of found.filter(({ state }) => state === 'orphaned')) await removeStandIn(it);
    expect([orphan, replaced, named, running].map(existsSync)).toEqual([false, false, true, true]);
    await database.drop();
  });

  it('with --dry-run lists them and removes none', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [COMMAND, '--dry-run']);
    expect(stdout).toMatch(/\d+ of \d+ folders can be removed, \d+ MiB\n$/);
    expect(stdout).not.toContain('Removed');
  });
});
