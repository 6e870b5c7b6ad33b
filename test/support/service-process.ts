import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { eventually } from './eventually';

const MAIN = join(__dirname, '../../dist/src/main.js');
const START_LIMIT_MS = 60_000;
/** Runs a command with a limit on its open files: the limit is $0. */
const LIMITED = 'ulimit -n "$0" && exec "$@"';
const KEPT_LOG_CHARS = 50_000;
const SHOWN_LOG_CHARS = 3000;

/** All secrets of one run are sealed with the same key, so that every process can open them. */
const ENCRYPTION_KEY = randomBytes(32).toString('base64');

/** What to start. `env` is added to what a fault test needs anyway. */
export interface ServiceOptions {
  role: 'all' | 'api' | 'worker';
  databaseUrl: string;
  env?: Record<string, string>;
  /** Arguments of Node itself, such as `--require` and a file. */
  nodeArgs?: string[];
  /** Maximum number of open file descriptors; that of this process by default. */
  openFiles?: number;
  /** It may end by itself, as one that refuses its configuration does. */
  mayEnd?: boolean;
}

/** How a process ended. */
export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

const running = new Set<ServiceProcess>();
process.once('exit', () => {
  for (const service of running) service.signal('SIGKILL');
});

/** Last words of the services that ended without being told to. */
const fallen: string[] = [];

/** Fails when a service has ended by itself, which no fault outside of it may cause; call it in afterEach. */
export function assertNoneFell(): void {
  const [words] = fallen.splice(0);
  if (words !== undefined) throw new Error(`A service ended by itself:\n${words}`);
}

/** Ends every service that the test file has started and not ended; call it in afterAll. */
export async function killServices(): Promise<void> {
  await Promise.all([...running].map((service) => service.kill()));
}

/** The built service as a process of its own, to be killed, frozen and stopped. */
export class ServiceProcess {
  /** Resolves when the process is gone. */
  readonly exited: Promise<Exit>;
  /** What it wrote, from both streams; the newest part of it. */
  log = '';
  /** Every line of its log about an error that it did not expect. */
  readonly unexpected: string[] = [];
  private port: string | null = null;
  private exit: Exit | null = null;
  /** It was told to end. */
  private ending = false;

  private constructor(private readonly child: ChildProcess) {
    const keep = (chunk: Buffer): void => {
      this.log = (this.log + chunk.toString()).slice(-KEPT_LOG_CHARS);
      this.port ??= /Health +http:\/\/localhost:(\d+)\//.exec(this.log)?.[1] ?? null;
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    if (child.stdout !== null) {
      createInterface({ input: child.stdout }).on('line', (line) => {
        if (line.includes('Unexpected error')) this.unexpected.push(line.slice(0, SHOWN_LOG_CHARS));
      });
    }
    running.add(this);
    this.exited = new Promise((resolve) => {
      child.once('exit', (code, signal) => {
        running.delete(this);
        this.exit = { code, signal };
        if (!this.ending) fallen.push(this.log.slice(-SHOWN_LOG_CHARS));
        resolve(this.exit);
      });
    });
  }

  /** Starts a role on a free port and waits until it is ready. */
  static async start(options: ServiceOptions): Promise<ServiceProcess> {
    const service = ServiceProcess.launch(options);
    await service.ready();
    return service;
  }

  /** Starts a role without waiting for it. */
  static launch(options: ServiceOptions): ServiceProcess {
    const { role, databaseUrl, env = {}, nodeArgs = [], openFiles, mayEnd = false } = options;
    if (!existsSync(MAIN)) throw new Error('dist/ is missing: run "node scripts/build.mjs" first');
    const command = [process.execPath, ...nodeArgs, MAIN];
    const limited = openFiles === undefined ? command : ['sh', '-c', LIMITED, String(openFiles), ...command];
    const child = spawn(limited[0] ?? '', limited.slice(1), {
      env: {
        PATH: process.env.PATH,
        NODE_ENV: 'test',
        ROLE: role,
        PORT: '0',
        LOG_FORMAT: 'json',
        LOG_LEVEL: 'warn',
        DATABASE_URL: databaseUrl,
        DATABASE_POOL_SIZE: '8',
        ENCRYPTION_KEY,
        ...env,
      },
      cwd: tmpdir(), // not here: a developer's .env is not for tests
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const service = new ServiceProcess(child);
    service.ending = mayEnd;
    return service;
  }

  get pid(): number {
    if (this.child.pid === undefined) throw new Error('The service could not be started');
    return this.child.pid;
  }

  /** `http://127.0.0.1:port`, known once the service listens. */
  get url(): string {
    if (this.port === null) throw new Error('The service is not listening yet');
    return `http://127.0.0.1:${this.port}`;
  }

  /** Resolves when /health/ready answers 200. */
  async ready(): Promise<void> {
    await eventually(async () => {
      if (this.exit !== null)
        throw new Error(`The service ended while it started:\n${this.log.slice(-SHOWN_LOG_CHARS)}`);
      if (this.port === null) return null;
      return (await fetch(`${this.url}/health/ready`)).ok ? true : null;
    }, START_LIMIT_MS);
  }

  signal(signal: NodeJS.Signals): void {
    this.ending ||= signal === 'SIGKILL' || signal === 'SIGTERM';
    this.child.kill(signal);
  }

  /** SIGKILL, until it is gone. Also ends a frozen process. */
  kill(): Promise<Exit> {
    this.signal('SIGKILL');
    return this.exited;
  }

  /** SIGTERM; tells how the process ended and how long that took. */
  async terminate(): Promise<Exit & { ms: number }> {
    const startedAt = performance.now();
    this.signal('SIGTERM');
    return { ...(await this.exited), ms: performance.now() - startedAt };
  }

  /** Attempts that this process has under way: sent and not yet on record. */
  async deliveriesInFlight(): Promise<number> {
    const metrics = await (await fetch(`${this.url}/metrics`)).text();
    return Number(/^webhook_deliveries_in_flight (\d+)$/m.exec(metrics)?.[1] ?? 0);
  }
}
