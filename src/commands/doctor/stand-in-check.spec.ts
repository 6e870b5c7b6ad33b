import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Report } from './report';
import { checkStandIns } from './stand-in-check';

const LAST_USED = '2026-01-02T03:04:05.000Z';

describe('checkStandIns', () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'billing-doctor-')));
  const place = join(root, 'place');
  const renamed = join(root, 'renamed');
  afterAll(() => rmSync(root, { recursive: true }));

  /** Creates a stand-in for a data folder that `named` describes: the content of its pointer; null if it is gone. */
  function aStandIn(name: string, named: string | null, folder = join(root, `data-${name}`)): string {
    const path = join(place, name);
    mkdirSync(join(path, 'cluster'), { recursive: true });
    writeFileSync(join(path, 'stands-in-for'), `${folder}\n`);
    if (named === null) return path;
    mkdirSync(folder);
    if (named !== '') writeFileSync(join(folder, 'moved-to'), `${named}\n`);
    return path;
  }

  async function check(remove: boolean): Promise<string> {
    const lines: string[] = [];
    const report = new Report((line) => lines.push(line));
    await checkStandIns(renamed, remove, report, [place, join(root, 'no-such-place')]);
    expect(report.needsAttention).toBe(false);
    return lines.join('\n');
  }

  const gone = aStandIn('gone', null);
  const replaced = aStandIn('replaced', join(place, 'another'));
  const named = aStandIn('named', join(place, 'named'));
  const pointerLost = aStandIn('pointer-lost', '');
  const unmounted = aStandIn('unmounted', null, '/mnt/disk/data/postgres');
  const relative = aStandIn('relative', null, 'data/postgres');
  const ofRenamed = aStandIn('of-renamed', null);
  const served = aStandIn('served', null);
  mkdirSync(renamed);
  writeFileSync(join(renamed, 'moved-to'), `${ofRenamed}\n`);
  mkdirSync(join(place, 'something-else'));
  writeFileSync(join(gone, 'server.log'), 'x'.repeat(3 * 1024 * 1024));

  it('lists orphaned databases with their size and last use, and says why the others are kept', async () => {
    utimesSync(join(gone, 'server.log'), new Date(LAST_USED), new Date(LAST_USED));
    const text = await check(false);
    expect(text).toContain(`Orphaned: ${gone} (3 MiB, last used ${LAST_USED}). It was for ${root}/data-gone`);
    expect(text).toContain(`Orphaned: ${replaced} (0 MiB, never used).`);
    expect(text).toContain(
      `Not judged: ${pointerLost} (0 MiB, never used). ${root}/data-pointer-lost exists, but`,
    );
    expect(text).toMatch(/unmounted \(.*may be a disk that is not mounted/);
    expect(text).toMatch(/relative \(.*does not contain a path/);
    expect(text).not.toContain(named);
    expect(text).not.toContain(ofRenamed);
    expect(text).toContain('3 orphaned databases');
  });

  it('removes exactly the orphaned databases, and none that a server uses', async () => {
    // A process whose command line is that of the server of this folder.
    const server = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)', join(served, 'cluster')], {
      argv0: 'postgres',
    });
    writeFileSync(join(served, 'cluster/postmaster.pid'), `${server.pid}\n/data\n0\n5432\n`);
    try {
      expect(await check(true)).toContain(`In use: ${served}`);
    } finally {
      server.kill();
    }
    const all = [gone, replaced, served, named, pointerLost, unmounted, relative, ofRenamed];
    expect(all.map(existsSync)).toEqual([false, false, true, true, true, true, true, true]);
  });
});
