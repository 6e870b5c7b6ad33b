import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
} from '../../../tools/embedded-postgres';
import { fastFolder } from '../../support/own-postgres';

const ROOT = resolve(__dirname, '../../..');
const MODULE = join(ROOT, 'tools/embedded-postgres');

/** Imitates another `npm start`: starts the server, prints its address and stops when stdin ends. */
const OTHER_PROCESS = `
  const { readFileSync } = require('node:fs');
  const { transformSync } = require('@swc/core');
  require.extensions['.ts'] = (module, filename) => {
    const options = { filename, module: { type: 'commonjs' }, jsc: { parser: { syntax: 'typescript' }, target: 'es2022' } };
    module._compile(transformSync(readFileSync(filename, 'utf8'), options).code, filename);
  };
  const { startEmbeddedPostgres } = require(${JSON.stringify(MODULE)});
  startEmbeddedPostgres({ dataDir: process.argv[1], durable: false }).then((server) => {
    console.log(JSON.stringify({ pid: server.pid, url: server.url, attached: server.attached }));
    process.stdin.on('end', () => server.stop().then(() => process.exit(0))).resume();
  });
`;

interface OtherProcess {
  child: ChildProcess;
  server: Promise<Pick<EmbeddedPostgres, 'pid' | 'url' | 'attached'>>;
}

describe('the embedded PostgreSQL', () => {
  let dataDir: string;
  let cleanUps: (() => Promise<unknown>)[];

  beforeEach(async () => {
    dataDir = await mkdtemp(join(fastFolder(), 'embedded-postgres-'));
    cleanUps = [() => rm(dataDir, { recursive: true, force: true })];
  });

  afterEach(async () => {
    for (const cleanUp of cleanUps.reverse()) await cleanUp();
  });

  async function start(options: Partial<EmbeddedPostgresOptions> = {}): Promise<EmbeddedPostgres> {
    const server = await startEmbeddedPostgres({ dataDir, durable: false, ...options });
    cleanUps.push(() => server.stop('immediate'));
    return server;
  }

  function startInOtherProcess(): OtherProcess {
    const child = spawn(process.execPath, ['-e', OTHER_PROCESS, dataDir], {
      cwd: ROOT,
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    cleanUps.push(() => kill(child));
    const server = once(child.stdout, 'data').then(
      ([line]) => JSON.parse(String(line)) as { pid: number; url: string; attached: boolean },
    );
    return { child, server };
  }

  it('a stopped server starts again on the same port with its data', async () => {
    const first = await start({ settings: { work_mem: '5MB' } });
    expect(first.attached).toBe(false);
    expect(first.url).toMatch(/^postgres:\/\/billing:[\w-]{32}@127\.0\.0\.1:\d+\/billing$/);
    expect(await query(first.url, 'SHOW work_mem')).toEqual([{ work_mem: '5MB' }]);
    expect(await query(first.url, 'SHOW fsync')).toEqual([{ fsync: 'off' }]);
    expect(await query(first.url, `SELECT lower('É') AS lower`)).toEqual([{ lower: 'é' }]);
    expect((await stat(join(dataDir, 'password'))).mode & 0o777).toBe(0o600);
    await query(first.url, 'CREATE TABLE kept AS SELECT 1 AS id');

    await Promise.all([first.stop(), first.stop()]);
    await first.stop();
    await expectStopped(first.url);

    const second = await start();
    expect(second.url).toBe(first.url);
    expect(await query(second.url, 'SELECT id FROM kept')).toEqual([{ id: 1 }]);
  });

  it('an immediate or fast restart keeps the port and committed data', async () => {
    const lines: string[] = [];
    const server = await start({ log: (line) => lines.push(line) });
    const { url, pid } = server;
    await query(url, 'CREATE TABLE kept AS SELECT 1 AS id');
    await server.restart('immediate');
    expect(server.url).toBe(url);
    expect(server.pid).not.toBe(pid);
    await server.restart('fast');
    expect(await query(url, 'SELECT id FROM kept')).toEqual([{ id: 1 }]);
    expect(lines.filter((line) => line.includes('ended and was restarted'))).toEqual([]);
  });

  it('starting attaches to a server left running by a killed process, and stopping ends that server', async () => {
    const { child, server } = startInOtherProcess();
    const left = await server;
    await query(left.url, 'CREATE TABLE kept AS SELECT 1 AS id');
    await kill(child);

    const taken = await start();
    expect(taken).toMatchObject({ pid: left.pid, url: left.url, attached: true });
    expect(await query(taken.url, 'SELECT id FROM kept')).toEqual([{ id: 1 }]);
    await taken.stop();
    await expectStopped(left.url);
  });

  it('starting waits for a server that is shutting down', async () => {
    const { child, server } = startInOtherProcess();
    const left = await server;
    await kill(child);
    process.kill(left.pid, 'SIGINT');
    const next = await start();
    expect(next.attached).toBe(false);
    expect(next.pid).not.toBe(left.pid);
    expect(await query(next.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('starting recovers after both the server and the process that started it were killed', async () => {
    const { child, server } = startInOtherProcess();
    const killed = await server;
    await query(killed.url, 'CREATE TABLE kept AS SELECT 1 AS id');
    await kill(child);
    process.kill(killed.pid, 'SIGKILL');
    const next = await start();
    expect(next.attached).toBe(false);
    expect(await query(next.url, 'SELECT id FROM kept')).toEqual([{ id: 1 }]);
  });

  it('a killed server is restarted on the same port', async () => {
    const lines: string[] = [];
    const server = await start({ log: (line) => lines.push(line) });
    const { url, pid } = server;
    await query(url, 'CREATE TABLE kept AS SELECT 1 AS id');
    process.kill(pid, 'SIGKILL');
    await until(async () => (await query(url, 'SELECT id FROM kept')).length === 1 && server.pid !== pid);
    expect(server.url).toBe(url);
    expect(lines.filter((it) => it.includes('ended and was restarted'))).toEqual([
      expect.stringContaining(`restarted (process ${server.pid})`),
    ]);
    await server.stop();
    await expectStopped(url);
  });

  it.each([
    [
      'names a running process of another program',
      () => `${process.pid}\n/elsewhere\n1\n5432\n\n127.0.0.1\n`,
    ],
    ['is empty', () => ''],
  ])('starting removes a postmaster.pid that %s', async (_case, content) => {
    await (await start()).stop();
    const pidFile = join(dataDir, 'cluster', 'postmaster.pid');
    await writeFile(pidFile, content());
    const server = await start();
    expect(server.attached).toBe(false);
    expect(await readFile(pidFile, 'utf8')).toMatch(new RegExp(`^${server.pid}\n`));
  });

  it('starting recovers from a killed initdb', async () => {
    const { child } = startInOtherProcess();
    await until(async () => {
      const partial = (await readdir(dataDir)).find((name) => name.startsWith('initdb-'));
      return partial !== undefined && (await readdir(join(dataDir, partial))).includes('base');
    });
    await kill(child);
    expect(await readdir(dataDir)).not.toContain('cluster');
    const server = await start();
    expect(server.attached).toBe(false);
    expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('several processes share one server, which stops when the last of them ends', async () => {
    const other = startInOtherProcess();
    const servers = await Promise.all([start(), start(), other.server]);
    expect(new Set(servers.map((server) => server.pid)).size).toBe(1);
    expect(servers.filter((server) => !server.attached)).toHaveLength(1);

    const [first, second] = servers;
    await first.stop();
    expect(await query(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await second.stop();
    expect(await query(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    other.child.stdin?.end();
    await once(other.child, 'exit');
    await expectStopped(first.url);
  });

  it('stopping right after a server crash does not restart the server', async () => {
    const server = await start();
    process.kill(server.pid, 'SIGKILL');
    await until(async () => !(await answers(server.url)));
    await server.stop();
    await expectStopped(server.url);
    expect(await readdir(join(dataDir, 'cluster'))).not.toContain('postmaster.pid');
  });

  it('a copy of the data folder gets its own server', async () => {
    await (await start()).stop();
    const copy = `${dataDir}-copy`;
    cleanUps.push(() => rm(copy, { recursive: true, force: true }));
    await cp(dataDir, copy, { recursive: true });
    const original = await start();
    // Simulates a copy that was made while the server ran.
    await cp(join(dataDir, 'cluster/postmaster.pid'), join(copy, 'cluster/postmaster.pid'));
    const second = await start({ dataDir: copy });
    expect(second.attached).toBe(false);
    expect(second.pid).not.toBe(original.pid);
    expect(second.url).not.toBe(original.url);
    expect(await query(original.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  // Only root starts the server under another account.
  const asRoot = process.getuid?.() === 0 ? it : it.skip;

  asRoot(
    'a data folder that the account cannot reach gets a stand-in folder, which survives a rename and a restore elsewhere',
    async () => {
      const closed = join(dataDir, 'closed');
      const [folder, renamed] = [join(closed, 'first'), join(closed, 'second')];
      await mkdir(closed, { mode: 0o700 });
      const first = await start({ dataDir: folder });
      cleanUps.push(() => rm(first.home, { recursive: true, force: true }));
      expect(first.home).not.toContain(dataDir);
      expect(await readFile(join(folder, 'moved-to'), 'utf8')).toBe(`${first.home}\n`);
      await query(first.url, 'CREATE TABLE kept AS SELECT 1 AS id');
      await first.stop();

      await rename(folder, renamed);
      const second = await start({ dataDir: renamed });
      expect(await query(second.url, 'SELECT id FROM kept')).toEqual([{ id: 1 }]);
      expect(await readFile(join(first.home, 'stands-in-for'), 'utf8')).toBe(`${renamed}\n`);
      await cp(renamed, folder, { recursive: true });
      await expect(start({ dataDir: folder })).rejects.toThrow(`${folder} is a copy of ${renamed}`);
      await second.stop();

      // A restore to other paths, by an archiver that made everything root's and lost the modes.
      const restored = `${first.home}-restored`;
      cleanUps.push(() => rm(restored, { recursive: true, force: true }));
      await rename(first.home, restored);
      await expect(start({ dataDir: renamed })).rejects.toThrow(`${first.home}, which is gone: restore`);
      await promisify(execFile)('chown', ['-R', '0:0', restored]);
      await chmod(join(restored, 'cluster'), 0o755);
      await writeFile(join(renamed, 'moved-to'), `${restored}\n`);
      await rm(folder, { recursive: true });
      const third = await start({ dataDir: renamed });
      expect(third.home).toBe(restored);
      expect(await query(third.url, 'SELECT id FROM kept')).toEqual([{ id: 1 }]);
    },
  );

  it('a failed start quotes the end of the server log', async () => {
    const failing = start({ settings: { no_such_setting: '1' } });
    await expect(failing).rejects.toThrow('unrecognized configuration parameter "no_such_setting"');
    await expect(failing).rejects.toThrow(join(dataDir, 'server.log'));
  });
});

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

const answers = (url: string): Promise<boolean> =>
  query(url, 'SELECT 1').then(
    () => true,
    () => false,
  );

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
}

/** Checks the port instead of the pid: without a process that reaps orphans, a stopped server remains a zombie. */
async function expectStopped(url: string): Promise<void> {
  await expect(query(url, 'SELECT 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (!(await condition().catch(() => false))) {
    if (Date.now() > deadline) throw new Error('The condition was not met in time');
    await new Promise((again) => setTimeout(again, 5));
  }
}
